import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { longestTimeout } from '../../util/longestTimeout.js';
import type { DelayTexts } from '../chart/readChart.js';
import { duration } from '../chart/partNames.js';

/** A standing of a machine, by the name under which its delays are shown; `''` is the usual one. */
export type DelayCases = Readonly<Record<string, AnyMachineSnapshot>>;

/** What each named delay of a machine comes to, asked of the machine itself. */
export function delayTexts(machine: AnyStateMachine, cases: DelayCases): DelayTexts {
  const delays = Object.entries(machine.implementations.delays ?? {});
  return Object.fromEntries(delays.map(([name, delay]) => [name, casesText(delay, cases)]));
}

function casesText(delay: unknown, cases: DelayCases): string {
  const groups = new Map<string, string[]>();
  for (const [name, { context }] of Object.entries(cases)) {
    const text = textOf(delay, context);
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  const parts = [...groups].map(([text, names]) => {
    const isUsual = groups.size === 1 || names.includes('');
    return isUsual ? text : `${names.join(', ')} ${text}`;
  });
  return parts.join(' / ');
}

function textOf(delay: unknown, context: unknown): string {
  const ms: number = typeof delay === 'function' ? delay({ context, event: {} }) : Number(delay);
  return ms >= longestTimeout ? 'never' : duration(ms);
}
