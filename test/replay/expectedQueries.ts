/** The expected outcome of a recorded one-shot run. */
export interface ExpectedQuery {
  /** One per pull: messages by type, warnings by code. */
  items: string[];
  /** The text of the last result, which counts; its subtype if it has no text. */
  result?: string;
  warnings?: { code: string; expected?: boolean }[];
  /** `done`, or the code of the error with which the stream ends. */
  end: string;
  /** The states on the way. */
  states: string[];
}

const init = 'system/init';
const stream = (count: number) => Array<string>(count).fill('stream_event');
const hello = 'Hello from loopback';

const ended = {
  end: 'done',
  states: ['starting', 'streaming', 'resultReceived', 'closed', 'exited'],
};
/** The CLI exits with 1 after an error result. The exit is reported after the result. */
const endedWithOne = {
  end: 'done',
  states: ['starting', 'streaming', 'resultReceived', 'closed', 'exited'],
  warnings: [{ code: 'NonZeroExitAfterResult', expected: true }],
};

const apiError: ExpectedQuery = {
  ...endedWithOne,
  items: [init, 'assistant', 'result', 'NonZeroExitAfterResult'],
  result: 'API Error: 400 bad request',
};
const maxTurns: ExpectedQuery = {
  ...endedWithOne,
  items: [init, 'assistant', 'user', 'result', 'NonZeroExitAfterResult'],
  result: 'error_max_turns',
};
const partialMessages: ExpectedQuery = {
  ...ended,
  items: [init, 'system/status', ...stream(6), 'assistant', ...stream(3), 'result'],
  result: hello,
};
const success: ExpectedQuery = { ...ended, items: [init, 'assistant', 'result'], result: hello };
const unknownFlag: ExpectedQuery = {
  items: [],
  end: 'UnsupportedCliVersion',
  states: ['starting', 'streaming', 'closed', 'exited'],
};

export const expectedQueries: Readonly<Record<string, ExpectedQuery>> = {
  'cli-2.1.325/one-shot-api-error': apiError,
  'cli-2.1.197/one-shot-api-error': apiError,
  // Both results come at the end, the stale one first.
  'cli-2.1.325/one-shot-background-agent': {
    ...ended,
    items: [
      init,
      'assistant',
      'system/background_tasks_changed',
      'system/task_started',
      'user',
      'assistant',
      'assistant',
      'system/task_updated',
      'system/task_notification',
      'system/background_tasks_changed',
      init,
      'assistant',
      'result',
      'result',
    ],
    result: 'Noted.',
  },
  'cli-2.1.197/one-shot-background-agent': {
    ...ended,
    items: [
      init,
      'assistant',
      'system/task_started',
      'user',
      'assistant',
      'assistant',
      'system/task_updated',
      'system/task_notification',
      init,
      'assistant',
      'result',
      'result',
    ],
    result: 'Noted.',
  },
  'cli-2.1.325/one-shot-max-turns': maxTurns,
  'cli-2.1.197/one-shot-max-turns': maxTurns,
  'cli-2.1.325/one-shot-partial-messages': partialMessages,
  'cli-2.1.197/one-shot-partial-messages': partialMessages,
  'cli-2.1.325/one-shot-success': success,
  'cli-2.1.197/one-shot-success': success,
  'cli-2.1.325/one-shot-unknown-flag': unknownFlag,
  'cli-2.1.197/one-shot-unknown-flag': unknownFlag,
};
