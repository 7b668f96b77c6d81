/** The styles of the page, light and dark: one accent, and one colour for each meaning. */
export const pageStyles = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --panel: #ffffff; --line: #dfe3e8; --text: #1c2128; --quiet: #5d6673;
  --box: #ffffff; --box-outer: #f3f5f8; --edge: #a9b2bd; --accent: #2660d3; --accent-soft: #dbe7ff;
  --idle: #6b7785; --busy: #2660d3; --waiting: #b25e00; --failed: #c0322b; --ended: #a9b2bd; --good: #1f883d;
  --frame: #7a3fb5; --selected: #eaf1ff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1318; --panel: #161b22; --line: #2b323c; --text: #e3e8ee; --quiet: #9aa5b1;
    --box: #1d242d; --box-outer: #181e26; --edge: #566170; --accent: #6ea8ff; --accent-soft: #1c335c;
    --idle: #9aa5b1; --busy: #6ea8ff; --waiting: #f0a742; --failed: #ff7b72; --ended: #566170; --good: #56d364;
    --frame: #c297ff; --selected: #1b2940;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body {
  display: grid; background: var(--line); color: var(--text);
  font: 13px/1.45 system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif;
}
header, nav, main, aside, footer { background: var(--panel); min-width: 0; }
header { grid-area: header; display: flex; align-items: center; gap: 14px; padding: 0 16px; }
nav { grid-area: nav; overflow: auto; padding: 4px 8px 12px; }
main { grid-area: main; display: flex; flex-direction: column; background: var(--ground); }
aside { grid-area: aside; display: flex; flex-direction: column; }
footer { grid-area: footer; display: flex; }
h1 { font-size: 14px; margin: 0; font-weight: 650; }
h1 span { font-weight: 400; color: var(--quiet); }
h2 { font-size: 11px; text-transform: uppercase; letter-spacing: .06em; color: var(--quiet); margin: 14px 8px 6px; font-weight: 600; }
.fill { flex: 1; }
.quiet { color: var(--quiet); }
.warn { color: var(--waiting); font-weight: 600; }
.empty { color: var(--quiet); padding: 8px; margin: 0; }
.connection::before { content: ''; display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--good); margin-right: 7px; }
.connection { color: var(--quiet); }
.connection.lost::before { background: var(--failed); }
button, select, input, .button {
  font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 3px 10px;
}
button, .button { cursor: pointer; text-decoration: none; }
button:hover, .button:hover { border-color: var(--edge); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.dot { width: 9px; height: 9px; border-radius: 50%; flex: none; background: var(--idle); }
.dot.busy { background: var(--busy); } .dot.waiting { background: var(--waiting); }
.dot.failed { background: var(--failed); } .dot.ended { background: var(--ended); }
.system { margin-bottom: 8px; }
.system.gone .name { color: var(--quiet); }
.program { display: flex; justify-content: space-between; gap: 8px; padding: 2px 8px; color: var(--quiet); font-size: 12px; }
.program .title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.session, .actor {
  display: flex; align-items: center; gap: 8px; width: 100%; padding: 4px 8px; border: 1px solid transparent; border-radius: 6px;
  background: none; text-align: left; cursor: pointer; min-width: 0;
}
.session:hover, .actor:hover { background: var(--ground); }
.session.embedded { padding-left: 24px; }
.session[aria-current], .actor[aria-selected=true] { background: var(--selected); }
.session .name { font-weight: 600; }
.name, .session .state, .actor .state { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.session .state, .actor .state { margin-left: auto; color: var(--quiet); flex: none; max-width: 68%; }
.actor .name { flex: none; max-width: 75%; }
.actor .state { flex: 0 1 auto; min-width: 40px; text-align: right; }
.actor.ended { color: var(--quiet); }
.actor.ended .dot { opacity: .5; }
.actor[data-level='2'] { padding-left: 24px; }
.actor[data-level='3'] { padding-left: 40px; }
.actor[data-level='4'] { padding-left: 56px; }
.actor[data-level='5'], .actor[data-level='6'] { padding-left: 72px; }
.actor-head { display: flex; align-items: center; gap: 6px 12px; padding: 10px 12px 0 18px; flex-wrap: wrap; }
#actor-details { flex: 1 0 100%; order: 1; }
.actor-head h2 { font-size: 16px; text-transform: none; letter-spacing: 0; color: var(--text); margin: 0; }
.pill { padding: 2px 10px; border-radius: 999px; border: 1px solid currentColor; color: var(--idle); font-weight: 600; }
.pill:empty { display: none; }
.pill.busy { color: var(--busy); } .pill.waiting { color: var(--waiting); } .pill.failed { color: var(--failed); } .pill.ended { color: var(--quiet); }
#chart { position: relative; flex: 1; min-height: 0; display: flex; justify-content: center; align-items: center; padding: 8px; }
svg.chart { width: 100%; height: 100%; cursor: grab; touch-action: none; }
svg.chart:active { cursor: grabbing; }
.hit { fill: none; stroke: transparent; stroke-width: 14; pointer-events: stroke; cursor: pointer; }
.hit.inward { display: none; }
.edge.last + .hit.inward { display: inline; }
.edge:has(+ .hit:hover), .edge.chosen { display: inline; stroke: var(--accent); opacity: 1; stroke-width: 2; }
.edge.chosen { stroke-dasharray: 6 3; }
.chart-tools { display: flex; gap: 4px; margin-left: auto; }
.chart-tools button { min-width: 28px; padding: 2px 7px; }
#step { flex: none; max-height: 60%; display: flex; flex-direction: column; background: var(--panel); }
.step-head { display: flex; flex-wrap: wrap; gap: 6px 8px; align-items: center; padding: 6px 12px; border-bottom: 1px solid var(--line); }
.step-head select { max-width: 240px; padding: 3px 4px; }
.step-title { font-weight: 600; overflow-wrap: anywhere; flex-basis: 100%; order: 1; }
.step-frames { display: flex; flex-wrap: wrap; gap: 4px; }
.frame-link { padding: 1px 8px; color: var(--frame); font-size: 12px; }
.context { overflow: auto; flex: 1; min-height: 0; outline-offset: -2px; }
.context th { width: 130px; vertical-align: top; padding: 3px 12px; font-weight: 500; }
.context td { padding: 3px 12px; font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
.context .changed th { color: var(--text); font-weight: 650; box-shadow: inset 3px 0 var(--accent); }
.context .changed td { color: var(--quiet); }
.change { color: var(--text); }
.change .path { font-weight: 650; }
.context del { color: var(--failed); text-decoration: line-through; }
.context ins { color: var(--good); text-decoration: none; }
.box rect { fill: var(--box); stroke: var(--edge); stroke-width: 1.2; }
.box.outer rect { fill: var(--box-outer); }
.box.root rect { fill: none; stroke: none; }
.box.root text { display: none; }
.box.parallel > rect { stroke-dasharray: none; }
.box .ring { fill: none; stroke-width: 1; }
.box text { font-size: 12.5px; fill: var(--text); }
.box.outer text { fill: var(--quiet); font-weight: 600; }
.box.active rect { stroke: var(--accent); stroke-width: 2; }
.box.active.inner > rect { fill: var(--accent); }
.box.active.inner .ring { stroke: var(--panel); fill: none; }
.box.active.inner text { fill: #fff; font-weight: 650; }
@media (prefers-color-scheme: dark) { .box.active.inner text { fill: #0b1220; } }
.box.active.outer text { fill: var(--accent); }
.initial { fill: var(--quiet); }
.edge { fill: none; stroke: var(--edge); stroke-width: 1.2; marker-end: url(#arrow); opacity: .75; }
.edge.inward { display: none; }
.edge.last { display: inline; stroke: var(--accent); stroke-width: 2.4; marker-end: url(#arrow-last); opacity: 1; }
svg.defs { position: absolute; }
#arrow-frame path { fill: var(--frame); }
#arrow path { fill: var(--edge); } #arrow-last path { fill: var(--accent); }
text.event { font-size: 11.5px; fill: var(--accent); font-weight: 600; text-anchor: middle; paint-order: stroke; stroke: var(--ground); stroke-width: 5px; }
[role=tablist] { display: flex; gap: 4px; padding: 8px 12px 0; border-bottom: 1px solid var(--line); }
[role=tab] { border: 0; border-radius: 6px 6px 0 0; background: none; padding: 6px 12px; color: var(--quiet); border-bottom: 2px solid transparent; }
[role=tab][aria-selected=true] { color: var(--text); border-bottom-color: var(--accent); font-weight: 600; }
.badge:not(:empty) { background: var(--waiting); color: var(--panel); border-radius: 999px; padding: 0 7px; margin-left: 6px; font-size: 11px; font-weight: 650; }
[role=tabpanel] { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.bar { display: flex; gap: 8px; padding: 8px 12px; align-items: center; }
.bar input { flex: 1; min-width: 80px; }
.bar select { max-width: 130px; padding: 3px 4px; }
.count { color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; }
.virtual { flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; position: relative; outline-offset: -2px; }
.spacer { position: relative; }
.row { cursor: pointer; }
.row:hover { background: var(--ground); }
.row.selected { background: var(--selected); }
.participants { display: flex; padding-right: 0; color: var(--quiet); font-size: 11px; font-weight: 500; border-bottom: 1px solid var(--line); scrollbar-gutter: stable; overflow: hidden; flex: none; }
.virtual { scrollbar-gutter: stable; }
.time-column { width: 92px; flex: none; padding: 5px 8px; }
.participant { flex: 1; text-align: center; padding: 5px 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
svg.arrow { display: block; }
.lifeline { stroke: var(--line); }
.message { fill: none; stroke: var(--accent); stroke-width: 1.6; marker-end: url(#arrow-last); }
.message.frame { marker-end: url(#arrow-frame); stroke: var(--frame); stroke-dasharray: 4 3; }
.arrow .label { font-size: 11.5px; fill: var(--text); paint-order: stroke; stroke: var(--panel); stroke-width: 4px; }
.fold rect { fill: var(--ground); stroke: var(--line); }
.row:hover .fold rect { stroke: var(--edge); }
.fold-label { font-size: 11.5px; fill: var(--quiet); }
.menu { position: relative; }
.menu summary { cursor: pointer; border: 1px solid var(--line); border-radius: 6px; padding: 3px 10px; list-style: none; white-space: nowrap; }
.menu summary::after { content: ' ▾'; color: var(--quiet); }
.choices { position: absolute; z-index: 3; top: 100%; left: 0; margin-top: 4px; display: grid; gap: 2px; padding: 8px 12px; background: var(--panel); border: 1px solid var(--edge); border-radius: 8px; box-shadow: 0 6px 20px #0003; white-space: nowrap; }
.choices label { display: flex; align-items: center; gap: 8px; padding: 2px 0; }
.choices input { flex: none; min-width: 0; margin: 0; }
.row.selected .label { stroke: var(--selected); }
.time { color: var(--quiet); fill: var(--quiet); font-size: 11px; font-variant-numeric: tabular-nums; }
.frame-row { display: flex; align-items: center; gap: 10px; height: 26px; padding: 0 12px; white-space: nowrap; }
.frame-row .dir { font-weight: 700; width: 14px; color: var(--accent); }
.frame-row.out .dir { color: var(--frame); }
.frame-row .type { font-weight: 600; }
.frame-row .about { color: var(--quiet); overflow: hidden; text-overflow: ellipsis; flex: 1; }
.frame-row .size { color: var(--quiet); font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; color: var(--quiet); font-weight: 600; font-size: 11.5px; padding: 8px 12px; border-bottom: 1px solid var(--line); }
td { padding: 7px 12px; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
.kind { font-weight: 600; }
.kind.permission { color: var(--waiting); } .kind.hook { color: var(--frame); } .kind.request { color: var(--busy); }
#detail { display: flex; flex-direction: column; flex: none; }
.detail-head { display: flex; align-items: center; gap: 10px; padding: 6px 12px; }
.detail-head strong { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.detail-head button { border: 0; padding: 2px 8px; }
#detail pre { margin: 0; padding: 4px 12px 12px; overflow: auto; font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; outline-offset: -2px; }
.note { margin: 0; padding: 6px 12px; color: var(--quiet); border-top: 1px solid var(--line); }
#live[aria-pressed=true], .chart-tools [aria-pressed=true] { background: var(--accent-soft); border-color: var(--accent); font-weight: 600; }
.position { font-variant-numeric: tabular-nums; color: var(--quiet); }
.moment { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-variant-numeric: tabular-nums; }
body.past main { box-shadow: inset 0 0 0 2px var(--waiting); }
@media (prefers-reduced-motion: no-preference) { .box rect { transition: fill .15s, stroke .15s; } }
`;
