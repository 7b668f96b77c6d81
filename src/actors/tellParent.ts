import type { AnyActorRef } from 'xstate';
import type { MessageFrame } from '../codec/frames.js';
import type { Message } from '../codec/messages.js';
import type { ClaudeActorsError } from '../errors.js';
import type { QueryEmitted, QueryItem } from '../machines/query/queryTypes.js';
import type {
  PublicState,
  SessionEmitted,
  SessionOutcome,
} from '../machines/session/sessionTypes.js';
import type { Warning } from '../options/runtimeTypes.js';
import { parentOf } from '../util/parentOf.js';

type QueryState = Extract<QueryEmitted, { type: 'stateChanged' }>['state'];

/** What a machine receives from a session or a query that it invokes or spawns. */
export type ClaudeEvent =
  | {
      type: 'claude.message';
      /** The message. */
      message: Message;
    }
  | {
      type: 'claude.stateChanged';
      /** The new state. */
      state: PublicState | QueryState;
    }
  | {
      type: 'claude.warning';
      /** The warning. */
      warning: Warning;
    }
  /** An error after which a query goes on. */
  | {
      type: 'claude.error';
      /** The error. The query goes on. */
      error: ClaudeActorsError;
    }
  /** The process is gone; nothing follows. */
  | {
      type: 'claude.done';
      /** How it ended. */
      outcome: SessionOutcome;
    };

/** Tells the parent of a session's or a query's actor what happens, if it has one. */
export function tellParent(
  owner: AnyActorRef,
  shows: (frame: MessageFrame) => boolean = () => true,
): void {
  const parent = parentOf(owner);
  if (!parent) return;
  const send = (event: ClaudeEvent) => parent.send(event);
  let outcome: SessionOutcome = { kind: 'completed' };
  owner.on('*', (emitted: SessionEmitted | QueryEmitted) => {
    if (emitted.type === 'ended' && emitted.error) {
      outcome = { kind: 'failed', error: emitted.error };
    }
    for (const event of eventsOf(emitted, shows)) send(event);
  });
  owner.subscribe({
    complete: () => {
      const { status, output } = owner.getSnapshot() as { status: string; output?: SessionOutcome };
      // One that its parent has stopped has nothing to tell it.
      if (status === 'done') send({ type: 'claude.done', outcome: output ?? outcome });
    },
    // XState tells the parent itself; without this it would report the fault as unhandled, too.
    error() {},
  });
}

function eventsOf(
  emitted: SessionEmitted | QueryEmitted,
  shows: (frame: MessageFrame) => boolean,
): ClaudeEvent[] {
  switch (emitted.type) {
    case 'messages':
      return emitted.frames
        .filter(shows)
        .map(({ message }) => ({ type: 'claude.message', message }));
    case 'items':
      return emitted.items.map(eventOf);
    case 'stateChanged':
      return [{ type: 'claude.stateChanged', state: emitted.state }];
    case 'warning': {
      const { type: _, ...warning } = emitted;
      return [{ type: 'claude.warning', warning }];
    }
    default:
      return [];
  }
}

function eventOf(item: QueryItem): ClaudeEvent {
  switch (item.kind) {
    case 'message':
      return { type: 'claude.message', message: item.message };
    case 'warning':
      return { type: 'claude.warning', warning: item.warning };
    case 'error':
      return { type: 'claude.error', error: item.error };
  }
}
