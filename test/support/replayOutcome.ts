import type { Message } from '../../src/codec/messages.js';
import type { ClaudeActorsError } from '../../src/errors.js';
import type { SessionEmitted } from '../../src/machines/session/sessionTypes.js';
import type { SessionReplay, Settled } from './replaySession.js';

/**
 * How a message that was sent ended, and with which result; `at`: where it settled, if that is
 * not the line of the result.
 */
export type Turn = { started?: number } & (
  | { completed: number; text: string; at?: number }
  | { interrupted: number; text: string; at?: number }
  | { lost: number; code: string }
);

export type Task = { started: number } & (
  | { completed: number }
  | { failed: number }
  | { stopped: number }
);

export type Request = { answered: number } | { refused: number; error: string; code?: string };

/** The outcome of a recorded session. Every number is a line of the recording, counted from 1. */
export interface SessionResult {
  /** In the order of sending. */
  turns: Turn[];
  /** Results that belong to no turn. */
  strays: { result: number; text: string }[];
  tasks: Task[];
  /** The control requests after `initialize`, in the order of asking. */
  requests: Request[];
  warnings: string[];
  /** When the run was over, each time. */
  over: number[];
  /** When the input was closed. */
  eof: number | 'never';
  state: string;
  /** `completed`, or the code of the error. */
  outcome: string;
}

/** The outcome of a replay, with its lines counted as `place` says. */
export function resultOf(replay: SessionReplay, place: (line: number) => number): SessionResult {
  const claimed = new Set<unknown>();
  const lineOf = (message: unknown) => place(replay.lineOf(message));
  const turns = new Map<string, object>();
  const tasks = new Map<string, object>();
  const warnings: string[] = [];
  const over: number[] = [];
  for (const { at, event } of replay.events) {
    if (event.type === 'turn') {
      const before = turns.get(event.uuid);
      if (event.state === 'queued') turns.set(event.uuid, {});
      else if (event.state === 'started') turns.set(event.uuid, { ...before, started: at });
      else {
        const end = endOfTurn(event, replay.promises.get(`turn ${event.uuid}`));
        const line = end.result ? lineOf(end.result) : at;
        claimed.add(end.result);
        const settled = { [event.state]: line, ...end.told, ...(at !== line && { at }) };
        turns.set(event.uuid, { ...before, ...settled });
      }
    }
    if (event.type === 'task') {
      const when = event.state === 'running' ? { started: at } : { [event.state]: at };
      tasks.set(event.id, { ...tasks.get(event.id), ...when });
    }
    if (event.type === 'warning') warnings.push(event.code);
    if (event.type === 'runOver') over.push(at);
  }
  const strays = replay.messages
    .map(({ message }) => message)
    .filter((message) => message.type === 'result' && !claimed.has(message))
    .map((message) => ({ result: lineOf(message), text: textOf(message) }));
  return {
    turns: [...turns.values()] as Turn[],
    strays,
    tasks: [...tasks.values()] as Task[],
    requests: requestsOf(replay),
    warnings,
    over,
    eof: replay.eofAfter ?? 'never',
    state: replay.session.state,
    outcome: outcomeOf(replay),
  };
}

type TurnEvent = Extract<SessionEmitted, { type: 'turn' }>;

/** The event and the promise must agree. */
function endOfTurn(event: TurnEvent, promise: Settled | undefined) {
  const outcome = 'outcome' in event ? event.outcome : undefined;
  if (outcome && 'result' in outcome && promise?.state === 'resolved') {
    const { result } = outcome;
    if (promise.value === result) return { result, told: { text: textOf(result) } };
  }
  if (outcome?.kind === 'lost' && promise?.state === 'rejected') {
    if (promise.error === outcome.error) return { told: { code: outcome.error.code } };
  }
  throw new Error(`the turn is ${event.state}, but its promise is ${JSON.stringify(promise)}`);
}

function textOf(result: Message): string {
  const { result: text, subtype } = result as { result?: string; subtype?: string };
  return text ?? subtype ?? '';
}

function requestsOf({ promises }: SessionReplay): Request[] {
  const requests = [...promises].filter(([name]) => name.startsWith('request '));
  return requests.map(([name, settled]) => {
    if (settled.state === 'pending') throw new Error(`${name} is still open`);
    if (settled.state === 'resolved') return { answered: settled.at };
    const { code, details } = settled.error as ClaudeActorsError;
    const refused = { refused: settled.at, error: code };
    return details.errorCode === undefined ? refused : { ...refused, code: details.errorCode };
  });
}

function outcomeOf({ promises }: SessionReplay): string {
  const ended = promises.get('ended');
  if (ended?.state !== 'resolved') throw new Error('the session has not ended');
  const { kind, error } = ended.value as { kind: string; error?: ClaudeActorsError };
  return error?.code ?? kind;
}
