import type { SessionResult } from '../support/replayOutcome.js';
import type { Deviation } from '../support/replayWrites.js';

export type ExpectedSession = SessionResult & { deviations: Deviation[] };

/** The recorded driver wrote these without waiting for the answer to `initialize`. */
export const afterHandshake = (lines: number[], until: number): Deviation => ({
  lines,
  until,
  why: 'operations wait for the answer to initialize',
});

/** The recorded driver closed the input here. */
export const afterRun = (eof: number, until: number): Deviation => ({
  lines: [eof],
  until,
  why: 'the input is closed when the run is over: an agent still works in the background',
});

/** What most sessions have in common. */
export const plain = {
  strays: [],
  tasks: [],
  requests: [],
  warnings: [],
  state: 'stopped',
  outcome: 'completed',
  deviations: [],
};

/** The driver's first message came too early. */
export const hasty = { ...plain, deviations: [afterHandshake([3], 4)] };

export const hello = 'Hello from loopback';
export const aborted = 'error_during_execution';

/** A tool call that was refused, and a turn that succeeds. */
export const understood = {
  ...hasty,
  turns: [{ completed: 11, text: 'Understood.' }],
  over: [11],
  eof: 11,
};

/** The CLI is ended from outside in the middle of a turn. */
export const killed: ExpectedSession = {
  ...hasty,
  turns: [{ lost: 6, code: 'TurnLost' }],
  over: [],
  eof: 'never',
  state: 'failed',
  outcome: 'ProcessError',
};

export const answered = (line: number) => ({ answered: line });
export const refused = (line: number, code?: string) => ({
  refused: line,
  error: 'ControlRejected',
  ...(code && { code }),
});
