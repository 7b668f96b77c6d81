/** The styles of the fleet. Colours are those of the page. */
export const fleetStyles = `
.fleet { flex: 1; min-height: 0; overflow: auto; padding: 10px 14px 18px; outline-offset: -2px; overflow-wrap: anywhere; }
.fleet-summary { margin: 0 0 10px; color: var(--quiet); font-variant-numeric: tabular-nums; }
.fleet-problem { margin: 0 0 10px; color: var(--failed); font-weight: 600; }
.approvals { display: grid; gap: 10px; }
.approvals[data-more]::after { content: attr(data-more); color: var(--quiet); }
.approval { border: 1px solid var(--waiting); border-radius: 8px; padding: 8px 12px 10px; min-width: 0; }
.approval-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 10px; }
.approval pre { margin: 8px 0 6px; padding: 8px 10px; max-height: 220px; overflow: auto; border-radius: 6px; background: var(--ground); font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.approval p { margin: 4px 0; font-size: 12px; }
.answer-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 8px; }
.answer-bar input { flex: 1 1 160px; min-width: 0; }
.answer-bar .allow { border-color: var(--good); color: var(--good); font-weight: 600; }
.answer-bar .deny { border-color: var(--failed); color: var(--failed); font-weight: 600; }
.answer-bar button:disabled { border-color: var(--line); color: var(--quiet); cursor: default; }
.workers { list-style: none; display: flex; flex-wrap: wrap; gap: 6px 8px; margin: 12px 0; padding: 0; }
.workers li { border: 1px solid var(--line); border-radius: 999px; padding: 2px 12px; color: var(--quiet); font-size: 12px; }
.workers strong { color: var(--text); font-weight: 600; }
.conversations th, .conversations td { padding: 6px 10px 6px 0; }
.conversations .state, .conversations th { white-space: nowrap; }
.conversations td:first-child { min-width: 140px; }
.conversations .worker { min-width: 76px; max-width: 140px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.workers li { max-width: 100%; overflow-wrap: anywhere; }
.conversations .state .dot { display: inline-block; margin-right: 3px; }
.conversations td:nth-child(n + 4), .conversations th:nth-child(n + 4) { white-space: nowrap; }
@media (max-width: 720px) {
  .conversations :is(td, th):nth-child(5) { display: none; }
  .conversations td:first-child { min-width: 110px; }
}
`;
