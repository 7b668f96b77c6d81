import type { AnyActorRef } from 'xstate';
import { processChart } from '../../../src/machines/processChart.js';
import type {
  ProcessEvent,
  ProcessInput,
  ProcessOrder,
} from '../../../src/machines/processTypes.js';
import { spawning as sessionSpawning } from './sessionWalk.js';
import { Walk } from './Walk.js';

export type ProcessWalk = Walk<typeof processChart>;

/** What a session gives its process. */
export function input(): ProcessInput {
  const process = sessionSpawning().spawned.find(({ id }) => id === 'process');
  return { ...(process?.input as ProcessInput), owner: { id: 'owner' } as AnyActorRef };
}

export const spawning = (): ProcessWalk => new Walk(processChart, input());
export const alive = (): ProcessWalk => spawning().take({ type: 'os.spawned', pid: 7 });

export const ended: ProcessOrder = { type: 'process.end' };
export const stopped = (working: boolean): ProcessOrder => ({ type: 'process.stop', working });
export const eof = { type: 'os.closeInput' };
export const signal = (name: string) => ({ type: 'os.kill', signal: name });
export const exit = { code: 0, signal: null };
export const leftover = (pid: number) => ({ pid, command: 'sleep 600' });
export const swept = (...pids: number[]): ProcessEvent => ({
  type: 'os.swept',
  found: pids.map(leftover),
});
export const write = (tag: string): ProcessOrder => ({
  type: 'process.write',
  line: { kind: 'message', line: tag },
  tag,
});
export const unwrite = (tag: string): ProcessOrder => ({ type: 'process.unwrite', tag });
export const wrote = (tag: string) => ({
  type: 'os.write',
  lines: [{ line: { kind: 'message', line: tag }, tag }],
});
export const wroteBatch = (...tags: string[]) => ({
  type: 'os.write',
  lines: tags.map((tag) => ({ line: { kind: 'message', line: tag }, tag })),
  notify: true,
});
export const drained = { type: 'os.drained' } as const;
/** The pipe is full, and has not taken the line of this tag. */
export const blocked = (tag: string) => alive().take(write(tag), { type: 'os.blocked', tag });

/** Lets every timer of the ladder fire: which signal comes at which time from its start. */
export function climb(walk: ProcessWalk): [string, number][] {
  const rungs: [string, number][] = [];
  let now = 0;
  for (let [ms] = walk.timers; ms !== undefined; [ms] = walk.timers) {
    now += ms;
    walk.elapse(ms);
    for (const order of walk.sentTo('os')) {
      rungs.push(['signal' in order ? String(order.signal) : order.type, now]);
    }
  }
  return rungs;
}

export const ready = { alive: { input: 'ready', writes: 'intact', output: 'open' } };
