import type { DoneActorEvent } from 'xstate';
import type { CallbackKind, CallbackOutcome } from '../../../src/machines/callbackChart.js';
import type { Outgoing } from '../../../src/machines/cliEvents.js';
import type { ProcessOutput } from '../../../src/machines/processTypes.js';
import type { RequestOutcome } from '../../../src/machines/requestChart.js';
import { sessionChart } from '../../../src/machines/session/sessionChart.js';
import type {
  SessionEmitted,
  SessionInput,
  SessionMachineEvent,
} from '../../../src/machines/session/sessionTypes.js';
import type { TaskOutcome } from '../../../src/machines/taskChart.js';
import type { TurnOutcome } from '../../../src/machines/turnChart.js';
import { stillLaunch } from '../../support/stillLaunch.js';
import { fromCli, refusal, result, success } from './fromCli.js';
import { Walk } from './Walk.js';

export type SessionWalk = Walk<typeof sessionChart>;

export const initialization = { commands: [], models: [], account: {} };

/** A session in each state of its start, with the default limits and times. */
export function checking(input: Partial<SessionInput> = {}): SessionWalk {
  return new Walk(sessionChart, {
    launch: stillLaunch(),
    initialize: '{"subtype":"initialize"}',
    ...input,
  });
}

/** `starting`, with its version accepted. */
export function spawning(
  input: Partial<SessionInput> = {},
  version: string | undefined = '2.1.325',
): SessionWalk {
  return checking(input).take(done('version', { kind: 'accepted', version }));
}

export function initSent(input: Partial<SessionInput> = {}): SessionWalk {
  return spawning(input).take({ type: 'process.spawned', pid: 7 });
}

export function running(input: Partial<SessionInput> = {}): SessionWalk {
  return initSent(input).take(...answered('req_0', initialization));
}

export function done<Output, Id extends string>(
  actorId: Id,
  output: Output,
): DoneActorEvent<Output, Id> {
  return { type: `xstate.done.actor.${actorId}`, output, actorId };
}

export const requestEnd = (id: string, outcome: RequestOutcome): SessionMachineEvent =>
  done(`request#${id}`, { id, outcome });

/** The answer from the CLI, and the end of the request to which it leads. */
export function answered(id: string, response: unknown = {}): SessionMachineEvent[] {
  return [...fromCli(success(id, response)), requestEnd(id, { kind: 'succeeded', response })];
}

export function refusedByCli(id: string, error = 'no'): SessionMachineEvent[] {
  return [...fromCli(refusal(id, error)), requestEnd(id, { kind: 'rejected', error })];
}

export const callbackEnd = (
  requestId: string,
  kind: CallbackKind,
  outcome: CallbackOutcome = { kind: 'answered', body: '{}' },
): SessionMachineEvent => done(`callback#${requestId}`, { requestId, kind, label: 'x', outcome });

export const turnEnd = (
  uuid: string,
  outcome: TurnOutcome = { kind: 'completed', result: result() },
): SessionMachineEvent => done(`turn#${uuid}`, { uuid, outcome });

export const taskEnd = (id: string, outcome: TaskOutcome = 'completed'): SessionMachineEvent =>
  done(`task#${id}`, { id, outcome });

export const exitOf = (code: number | null): ProcessOutput => ({
  kind: 'exited',
  code,
  signal: code === null ? 'SIGKILL' : null,
  leftovers: [],
});

export const gone = (code: number | null = 0) => done('process', exitOf(code));

export const send = (uuid: string): SessionMachineEvent => ({
  type: 'op.send',
  uuid,
  line: `message ${uuid}`,
});

export const ask = (key: string, subtype = 'mcp_status'): SessionMachineEvent => ({
  type: 'op.request',
  key,
  subtype,
  body: JSON.stringify({ subtype }),
});

export const end: SessionMachineEvent = { type: 'op.end' };
export const stop: SessionMachineEvent = { type: 'op.stop', reason: 'stop' };

/** The lines that the last step gave to the process. */
export function written(walk: SessionWalk): Outgoing[] {
  return walk
    .sentTo('process')
    .flatMap((order) => ('line' in order ? [order.line as Outgoing] : []));
}

type EmittedType = SessionEmitted['type'];

export function said<Type extends EmittedType>(
  walk: SessionWalk,
  type: Type,
): Extract<SessionEmitted, { type: Type }>[] {
  return walk.emitted.filter(
    (event): event is Extract<SessionEmitted, { type: Type }> => event.type === type,
  );
}

export const warnings = (walk: SessionWalk): string[] =>
  said(walk, 'warning').map(({ code }) => code);
