import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, jest } from '@jest/globals';
import {
  ClaudeActorsError,
  type Options,
  type Session,
  type SessionStart,
  startSession,
  type Warning,
} from '../../../src/index.js';
import { endProcesses, isAlive } from '../../support/processes.js';
import { cliFixture, smallEnv } from '../../support/startCli.js';
import { until } from '../../support/until.js';

jest.setTimeout(30_000);

export type Json = Record<string, unknown>;

/** A thing that the CLI does; `$id` and `$uuid` in what it says are those of the frame it heard. */
export type Act =
  | readonly ['say', Json | string]
  | readonly ['write', string]
  | readonly ['sayLong', number]
  | readonly ['complain', string, number?]
  | readonly ['exit', number]
  | readonly ['raise', NodeJS.Signals]
  | readonly ['leaveHolder']
  | readonly ['note', string]
  /** Waits, and does nothing else, until the file exists. */
  | readonly ['awaitFile', string];

export const hello: Act = [
  'say',
  { type: 'assistant', session_id: 's', message: { role: 'assistant', content: [] } },
];
/** The result of the message that it heard. */
export const answer: Act = [
  'say',
  {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'done',
    session_id: 's',
    user_message_uuids: ['$uuid'],
  },
];

/** What it does, and when; a scene that is left out is played well. */
export interface Play {
  start?: readonly Act[];
  initialize?: readonly Act[];
  request?: readonly Act[];
  message?: readonly Act[];
  /** When it is asked for its version. */
  version?: readonly Act[];
  /** To an answer of ours. */
  reply?: readonly Act[];
  /** At the end of its input. */
  end?: readonly Act[];
  reads?: false;
  /** It keeps running although nothing needs it. */
  stays?: true;
  ignores?: readonly NodeJS.Signals[];
}

type Note =
  | { pid: number }
  | { heard: Json }
  | { holder: number }
  | { signal: string }
  | { noted: string };

export interface ActorCli {
  options: Options;
  /** The frames that reached it. */
  heard(): Json[];
  signals(): string[];
  /** The processes that it left behind. */
  holders(): number[];
  /** What it noted on its own account. */
  noted(): string[];
  pids(): number[];
  hasStarted(): boolean;
  isGone(): boolean;
}

const root = mkdtempSync(join(tmpdir(), 'claude-actors-bad-'));
const shown: ActorCli[] = [];
let count = 0;

/** A path in a folder of this test file's own. */
export function freshPath(name: string): string {
  count += 1;
  return join(root, `${count}-${name}`);
}

/** A real process that plays a part; its test fails if it outlives it. */
export function actorCli(play: Play = {}, options: Options = {}): ActorCli {
  const file = freshPath('notes');
  const notes = () =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Note);
  const pids = () => notes().flatMap((note) => ('pid' in note ? [note.pid] : []));
  const cli: ActorCli = {
    options: {
      pathToClaudeCodeExecutable: cliFixture('actor.mjs'),
      env: { ...smallEnv, PLAY: JSON.stringify(play), NOTES: file },
      envMode: 'replace',
      skipVersionCheck: true,
      ...options,
      timeouts: { shutdown: { end: 400, terminate: 300, kill: 600 }, ...options.timeouts },
    },
    heard: () => notes().flatMap((note) => ('heard' in note ? [note.heard] : [])),
    signals: () => notes().flatMap((note) => ('signal' in note ? [note.signal] : [])),
    holders: () => notes().flatMap((note) => ('holder' in note ? [note.holder] : [])),
    noted: () => notes().flatMap((note) => ('noted' in note ? [note.noted] : [])),
    pids,
    hasStarted: () => pids().length > 0,
    isGone: () => !pids().some(isAlive),
  };
  shown.push(cli);
  return cli;
}

const open: Session[] = [];

export async function start(
  play: Play = {},
  options: Options = {},
  more: Omit<SessionStart, 'options'> = {},
): Promise<{ session: Session; cli: ActorCli }> {
  const cli = actorCli(play, options);
  const session = await within('the start', startSession({ ...more, options: cli.options }));
  open.push(session);
  return { session, cli };
}

afterEach(async () => {
  for (const session of open.splice(0)) await within('stop()', session.stop());
  for (const cli of shown.splice(0)) {
    try {
      await until('the CLI of this test to be gone', cli.isGone, 5000);
    } finally {
      endProcesses([...cli.pids(), ...cli.holders()]);
    }
  }
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a promise comes to, if it does so in time. */
export async function within<Value>(what: string, promise: Promise<Value>, ms = 8000) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${ms} ms.`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The error that a promise rejects with, or that a function throws, in time. */
export async function failureOf(run: Promise<unknown> | (() => unknown)) {
  try {
    await within('the failure', Promise.resolve(typeof run === 'function' ? run() : run));
  } catch (error) {
    if (error instanceof ClaudeActorsError) return error;
    throw error;
  }
  throw new Error('nothing failed');
}

const verbs =
  'add|answer|ask|await|build|call|catch|check|correct|create|fix|give|install|log|look|make|mend|name|pass|raise|read|reinstall|remove|report|run|see|send|set|start|try|unset|update|use|write';
const step = new RegExp(
  `(?:^|[;:,] )(?:or |and |please )?((?:${verbs})\\b.*)|((?:Did you mean|must be|must hold|needs) .*)`,
  'i',
);

/** What a message says to do: `Pass …`, `Did you mean …`, `must be …`, `needs …`. */
export function nextSteps(message: string): string[] {
  return message
    .split(/(?<=[.?])\s+|\n/)
    .flatMap((sentence) => step.exec(sentence)?.slice(1) ?? [])
    .filter((found) => found !== undefined);
}

/** An error or a warning of this code, whose advice (and not just its complaint) says `step`. */
export function expectAdvice(
  told: ClaudeActorsError | Warning | undefined,
  code: string,
  step: RegExp,
): void {
  expect(told).toMatchObject({ code });
  // Programs compare these texts of the official SDK, so they hold no advice; a cause does.
  if (told?.message === 'Claude Code process aborted by user') return;
  const cause = told instanceof Error ? (told.cause as Error | undefined) : undefined;
  const isOfficial = told?.message === 'Query closed before response received';
  const advice = nextSteps((isOfficial ? cause?.message : told?.message) ?? '').join(' ');
  expect({ advice, of: told?.message }).toMatchObject({ advice: expect.stringMatching(step) });
}

export const codes = (told: readonly { code: string }[]) => told.map(({ code }) => code);
