import type { ChartState, ChartTransition } from '../chart/readChart.js';
import { withDescendants } from '../chart/statePath.js';

/** Everything a chart does as a Markdown table: one row for each transition and action list. */
export function chartTable(chart: ChartState): string {
  const rows = withDescendants(chart).flatMap((state) => {
    const name = state.path.join('.') || '(any)';
    return [
      ...(state.entry.length > 0 ? [[name, 'entry', '', state.entry.join(', '), '']] : []),
      ...(state.exit.length > 0 ? [[name, 'exit', '', state.exit.join(', '), '']] : []),
      ...state.transitions.map((transition) => [
        name,
        transition.trigger || 'always',
        transition.guard ?? '',
        transition.actions.join(', '),
        targetText(transition),
      ]),
    ];
  });
  return [['state', 'when', 'if', 'does', 'goes to'], Array(5).fill('---'), ...rows]
    .map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)
    .join('\n');
}

function targetText({ targets, actions, reenter }: ChartTransition): string {
  if (targets.length === 0) return actions.length > 0 ? '' : '(ignored)';
  const names = targets.map((path) => path.join('.') || '(start)').join(', ');
  return reenter ? `${names} ↺` : names;
}

function escapeCell(text: string): string {
  return text.replace(/[\\|*_<>`]/g, '\\$&');
}
