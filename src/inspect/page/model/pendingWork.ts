import { type ActorDescription, describeActor } from './displayNames.js';
import type { ActorModel, SystemModel } from './systemModel.js';

/** Something that a session waits for: a request, a callback, a turn or a task. */
export interface PendingWork extends ActorDescription {
  id: string;
  state: string;
  since: number;
  timeoutMs?: number;
}

/** What a session waits for, the oldest first. */
export function pendingWork({ actors }: SystemModel, session: string): PendingWork[] {
  return Object.values(actors)
    .filter(({ parent, status }) => parent === session && status === 'active')
    .flatMap((actor) => {
      const description = describeActor(actor);
      return description ? [{ ...description, ...progressOf(actor) }] : [];
    })
    .sort((one, other) => one.since - other.since);
}

function progressOf({ id, metadata, active, createdAt: since }: ActorModel) {
  const timeoutMs = metadata?.timeoutMs;
  return {
    id,
    // A running callback has a state inside for its reminders, which is of no interest here.
    state: active.includes('open.running') ? 'running' : (active.at(-1)?.split('.').at(-1) ?? ''),
    since,
    ...(typeof timeoutMs === 'number' && { timeoutMs }),
  };
}
