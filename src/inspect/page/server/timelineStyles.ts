/** The styles of the timeline, the separators between panes, and the help. */
export const timelineStyles = `
:root {
  --on-span: #fff; --span-turn: #2660d3; --span-tool: #1f7a52; --span-hook: #7a3fb5; --span-permission: #b25e00;
  --span-mcp: #0b7285; --span-request: #5d6673; --span-task: #8a5a00; --span-silence: #8b95a1;
  --span-failed: #c0322b; --span-cancelled: #7d8793;
}
@media (prefers-color-scheme: dark) {
  :root {
    --on-span: #0b1220; --span-turn: #6ea8ff; --span-tool: #4cc38a; --span-hook: #c297ff; --span-permission: #f0a742;
    --span-mcp: #5bc8d9; --span-request: #9aa5b1; --span-task: #d9b25b; --span-silence: #6c7886;
    --span-failed: #ff7b72; --span-cancelled: #7f8a97;
  }
}
body {
  grid: 'header header header header header' 46px
    'nav resize-nav aside resize-main main' minmax(0, 1fr)
    'resize-footer resize-footer resize-footer resize-footer resize-footer' 5px
    'footer footer footer footer footer' minmax(74px, var(--footer, 226px))
    / var(--nav, 280px) 5px minmax(320px, 1fr) 5px var(--main, minmax(320px, 36vw));
}
header { border-bottom: 1px solid var(--line); }
footer { flex-direction: column; }
.timeline-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding: 5px 12px; flex: none; }
.timeline-bar button { padding: 2px 9px; }
.timeline-bar .group { display: flex; gap: 3px; }
#scrub { flex: 1; min-height: 0; min-width: 0; overflow: hidden auto; cursor: crosshair; touch-action: none; outline-offset: -2px; border-top: 1px solid var(--line); }
#timeline { display: block; width: 100%; }
#timeline-tip { position: fixed; z-index: 9; top: 0; left: 0; max-width: 420px; padding: 4px 9px; border-radius: 6px; background: var(--text); color: var(--panel); font-size: 12px; white-space: pre-wrap; pointer-events: none; }
#clear-range { border-color: var(--accent); background: var(--accent-soft); }
.moment { flex: 1 1 200px; min-width: 0; }
.separator { background: var(--line); position: relative; z-index: 2; touch-action: none; flex: none; }
.separator[aria-orientation=vertical] { cursor: col-resize; }
.separator[aria-orientation=horizontal] { cursor: row-resize; height: 5px; }
.separator:hover, .separator:focus-visible { background: var(--accent); }
#resize-nav { grid-area: resize-nav; } #resize-main { grid-area: resize-main; } #resize-footer { grid-area: resize-footer; }
#step { height: var(--step, 200px); }
#detail { height: var(--detail, auto); max-height: var(--detail, 42%); }
#tab-chart { display: none; }
.separator:has(+ [hidden]) { display: none; }
#help { border: 1px solid var(--edge); border-radius: 12px; background: var(--panel); color: var(--text); padding: 18px 24px; max-width: min(760px, 94vw); max-height: 88vh; }
#help::backdrop { background: #0007; }
.help-head { display: flex; align-items: center; justify-content: space-between; gap: 20px; }
.help-head h2 { font-size: 16px; text-transform: none; letter-spacing: 0; color: var(--text); margin: 0; }
#help-keys { columns: 2; column-gap: 32px; }
#help-keys section { break-inside: avoid; }
#help section { padding-top: 14px; }
#help h3 { font-size: 12px; color: var(--quiet); margin: 0 0 4px; }
#help dl { margin: 0; }
#help dl div { display: flex; gap: 12px; padding: 2px 0; }
#help dt { flex: 0 0 108px; }
#help dd { margin: 0; }
.row.later, .row.later .type { color: var(--quiet); font-weight: 400; }
.row.later .label { fill: var(--quiet); }
.row.later .message, .row.later .dir { opacity: .45; }
kbd { font: 11.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 5px; background: var(--ground); white-space: nowrap; }
@media (max-width: 1200px) {
  body {
    grid: 'header header header' 46px
      'nav resize-nav aside' minmax(0, 1fr)
      'resize-footer resize-footer resize-footer' 5px
      'footer footer footer' minmax(74px, var(--footer, 226px))
      / var(--nav, 240px) 5px minmax(0, 1fr);
  }
  body[data-tab=chart] {
    grid: 'header header header' 46px
      'nav resize-nav aside' auto
      'nav resize-nav main' minmax(0, 1fr)
      'resize-footer resize-footer resize-footer' 5px
      'footer footer footer' minmax(74px, var(--footer, 226px))
      / var(--nav, 240px) 5px minmax(0, 1fr);
  }
  body:not([data-tab=chart]) main { display: none; }
  body[data-tab=chart] #detail, body[data-tab=chart] #resize-detail { display: none; }
  #tab-chart { display: block; }
  #resize-main { display: none; }
}
@media (max-width: 720px) {
  body {
    grid: 'header' auto 'nav' minmax(60px, 116px) 'aside' minmax(0, 1fr) 'resize-footer' 5px
      'footer' minmax(74px, var(--footer, 185px)) / minmax(0, 1fr);
  }
  body[data-tab=chart] { grid-template: 'header' auto 'nav' minmax(60px, 116px) 'aside' auto 'main' minmax(0, 1fr) 'resize-footer' 5px 'footer' minmax(74px, var(--footer, 185px)) / minmax(0, 1fr); }
  #resize-nav { display: none; }
  header { flex-wrap: wrap; gap: 4px 12px; padding: 6px 12px; }
  nav { border-bottom: 1px solid var(--line); }
  nav h2 { margin-top: 4px; }
  #step { height: var(--step, 150px); }
  .moment { display: none; }
  #help-keys { columns: 1; }
  [role=tablist] { overflow-x: auto; }
  [role=tab] { padding: 6px 8px; }
}
`;
