import type { Frame } from './Output.js';
import type { Task } from './Tasks.js';

/** The `subagent_stats` of a result. */
export function taskStats(spawned: readonly Task[], completed: number, stopped: number): Frame {
  const background = spawned.filter(({ isBackground }) => isBackground).length;
  const types = spawned.map(({ type = '' }) => type);
  return {
    spawned: spawned.length,
    requested: { background, foreground: spawned.length - background, unset: 0 },
    started_in_background: background,
    max_depth: spawned.length > 0 ? 1 : 0,
    spawned_by_subagents: 0,
    completed,
    failed: 0,
    killed: { parent: 0, user: stopped, system: 0 },
    refused: { depth_limit: 0, concurrency_limit: 0, budget: 0 },
    by_type: Object.fromEntries(
      types.map((type) => [type, types.filter((other) => other === type).length]),
    ),
  };
}
