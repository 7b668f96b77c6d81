import type { ActorLogic, ActorScope, EmittedFrom, EventFrom, SnapshotFrom } from 'xstate';
import { sessionMachine } from './actors/machines.js';
import { Launch } from './actors/process/Launch.js';
import { sessionIdIn } from './actors/standaloneActor.js';
import { sessionInput } from './embedding.js';
import { lostInRestart } from './machines/session/sessionErrors.js';
import type { MessagesEmitted } from './machines/session/sessionTypes.js';
import { openTurns } from './machines/session/turnLedger.js';
import type { Options } from './options/types.js';
import { parentOf } from './util/parentOf.js';

/** How `sessionLogic` starts a session. */
export interface SessionLogicStart {
  /** How to start the CLI and how to talk to it. */
  options?: Options;
  /** The first message. It is not sent again when the session is restored. */
  prompt?: string;
}

type MachineSnapshot = SnapshotFrom<typeof sessionMachine>;
type MachineEvent = EventFrom<typeof sessionMachine>;
type MachineEmitted = EmittedFrom<typeof sessionMachine>;
type AnySystem = ActorScope<MachineSnapshot, MachineEvent>['system'];
type Scope = ActorScope<MachineSnapshot, MachineEvent, AnySystem, MachineEmitted>;

/** A session as actor logic for `invoke` and `spawn`, with an input of your own. */
export type SessionLogic<Input> = ActorLogic<
  MachineSnapshot,
  MachineEvent,
  Input,
  AnySystem,
  MachineEmitted
>;

/** What is known of a session, apart from its snapshot. */
interface Known<Input> {
  input: Input;
  sessionId?: string | undefined;
  /** Whether there is anything to resume. */
  hasStarted: boolean;
  /** The messages that had no result when the session was persisted. */
  lostTurns: readonly string[];
}

/** What a running session is reduced to: JSON, without options, functions and secrets. */
type Persisted<Input> = Known<Input> & { status: 'active' };

const startedBy: ReadonlySet<string> = new Set(['assistant', 'user', 'result', 'stream_event']);

/**
 * A session for your own machine that can be restored from a persisted snapshot: it then continues
 * its conversation with `resume`. Messages that had no result are reported as `lost` and are not
 * sent again.
 *
 * @param start - Returns the options, and the first message, for the `input` of the actor. It is
 * called again when the session is restored, so the snapshot contains neither functions nor
 * secrets. The input is part of the snapshot and must be JSON.
 */
export function sessionLogic<Input = undefined>(
  start: (input: Input) => SessionLogicStart,
): SessionLogic<Input> {
  /** By the session's launch, which is the same in all its snapshots. */
  const sessions = new WeakMap<object, Known<Input>>();

  function begin(scope: Scope, known: Known<Input>, { options, prompt }: SessionLogicStart) {
    const input = sessionInput(options, prompt);
    const { sessionId } = Launch.planOf(input.launch);
    const session = { ...known, sessionId };
    sessions.set(input.launch, session);
    scope.self.on('messages', (emitted: MessagesEmitted) => {
      session.sessionId = sessionIdIn(emitted) ?? session.sessionId;
      session.hasStarted ||= emitted.frames.some(({ message }) => startedBy.has(message.type));
    });
    return sessionMachine.getInitialSnapshot(scope, input);
  }

  const logic: SessionLogic<Input> = {
    getInitialSnapshot(scope, input) {
      const given = start(input);
      const { resume, forkSession } = given.options ?? {};
      const hasStarted = resume !== undefined && !forkSession;
      return begin(scope, { input, hasStarted, lostTurns: [] }, given);
    },
    restoreSnapshot(snapshot, scope) {
      if (snapshot.status !== 'active') return snapshot as MachineSnapshot;
      const persisted = snapshot as unknown as Persisted<Input>;
      const { input, sessionId, hasStarted, lostTurns } = persisted;
      const { options } = start(input);
      const resumes = hasStarted && sessionId !== undefined;
      const begun = { options: resumes ? resuming(options, sessionId) : options };
      return begin(scope, { input, hasStarted, lostTurns }, begun);
    },
    start(snapshot, scope) {
      sessionMachine.start(snapshot);
      const { lostTurns = [], sessionId } = sessions.get(snapshot.context.launch) ?? {};
      for (const uuid of lostTurns) {
        const turn = { uuid, state: 'lost' as const, error: lostInRestart(sessionId) };
        scope.emit({ type: 'turn', ...turn });
        // What is emitted is forwarded only once the session has begun to start.
        parentOf(scope.self)?.send({ type: 'claude.turn', ...turn });
      }
    },
    transition: (snapshot, event, scope) => sessionMachine.transition(snapshot, event, scope),
    getPersistedSnapshot(snapshot) {
      const { status, context } = snapshot;
      if (status !== 'active') return sessionMachine.getPersistedSnapshot(snapshot);
      const lostTurns = [
        ...context.prompt.map(({ uuid }) => uuid),
        ...context.queue.flatMap((one) => (one.kind === 'send' ? [one.uuid] : [])),
        ...openTurns(context.turns).map(({ uuid }) => uuid),
      ];
      const persisted = { ...sessions.get(context.launch), status, lostTurns };
      return persisted as unknown as MachineSnapshot;
    },
  };
  // Everything else, such as the chart that inspectors draw, is the machine's own.
  return Object.create(sessionMachine, Object.getOwnPropertyDescriptors(logic));
}

/** Continues this conversation, whichever one the options would start with. */
function resuming(options: Options = {}, sessionId: string): Options {
  const { sessionId: _, continue: __, forkSession: ___, ...rest } = options;
  return { ...rest, resume: sessionId };
}
