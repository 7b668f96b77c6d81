import { withoutSecrets } from './secrets/redactDeep.js';

/** Every warning code: what happened, and what to do about it. */
export const warningCodes = {
  OptionIgnored: {
    meaning: 'An option was ignored, because another one excludes it or because it has no value.',
    remedy: 'Remove the option that the warning names, or the one that excludes it.',
  },
  OptionConverted: {
    meaning: 'A query got a value of another type than its option has, and converted it.',
    remedy: 'Pass a value of the right type. Set `strict: true` to make it an error.',
  },
  UnknownOption: {
    meaning: 'There is no option or argument of this name, so it was ignored.',
    remedy: 'Correct the name, or remove it. Set `strict: true` to make it an error.',
  },
  EmptyPrompt: {
    meaning: 'A prompt or a message is empty. It was sent all the same.',
    remedy: 'Send a text that Claude can answer. Set `strict: true` to make it an error.',
  },
  PermissionsBypassed: {
    meaning:
      "A query has `permissionMode: 'bypassPermissions'`: tools run without being asked about.",
    remedy: 'Add `allowDangerouslySkipPermissions: true` to say that you mean it.',
  },
  PermissionCallbackShadowed: {
    meaning: 'Another option decides about tools, so `canUseTool` is never called.',
    remedy: 'Remove `canUseTool`, or the option that the warning names.',
  },
  PathMissing: {
    meaning: '`env` replaces the whole environment of the CLI, and has no PATH.',
    remedy: "Add `PATH: process.env.PATH` to `env`, or set `envMode: 'overlay'`.",
  },
  SeveralClis: {
    meaning:
      'Several CLIs are installed, and the first one found is used. It lists their versions.',
    remedy: 'Choose one with `pathToClaudeCodeExecutable`.',
  },
  UnparseableCliVersion: {
    meaning: 'The output of `claude --version` holds no version number.',
    remedy: 'Run `claude --version` yourself. Update the CLI if something fails.',
  },
  VersionProbeFailed: {
    meaning: '`claude --version` failed or did not answer in time.',
    remedy: 'Run `claude --version` yourself. Update the CLI if something fails.',
  },
  ThinInitialize: {
    meaning: "The CLI's answer to the handshake lacks the commands, the models or the account.",
    remedy: 'The session works without them. Update the CLI if you need them.',
  },
  InitializeUnanswered: {
    meaning: 'The CLI calls hooks or asks for permissions, but never answered the handshake.',
    remedy: 'Nothing, unless you need the commands, models or account. Then start a new session.',
  },
  PromptFailed: {
    meaning: 'The iterable that you passed as the prompt threw an error.',
    remedy:
      'Look at `context.error` and fix the iterable. Send the remaining messages with `send()`.',
  },
  EndTimedOut: {
    meaning: '`end({ timeoutMs })` took longer than that, so the session was stopped.',
    remedy: 'Resume the conversation to continue it. `context.turns` has the turns that were lost.',
  },
  LargeLine: {
    meaning: 'The CLI is writing a line of more than 1 MiB.',
    remedy: 'Nothing. Such a line takes time and memory.',
  },
  LineDropped: {
    meaning: 'The CLI wrote a line that is longer than the limit, and it was skipped.',
    remedy: 'Raise `limits.lineBytes` to receive such lines.',
  },
  UndecodableLine: {
    meaning:
      'The CLI wrote a line that is not JSON, not UTF-8 or not a message, and it was skipped.',
    remedy: 'Check whether a wrapper script, a hook or a plugin writes to the stdout of the CLI.',
  },
  IncompleteLastLine: {
    meaning: 'The output of the CLI ended in the middle of a line.',
    remedy: 'The CLI was probably killed. Check for an out-of-memory kill or an external signal.',
  },
  CleanExitNoResult: {
    meaning: 'The CLI exited with code 0 without a result.',
    remedy: 'Look at its stderr, and check that the prompt is not empty.',
  },
  NonZeroExit: {
    meaning: 'The CLI exited with an error after `end()`, when nothing was left to do.',
    remedy: 'Look at its stderr. If `context.expected` is true, the result was an error as well.',
  },
  NonZeroExitAfterResult: {
    meaning: 'The CLI exited with an error after its result.',
    remedy: 'You can trust the result. Set `strictExitStatus` to get an error instead.',
  },
  UnexpectedMessageAfterResult: {
    meaning: 'The CLI sent something after the result of a one-shot query.',
    remedy: "Read it from `context.message`. Use `mode: 'session'` to keep reading after a result.",
  },
  DrainLimit: {
    meaning: 'The CLI sent too much after the result of a one-shot query. The rest was not read.',
    remedy: "Use `mode: 'session'` if you expect more than one result.",
  },
  OrphanResponse: {
    meaning: 'The CLI answered a control request that was never sent.',
    remedy: 'Nothing. Report it if it keeps happening.',
  },
  UnknownCallback: {
    meaning:
      'The CLI asked for a hook, a permission or an MCP server that this session does not have.',
    remedy: 'Pass the callback or the server that the warning names.',
  },
  CallbackFailed: {
    meaning: 'A hook, a permission callback or a dialog threw, or returned an invalid answer.',
    remedy: 'Fix the callback. Until then the CLI gets the answer for a failed callback.',
  },
  CallbackTimedOut: {
    meaning: 'A hook, a permission callback or an MCP server took too long.',
    remedy: 'Make it faster, or raise `timeouts.hook`, `timeouts.permission` or `timeouts.mcp`.',
  },
  CallbackOverflow: {
    meaning:
      'Too many callbacks of one kind are waiting. This one got the answer for a failed callback.',
    remedy: 'Make your callbacks faster, or raise `limits.callbacks`.',
  },
  PermissionPending: {
    meaning: '`canUseTool` has not answered for two minutes, and the CLI is waiting.',
    remedy: 'Answer it, or set `timeouts.permission` to deny automatically.',
  },
  ModifyInputIgnored: {
    meaning: 'A hook returned `modifyInput()` for an event whose input cannot be changed.',
    remedy: 'Use it for `PreToolUse` and `PermissionRequest` only.',
  },
  McpServerProblem: {
    meaning:
      'An MCP server in this program or one of its tools threw, did not connect, or lost a message to the CLI.',
    remedy:
      'Look at `context.error`, and fix the server or tool that `context.serverName` and `context.toolName` name.',
  },
  Stalled: {
    meaning: 'The CLI is busy, but has sent nothing for a long time.',
    remedy: 'Wait, interrupt or stop. The option `stall` can do this for you.',
  },
  RunOverUnconfirmed: {
    meaning: 'A background task ended, and the turn that usually follows did not come.',
    remedy: 'Nothing. The run counts as finished.',
  },
  OrphanProcessKilled: {
    meaning: 'The CLI left processes behind, and they were killed.',
    remedy: "Nothing. Set `leftovers: 'keep'` if such processes should live on.",
  },
  GuardUnavailable: {
    meaning:
      'The guard could not be started. If your program is killed with SIGKILL, the CLI keeps running.',
    remedy: 'Install a shell as `/bin/sh`, or set `guard: false` if you accept that.',
  },
  ConsumerSlow: {
    meaning: 'A reader of messages or events has fallen halfway to the limit for what is unread.',
    remedy: 'Read faster, leave the loop, or raise `limits.unreadBytes`.',
  },
  StderrSampled: {
    meaning: 'The CLI writes so much to stderr that your `stderr` callback gets only part of it.',
    remedy: 'Turn `debug` off. Errors still carry the end of stderr.',
  },
  StderrCallbackDropped: {
    meaning:
      'Your `stderr` callback threw an error or took more than a second. It is not called again.',
    remedy: 'Only store the text in the callback, and process it elsewhere.',
  },
  StderrFlood: {
    meaning: 'The CLI has written 10 MiB to stderr.',
    remedy: 'Look at what it writes there. Turn `debug` off.',
  },
  InspectorUnavailable: {
    meaning: 'The inspector page could not be opened or reached. The run continues without it.',
    remedy:
      'Check that `claude-actors inspect` is still running, or unset `CLAUDE_ACTORS_INSPECT`.',
  },
  InterpretedChart: {
    meaning:
      "A chart could not be compiled, so it runs on XState's interpreter: correct, but several times slower.",
    remedy:
      'Use an XState version in the supported range; if you called `provide()`, leave out the feature the warning names.',
  },
  RecordingFailed: {
    meaning: 'A recording could not be written, and ended. The session continues.',
    remedy: 'Look at `context.error`. Check the path and the free space of the disk.',
  },
  SessionMirrorFailed: {
    meaning: 'Part of the transcript was not written to `sessionStore`.',
    remedy: 'Check that the store works, and that the CLI uses the same `CLAUDE_CONFIG_DIR`.',
  },
} as const satisfies Readonly<Record<string, { meaning: string; remedy: string }>>;

/** What a warning is about, as a stable name. See `warningCodes`. */
export type WarningCode = keyof typeof warningCodes;

/** The parts of a warning. */
interface WarningParts {
  code: string;
  message: string;
  context: Readonly<Record<string, unknown>>;
}

/** Builds a warning. It shows no secret, whatever the CLI said. */
export function createWarning(
  code: string,
  message: string,
  context: Readonly<Record<string, unknown>> = {},
): WarningParts {
  return withoutSecrets({ code, message, context });
}
