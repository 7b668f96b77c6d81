import {
  aborted,
  afterHandshake,
  afterRun,
  answered,
  type ExpectedSession,
  hasty,
  hello,
  killed,
  plain,
  refused,
  understood,
} from './outcomes.js';

/** The expected outcome of every recorded session. Every number is a line of its recording. */
export const expectedSessions: Readonly<Record<string, ExpectedSession>> = {
  // The agent's follow-up turn has a result of its own, and the run lasts until after it.
  'cli-2.1.325/session-background-agent': {
    ...plain,
    turns: [{ started: 7, completed: 16, text: 'Launched.' }],
    strays: [{ result: 24, text: 'Noted.' }],
    tasks: [{ started: 11, completed: 19 }],
    over: [3, 25],
    eof: 25,
  },
  // Says idle while the agent works.
  'cli-2.1.197/session-background-agent': {
    ...plain,
    turns: [{ completed: 13, text: 'Launched.' }],
    strays: [{ result: 22, text: 'Noted.' }],
    tasks: [{ started: 8, completed: 17 }],
    over: [3, 23],
    eof: 23,
    deviations: [afterRun(15, 23)],
  },

  // A background shell may never end: nobody waits for it, but its follow-up opens the run again.
  'cli-2.1.325/session-background-bash': {
    ...plain,
    turns: [{ started: 7, completed: 14, text: 'Started.' }],
    strays: [{ result: 23, text: 'Noted.' }],
    tasks: [{ started: 11, completed: 17 }],
    over: [3, 16, 24],
    eof: 16,
  },
  'cli-2.1.197/session-background-bash': {
    ...plain,
    turns: [{ completed: 11, text: 'Started.' }],
    strays: [{ result: 18, text: 'Noted.' }],
    tasks: [{ started: 8, completed: 13 }],
    over: [3, 12, 19],
    eof: 12,
  },

  // Answers come in another order than the requests. The interrupt finds nothing to interrupt.
  'cli-2.1.325/session-control-operations': {
    ...plain,
    turns: [],
    requests: [
      answered(17),
      answered(13),
      refused(15, 'bypass_not_launched'),
      answered(16),
      answered(18),
      refused(19),
      refused(20),
      answered(21),
      refused(22, 'unsupported_request'),
    ],
    over: [22],
    eof: 22,
    deviations: [afterHandshake([3, 4, 5, 6, 7, 8, 9, 10, 11], 12)],
  },
  'cli-2.1.197/session-control-operations': {
    ...plain,
    turns: [],
    requests: [
      answered(14),
      answered(15),
      refused(17),
      answered(18),
      answered(19),
      refused(20),
      refused(21),
      answered(22),
      refused(23),
    ],
    over: [23],
    eof: 23,
    deviations: [afterHandshake([3, 4, 5, 6, 7, 8, 9, 10, 11], 12)],
  },

  // Nothing is written for the hook that the CLI has cancelled.
  'cli-2.1.325/session-hook-timeout-cancelled-by-cli': understood,
  'cli-2.1.197/session-hook-timeout-cancelled-by-cli': understood,

  // 2.1.325 talks to the MCP server before it answers initialize, and after.
  'cli-2.1.325/session-hooks-permission-mcp': {
    ...plain,
    turns: [{ started: 12, completed: 63, text: 'Done.' }],
    over: [5, 7, 63],
    eof: 63,
  },
  'cli-2.1.197/session-hooks-permission-mcp': {
    ...plain,
    turns: [{ completed: 61, text: 'Done.' }],
    over: [3, 61],
    eof: 61,
  },

  // The CLI cancels the permission request and exits with 1 after a result that is an error.
  'cli-2.1.325/session-interrupt-during-permission': {
    ...hasty,
    turns: [{ interrupted: 13, text: aborted }],
    requests: [answered(10)],
    warnings: ['NonZeroExit'],
    over: [13],
    eof: 13,
  },
  'cli-2.1.197/session-interrupt-during-permission': {
    ...hasty,
    turns: [{ interrupted: 13, text: aborted }],
    requests: [answered(10)],
    warnings: ['NonZeroExit'],
    over: [13],
    eof: 13,
  },

  // The `cancelled` after the result does not mean that the message was never started.
  'cli-2.1.325/session-interrupt-mid-stream': {
    ...hasty,
    turns: [{ started: 6, interrupted: 25, text: aborted }],
    requests: [answered(19)],
    warnings: ['NonZeroExit'],
    over: [25],
    eof: 25,
  },
  'cli-2.1.197/session-interrupt-mid-stream': {
    ...hasty,
    turns: [{ interrupted: 20, text: aborted }],
    requests: [answered(17)],
    warnings: ['NonZeroExit'],
    over: [20],
    eof: 20,
  },

  // No result follows this interrupt, and the session does not wait for one.
  'cli-2.1.325/session-interrupt-while-idle': {
    ...hasty,
    turns: [{ started: 7, completed: 10, text: hello }],
    requests: [answered(14)],
    over: [12, 14],
    eof: 14,
  },
  'cli-2.1.197/session-interrupt-while-idle': {
    ...hasty,
    turns: [{ completed: 8, text: hello }],
    requests: [answered(11)],
    over: [9, 11],
    eof: 11,
  },

  'cli-2.1.325/session-permission-deny': understood,
  'cli-2.1.197/session-permission-deny': understood,

  'cli-2.1.325/session-pre-tool-use-deny': understood,
  'cli-2.1.197/session-pre-tool-use-deny': understood,

  // The request opens the run again.
  'cli-2.1.325/session-rewind-files': {
    ...hasty,
    turns: [{ started: 6, completed: 11, text: 'Done.' }],
    requests: [answered(14)],
    over: [11, 14],
    eof: 14,
  },
  'cli-2.1.197/session-rewind-files': {
    ...hasty,
    turns: [{ completed: 9, text: 'Done.' }],
    requests: [answered(11)],
    over: [9, 11],
    eof: 11,
  },

  'cli-2.1.325/session-sigterm': killed,
  'cli-2.1.197/session-sigterm': killed,

  // The first turn's idle comes after the second message was written.
  'cli-2.1.325/session-stale-idle': {
    ...plain,
    turns: [
      { started: 7, completed: 10, text: hello },
      { started: 16, completed: 19, text: hello },
    ],
    over: [3, 21],
    eof: 21,
  },
  'cli-2.1.197/session-stale-idle': {
    ...plain,
    turns: [
      { completed: 8, text: hello },
      { completed: 14, text: hello },
    ],
    over: [3, 15],
    eof: 15,
  },

  // The second message is started inside the first turn; 2.1.197 does not say so until idle.
  'cli-2.1.325/session-state-and-mid-turn-message': {
    ...plain,
    turns: [
      { started: 7, completed: 20, text: 'Both noted.' },
      { started: 17, completed: 20, text: 'Both noted.' },
    ],
    over: [3, 22],
    eof: 22,
  },
  'cli-2.1.197/session-state-and-mid-turn-message': {
    ...plain,
    turns: [
      { completed: 15, text: 'Both noted.' },
      { completed: 15, text: 'Both noted.', at: 16 },
    ],
    over: [3, 16],
    eof: 16,
  },

  // A stopped task has a follow-up turn too.
  'cli-2.1.325/session-stop-task': {
    ...plain,
    turns: [{ started: 7, completed: 14, text: 'Launched.' }],
    strays: [{ result: 24, text: 'Noted.' }],
    tasks: [{ started: 11, stopped: 17 }],
    requests: [answered(20)],
    over: [3, 25],
    eof: 25,
  },
  'cli-2.1.197/session-stop-task': {
    ...plain,
    turns: [{ completed: 11, text: 'Launched.' }],
    strays: [{ result: 21, text: 'Noted.' }],
    tasks: [{ started: 8, stopped: 14 }],
    requests: [answered(15)],
    over: [3, 22],
    eof: 22,
  },

  // Two results for three messages.
  'cli-2.1.325/session-three-messages-at-once': {
    ...plain,
    turns: [
      { started: 9, completed: 14, text: 'messages 2' },
      { started: 16, completed: 20, text: 'messages 4' },
      { started: 17, completed: 20, text: 'messages 4' },
    ],
    over: [3, 23],
    eof: 23,
  },
  'cli-2.1.197/session-three-messages-at-once': {
    ...plain,
    turns: [
      { completed: 10, text: 'messages 2' },
      { completed: 13, text: 'messages 4' },
      { completed: 13, text: 'messages 4', at: 14 },
    ],
    over: [3, 14],
    eof: 14,
  },

  // Without state events, only a settled turn shows that the run is over.
  'cli-2.1.325/session-two-turns': {
    ...plain,
    turns: [
      { started: 6, completed: 9, text: hello },
      { started: 13, completed: 16, text: hello },
    ],
    over: [3, 9, 16],
    eof: 16,
  },
  'cli-2.1.197/session-two-turns': {
    ...plain,
    turns: [
      { completed: 7, text: hello },
      { completed: 11, text: hello },
    ],
    over: [3, 7, 11],
    eof: 11,
  },
};
