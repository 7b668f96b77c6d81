import type { ChartState, ChartTransition } from '../chart/readChart.js';
import { isSamePath } from '../chart/statePath.js';
import { leadsBack } from './diagramEdges.js';

/**
 * The lines of text for some transitions. Transitions that differ only in their event, or only in
 * their guard, share a line.
 */
export function transitionLabels(
  transitions: readonly ChartTransition[],
  showActions: boolean,
): string[] {
  const lines = groupBy(
    transitions,
    (transition) => transition.trigger + effectText(transition, showActions),
  ).map((group) => ({
    trigger: group[0].trigger,
    rest: [guardText(group), effectText(group[0], showActions)].filter(Boolean).join(' '),
  }));
  // A delay with its value is long enough for a line of its own.
  return groupBy(lines, ({ trigger, rest }) => rest + (isDelay(trigger) ? trigger : '')).map(
    (group) => {
      const triggers = group.map(({ trigger }) => trigger).join(', ');
      return [triggers, group[0].rest].filter(Boolean).join(' ');
    },
  );
}

function isDelay(trigger: string): boolean {
  return trigger.startsWith('after ');
}

function effectText({ reenter, actions }: ChartTransition, showActions: boolean): string {
  const names = showActions && actions.length > 0 && `/ ${actions.join(', ')}`;
  return [reenter && '↺', names].filter(Boolean).join(' ');
}

function guardText(group: readonly ChartTransition[]): string {
  const guards = [...new Set(group.map(({ guard }) => guard))];
  const coversAllCandidates = guards.includes('else') && guards.length === group[0]?.candidates;
  return guards.includes(undefined) || coversAllCandidates ? '' : `[${guards.join(' or ')}]`;
}

/** What the box of a state says, one line each: everything that has no arrow. */
export function stateLines(state: ChartState, showActions: boolean): string[] {
  const { path, entry, exit, transitions } = state;
  const staying = transitions.filter(({ targets }) => targets.length === 0);
  const handled = staying.filter(({ actions }) => actions.length > 0);
  const ignored = staying.filter(({ actions }) => actions.length === 0);
  return [
    ...(showActions ? [...listLine('entry /', entry), ...listLine('exit /', exit)] : []),
    ...(showActions
      ? transitionLabels(handled, true)
      : listLine('handles', transitionLabels(handled, false))),
    ...listLine('ignores', transitionLabels(ignored, false)),
    ...transitions.flatMap((transition) =>
      transition.targets
        .filter((to) => leadsBack(path, to))
        .flatMap((to) => {
          const isSelf = isSamePath(to, path) && state.states.length === 0;
          const target = isSelf ? '' : ` → ${to.join('.') || 'the start'}`;
          return transitionLabels([transition], showActions).map((label) => label + target);
        }),
    ),
  ];
}

/** `verb a, b`, or no line at all if there is nothing to list. */
export function listLine(verb: string, items: readonly string[]): string[] {
  return items.length > 0 ? [`${verb} ${items.join(', ')}`] : [];
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}
