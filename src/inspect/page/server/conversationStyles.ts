/** The styles of the conversation and of the list of sessions. Colours are those of the page. */
export const conversationStyles = `
.conversation { flex: 1; min-height: 0; overflow-y: auto; padding: 4px 14px 18px; outline-offset: -2px; overflow-wrap: anywhere; }
.turn { padding: 10px 0 14px; border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 240px; }
.turn:last-child { border-bottom: 0; }
.turn-head { border: 0; display: flex; align-items: baseline; gap: 10px; margin-bottom: 6px; background: none; padding: 0; white-space: nowrap; }
.turn-head h3 { margin: 0; font-size: 12px; font-weight: 650; color: var(--quiet); }
.turn-head .quiet, .duration { font-size: 12px; font-variant-numeric: tabular-nums; }
.duration { color: var(--quiet); white-space: nowrap; }
.duration.running { color: var(--busy); font-weight: 600; }
.prompt { margin: 0 0 8px; padding: 8px 12px; border-radius: 10px; background: var(--accent-soft); white-space: pre-wrap; }
.hidden-text { color: var(--quiet); font-style: italic; }
.prompt.hidden-text { background: var(--ground); }
.said { margin: 6px 0; white-space: pre-wrap; }
.said.writing::after { content: '▍'; color: var(--accent); }
.left-out { margin: 6px 0 0; font-size: 12px; }
.thinking .said { color: var(--quiet); margin: 4px 0 6px; }
.conversation details { margin: 6px 0; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
.conversation details[open] { padding-bottom: 8px; }
.conversation summary { display: flex; align-items: baseline; gap: 10px; padding: 5px 10px; cursor: pointer; min-width: 0; list-style: none; border-radius: 8px; }
.conversation summary::-webkit-details-marker { display: none; }
.conversation summary::before { content: '▸'; color: var(--quiet); flex: none; width: 9px; }
.conversation details[open] > summary::before { content: '▾'; }
.conversation summary:hover { background: var(--ground); }
.conversation .kind { font-weight: 650; white-space: nowrap; }
.conversation .subject { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--quiet); font-size: 12px; }
.thinking summary .kind { flex: 1; font-weight: 500; color: var(--quiet); font-style: italic; }
.conversation details > :not(summary) { margin-left: 12px; margin-right: 12px; }
.conversation pre { margin-block: 4px; padding: 8px 10px; max-height: 280px; overflow: auto; border-radius: 6px; background: var(--ground); font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.tool.failed, .tool.refused { border-color: var(--failed); }
.tool.open { border-color: var(--busy); }
.verdict { font-size: 11px; font-weight: 650; border-radius: 999px; padding: 0 8px; border: 1px solid currentColor; color: var(--quiet); white-space: nowrap; }
.verdict.failed, .verdict.refused { color: var(--failed); }
.verdict.open { color: var(--busy); }
.verdict.interrupted, .verdict.lost, .verdict.cancelled { color: var(--waiting); }
.nested { margin: 0 0 8px 10px; padding-left: 12px; border-left: 2px solid var(--line); }
.decision { margin: 2px 0; font-size: 12px; color: var(--quiet); }
.decision strong { font-weight: 600; }
.decision.allowed span { color: var(--good); } .decision.refused { color: var(--failed); } .decision.asked, .decision.pending { color: var(--waiting); }
.task { display: flex; gap: 10px; align-items: baseline; margin: 4px 0; }
.task .subject { color: var(--text); font-size: inherit; }
.task.open .kind { color: var(--busy); } .task.failed .kind { color: var(--failed); }
.notice { margin: 8px 0; padding: 8px 12px; border-left: 3px solid var(--edge); background: var(--ground); border-radius: 0 8px 8px 0; }
.notice p { margin: 2px 0; white-space: pre-wrap; }
.notice.info { color: var(--quiet); padding-block: 4px; }
.notice.error { border-color: var(--failed); } .notice.error strong { color: var(--failed); }
.notice.warning { border-color: var(--waiting); } .notice.warning strong { color: var(--waiting); }
.notice .remedy { color: var(--quiet); }
.conversation .later { color: var(--quiet); --failed: var(--quiet); --busy: var(--quiet); --waiting: var(--quiet); --good: var(--quiet); --accent: var(--quiet); --accent-soft: var(--ground); }
.problems:not(:empty) { padding: 8px 12px; border-bottom: 1px solid var(--line); display: grid; gap: 4px; }
.problem { display: flex; gap: 10px; align-items: baseline; text-align: left; border-color: var(--failed); min-width: 0; }
.problem strong { color: var(--failed); white-space: nowrap; }
.problem span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#sessions .session { display: grid; gap: 1px; padding: 6px 8px; }
.session .line { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; min-width: 0; }
.session .line .name { flex: 1 1 auto; max-width: calc(100% - 17px); }
.session .line .state { flex: 0 0 auto; margin-left: 17px; max-width: calc(100% - 17px); }
.session .first-words, .session .facts, .session .failure { padding-left: 17px; font-size: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.session .facts { color: var(--quiet); display: flex; flex-wrap: wrap; padding-left: 5px; clip-path: inset(0 0 0 17px); }
.session .facts span { overflow: hidden; text-overflow: ellipsis; }
.session .facts span::before { content: '·'; display: inline-block; width: 12px; text-align: center; }
.session .failure { color: var(--failed); white-space: normal; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow-wrap: anywhere; }
body.dropping::after { content: 'Drop a recording to open it'; position: fixed; inset: 12px; display: grid; place-items: center; font-size: 22px; font-weight: 600; color: var(--accent); background: color-mix(in srgb, var(--panel) 88%, transparent); border: 3px dashed var(--accent); border-radius: 14px; pointer-events: none; z-index: 9; }
#file-problem { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--failed); }
[role=tablist] { overflow-x: auto; scrollbar-width: none; }
[role=tab] { white-space: nowrap; }
@media (max-width: 1100px) { [role=tab] { padding: 6px 8px; } }
@media (max-width: 700px) {
  header { gap: 8px; padding: 0 10px; white-space: nowrap; }
  body > header :is(h1 span, .quiet) { display: none; }
  .conversation { padding-inline: 10px; }
  footer .position { min-width: 0; }
}
.links { display: flex; gap: 16px; }
button.link { border: 0; padding: 2px 0; background: none; color: var(--accent); text-align: left; }
button.link:hover { text-decoration: underline; }
`;
