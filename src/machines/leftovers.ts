import type { LeftoverProcess } from './processTypes.js';

/** Adds what a sweep found to what an earlier one did. */
export function addLeftovers(
  known: readonly LeftoverProcess[],
  found: readonly LeftoverProcess[],
): readonly LeftoverProcess[] {
  const pids = new Set(known.map(({ pid }) => pid));
  return [...known, ...found.filter(({ pid }) => !pids.has(pid))];
}

/** The text of the warning `OrphanProcessKilled`, and its context. */
export function leftoversKilled(leftovers: readonly LeftoverProcess[]): {
  message: string;
  context: { count: number; processes: readonly LeftoverProcess[] };
} {
  const { length: count } = leftovers;
  const names = leftovers.map(({ pid, command }) => `${pid} (${command || 'unknown'})`);
  const processes = count === 1 ? 'a process' : `${count} processes`;
  const message = `Claude Code left ${processes} behind, and ${count === 1 ? 'it was' : 'they were'} killed: ${names.slice(0, 3).join(', ')}${count > 3 ? ', …' : ''}. Set \`leftovers: 'keep'\` to let such processes live on.`;
  return { message, context: { count, processes: leftovers } };
}
