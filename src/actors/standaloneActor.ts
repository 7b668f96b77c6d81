import type { AnyActorRef } from 'xstate';
import type { UserContent } from '../codec/blocks.js';
import { encodeAnyRequest } from '../codec/control.js';
import type { MessageFrame } from '../codec/frames.js';
import type { Message } from '../codec/messages.js';
import type { ClaudeActorsError } from '../errors.js';
import type { QueryEmitted, QueryItem } from '../machines/query/queryTypes.js';
import type {
  PublicState,
  SessionEmitted,
  SessionOrder,
  SessionOutcome,
} from '../machines/session/sessionTypes.js';
import { type TurnReport, turnReport } from '../machines/session/turnReport.js';
import type { ApprovalNotice } from '../options/approvalTypes.js';
import type { Warning } from '../options/runtimeTypes.js';
import { withoutSecrets } from '../secrets/redactDeep.js';
import { parentOf } from '../util/parentOf.js';
import { type UserFrame, userMessage } from './messages/userMessage.js';
import type { Observer } from './observing/Observer.js';
import { cancelledMessageUuid, machineFailed } from './operations.js';
import { type BoundRun, bindLifetime, type RunResources } from './runLifetime.js';

type QueryState = Extract<QueryEmitted, { type: 'stateChanged' }>['state'];

/** What a machine that invokes or spawns `sessionMachine` or `queryMachine` receives. */
export type ClaudeEvent =
  | {
      type: 'claude.message';
      /** A message from the CLI. */
      message: Message;
    }
  | {
      type: 'claude.stateChanged';
      /** The state that the session or query has entered. */
      state: PublicState | QueryState;
    }
  | {
      type: 'claude.sessionId';
      /** The id of the conversation, for `resume`. Sent when it is known, and when it changes. */
      sessionId: string;
    }
  /** Something happened to a message that was sent. */
  | ({ type: 'claude.turn' } & TurnReport)
  | {
      type: 'claude.task';
      /** The id of the background task. */
      id: string;
      /** The new state. */
      state: 'running' | 'completed' | 'failed' | 'stopped';
      /** What the task does. */
      description?: string;
    }
  | {
      type: 'claude.permission';
      /** The id of the CLI's request. */
      id: string;
      /** Whether it waits for an answer. */
      state: 'open' | 'settled';
      /** The tool that it is about. */
      toolName?: string;
    }
  /** A tool call waits for an approval, or one that did has changed. */
  | ({ type: 'claude.approval' } & ApprovalNotice)
  | {
      type: 'claude.warning';
      /** Something is off, but the run goes on. */
      warning: Warning;
    }
  | {
      type: 'claude.error';
      /** An error that does not end a query. */
      error: ClaudeActorsError;
    }
  | {
      type: 'claude.done';
      /** How the run ended. The process is gone, and this is the last event. */
      outcome: SessionOutcome;
    };

/** Creates the events that a session actor accepts. */
export const sessionOrders = {
  /** Sends a message. The `uuid` in the event names its turn in what the session emits. */
  send(content: UserContent | UserFrame): Extract<SessionOrder, { type: 'op.send' }> {
    return { type: 'op.send', ...userMessage(content) };
  },
  /** Sends a control request. The session emits its outcome as `settled` with the same `key`. */
  request(
    key: string,
    subtype: string,
    fields: object = {},
  ): Extract<SessionOrder, { type: 'op.request' }> {
    const body = encodeAnyRequest(subtype, fields);
    const cancelsMessage = cancelledMessageUuid(subtype, fields);
    return { type: 'op.request', key, subtype, body, cancelsMessage };
  },
  /** Closes input once the run is over. */
  end(): SessionOrder {
    return { type: 'op.end' };
  },
  /** Stops the session now. */
  stop(): SessionOrder {
    return { type: 'op.stop', reason: 'stop' };
  },
};

/** Sets up an actor that runs without a handle the way `Session` or `Query` would. */
export function wireStandaloneActor(
  actor: AnyActorRef,
  { observer, ...resources }: RunResources & { observer: Observer | undefined },
): void {
  if (observer) observe(actor, observer);
  bindLifetime(resources, {
    warn(given) {
      const warning = withoutSecrets(given);
      observer?.session({ type: 'warning', ...warning });
      parentOf(actor)?.send({ type: 'claude.warning', warning });
    },
    approval(notice) {
      parentOf(actor)?.send({ type: 'claude.approval', ...withoutSecrets(notice) });
    },
    control: controlOf(actor),
    abort() {
      actor.send({ type: 'op.stop', reason: 'abort' });
      actor.send({ type: 'query.close', reason: 'abort' });
    },
    onEnded: (end) => actor.subscribe({ complete: end, error: end }),
  });
}

/** Forwards what a session or query emits to the machine that invoked it, if one did. */
export function forwardToParent(
  actor: AnyActorRef,
  isVisible: (frame: MessageFrame) => boolean = () => true,
): void {
  const parent = parentOf(actor);
  if (!parent) return;
  const send = (event: ClaudeEvent) => parent.send(event);
  let outcome: SessionOutcome = { kind: 'completed' };
  let sessionId: string | undefined;
  actor.on('*', (emitted: SessionEmitted | QueryEmitted) => {
    if (emitted.type === 'ended' && emitted.error) {
      outcome = { kind: 'failed', error: emitted.error };
    }
    const id = sessionIdIn(emitted);
    if (id !== undefined && id !== sessionId) send({ type: 'claude.sessionId', sessionId: id });
    sessionId = id ?? sessionId;
    for (const event of parentEvents(emitted, isVisible)) send(event);
  });
  actor.subscribe({
    complete: () => {
      const { status, output } = actor.getSnapshot() as { status: string; output?: SessionOutcome };
      // If its parent stopped it, the parent knows.
      if (status === 'done') send({ type: 'claude.done', outcome: output ?? outcome });
    },
    // XState notifies the parent. Without this, it would also report the error as unhandled.
    error() {},
  });
}

/** Sends control requests of this library, which waits for the answers but does not read them. */
function controlOf(actor: AnyActorRef): NonNullable<BoundRun['control']> {
  const pending = new Map<string, (answer: unknown) => void>();
  let sent = 0;
  actor.on('settled', ({ key }: Extract<SessionEmitted, { type: 'settled' }>) => {
    pending.get(key)?.(undefined);
    pending.delete(key);
  });
  return (subtype, fields) => {
    sent += 1;
    const key = `claude-actors.mcp_${sent}`;
    actor.send({ type: 'op.request', key, subtype, body: encodeAnyRequest(subtype, fields) });
    return new Promise((resolve) => pending.set(key, resolve));
  };
}

function observe(actor: AnyActorRef, observer: Observer): void {
  actor.on('*', (emitted: SessionEmitted | QueryEmitted) => {
    if (emitted.type === 'items' || emitted.type === 'ended') observer.query(emitted);
    else observer.session(emitted as SessionEmitted);
  });
  actor.subscribe({
    complete: () => {
      const { output } = actor.getSnapshot() as { output?: SessionOutcome };
      observer.ended(output?.kind === 'failed' ? output.error : undefined);
    },
    error: (cause) => observer.ended(machineFailed('session', cause)),
  });
}

/** The id of the conversation, if the messages of an event have one. */
function sessionIdIn(emitted: SessionEmitted | QueryEmitted): string | undefined {
  if (emitted.type === 'messages') return emitted.frames.at(-1)?.message.session_id || undefined;
  if (emitted.type !== 'items') return undefined;
  const last = emitted.items.findLast((item) => item.kind === 'message');
  return last?.message.session_id || undefined;
}

function parentEvents(
  emitted: SessionEmitted | QueryEmitted,
  isVisible: (frame: MessageFrame) => boolean,
): ClaudeEvent[] {
  switch (emitted.type) {
    case 'messages':
      return emitted.frames
        .filter(isVisible)
        .map(({ message }) => ({ type: 'claude.message', message }));
    case 'items':
      return emitted.items.map(eventOf);
    case 'stateChanged':
      return [{ type: 'claude.stateChanged', state: emitted.state }];
    case 'turn':
      return [{ type: 'claude.turn', ...turnReport(emitted) }];
    case 'task':
      return [{ ...emitted, type: 'claude.task' }];
    case 'permission':
      return [{ ...emitted, type: 'claude.permission' }];
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
