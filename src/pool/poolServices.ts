import type { MessageFrame } from '../codec/frames.js';
import type { ResultMessage } from '../codec/results.js';
import type { EventHub } from '../EventHub.js';
import type { ClaudeActorsError } from '../errors.js';
import { residentMb } from '../ffi/process/residentMb.js';
import type { UserMessageOut } from '../machines/session/sessionTypes.js';
import { trackedCount } from '../machines/session/taskLedger.js';
import type { Options } from '../options/types.js';
import type { Session } from '../Session.js';
import type { SessionListener } from '../SessionTurns.js';
import type { PoolApprovals } from './PoolApprovals.js';

/** A running session, as the pool uses it. */
export interface ConnectedSession {
  session: Session;
  send(message: UserMessageOut): void;
  isVisible(frame: MessageFrame): boolean;
}

/** Which conversation it is. */
export interface ConversationIdentity {
  readonly key: string;
  readonly tenant: string;
  /** What the pool and its machines call it: tenants may use the same key. */
  readonly name: string;
  /** Its id in the CLI, which can change. */
  readonly sessionId: string;
}

/** What a conversation needs of its pool. */
export interface PoolServices {
  optionsOf(key: string, tenant: string): Options | Promise<Options>;
  /** The id that a store remembers for a key. */
  idOf(key: string): Promise<string | undefined>;
  remember(key: string, sessionId: string): Promise<void>;
  /** Whether the conversation was created without a key, so that nothing can exist under its id. */
  isNew: boolean;
  /** Whether the id of the conversation can be the one of a spare. */
  mayTakeSpare(): boolean;
  /** Rejects if the session does not start. The listener gets every event, from the first one on. */
  start(options: Options, listener: SessionListener): Promise<ConnectedSession>;
  takeSpare(id: string, listener: SessionListener): ConnectedSession | undefined;
  /** A message waits, or none does any more. */
  notify(type: 'pool.message' | 'pool.withdrawn'): void;
  /** Tells those who follow all conversations of the pool. */
  relay: EventHub['notify'];
  /** Absent if the pool has none. */
  approvals: PoolApprovals | undefined;
  /** Why no message can be sent; undefined if one can. */
  refusal(): ClaudeActorsError | undefined;
}

/** Whether a run ended because a call waits for an approval. */
export function isDeferred(result: ResultMessage | undefined): boolean {
  return result?.subtype === 'success' && result.stop_reason === 'tool_deferred';
}

/** Calls `listen` when a session has ended: at once if nobody could listen before that. */
export function onEnd(session: Session, listen: (error?: ClaudeActorsError) => void): void {
  for (const end of ['completed', 'stopped'] as const) session.on(end, () => listen());
  session.on('failed', ({ error }) => listen(error));
  if (session.state === 'stopped' || session.state === 'failed') listen();
}

/** The memory of a session's process, in MiB, as far as it can be measured. */
export async function memoryOf(session: Session | undefined): Promise<number | undefined> {
  return session?.pid === undefined ? undefined : residentMb(session.pid);
}

/** Whether a session can be sent messages. */
export function isRunning(session: Session | undefined): boolean {
  return session?.actor.getSnapshot().matches('running') ?? false;
}

/** Calls `listen` when agents start to work in the background, and when the last one is done. */
export function onBackgroundWork(session: Session, listen: (hasAgents: boolean) => void): void {
  let hadAgents = false;
  session.actor.subscribe(({ context: { tasks, settings } }) => {
    const hasAgents = trackedCount(tasks, settings.waitFor) > 0;
    if (hasAgents !== hadAgents) listen(hasAgents);
    hadAgents = hasAgents;
  });
}

/** Whether a session has nothing left to do. */
export function hasNothingToDo(session: Session | undefined): boolean {
  const snapshot = session?.actor.getSnapshot();
  return snapshot?.matches({ running: { run: 'over' } }) ?? true;
}
