import type { ChartState, ChartTransition } from '../chart/readChart.js';
import { leadsBack } from './diagramEdges.js';
import { samePath } from './simplifyChart.js';

/** Transitions that differ only in their event, or only in their guard, share a line. */
export function labelsOf(transitions: readonly ChartTransition[], actions: boolean): string[] {
  const lines = groupBy(transitions, (one) => one.trigger + effectOf(one, actions)).map(
    (alike) => ({
      trigger: alike[0].trigger,
      tail: [guardOf(alike), effectOf(alike[0], actions)].filter(Boolean).join(' '),
    }),
  );
  // A delay is too long to share one.
  return groupBy(lines, ({ trigger, tail }) => tail + (isDelay(trigger) ? trigger : '')).map(
    (alike) => {
      const triggers = alike.map(({ trigger }) => trigger).join(', ');
      return [triggers, alike[0].tail].filter(Boolean).join(' ');
    },
  );
}

function isDelay(trigger: string): boolean {
  return trigger.startsWith('after ');
}

function effectOf({ reenter, actions }: ChartTransition, shown: boolean): string {
  const names = shown && actions.length > 0 && `/ ${actions.join(', ')}`;
  return [reenter && '↺', names].filter(Boolean).join(' ');
}

function guardOf(alike: readonly ChartTransition[]): string {
  const guards = [...new Set(alike.map(({ guard }) => guard))];
  const isCertain = guards.includes('else') && guards.length === alike[0]?.candidates;
  return guards.includes(undefined) || isCertain ? '' : `[${guards.join(' or ')}]`;
}

/** What a state shows without an arrow, one line each. */
export function insideOf(state: ChartState, actions: boolean): string[] {
  const { path, entry, exit, transitions } = state;
  const staying = transitions.filter(({ targets }) => targets.length === 0);
  const handled = staying.filter((one) => one.actions.length > 0);
  const ignored = staying.filter((one) => one.actions.length === 0);
  return [
    ...(actions ? [...line('entry /', entry), ...line('exit /', exit)] : []),
    ...(actions ? labelsOf(handled, true) : line('handles', labelsOf(handled, false))),
    ...line('ignores', labelsOf(ignored, false)),
    ...transitions.flatMap((one) =>
      one.targets
        .filter((to) => leadsBack(path, to))
        .flatMap((to) => {
          const isPlain = samePath(to, path) && state.states.length === 0;
          const target = isPlain ? '' : ` → ${to.join('.') || 'the start'}`;
          return labelsOf([one], actions).map((label) => label + target);
        }),
    ),
  ];
}

export function line(verb: string, words: readonly string[]): string[] {
  return words.length > 0 ? [`${verb} ${words.join(', ')}`] : [];
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
