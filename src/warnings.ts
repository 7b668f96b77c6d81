/** Every warning code: what happened, and what to do about it. */
export const warningCodes = {
  OptionIgnored: {
    meaning: 'Two options exclude each other, and one of them was not used.',
    remedy: 'Set only one of the two that the warning names.',
  },
  PermissionCallbackShadowed: {
    meaning: 'Another option decides about tools, so canUseTool is never asked.',
    remedy: 'Remove canUseTool, or the option that the warning names.',
  },
  SeveralClis: {
    meaning: 'More than one CLI is installed, and the first was taken.',
    remedy: 'Name the one you mean with pathToClaudeCodeExecutable.',
  },
  UnparseableCliVersion: {
    meaning: 'What the CLI says of its version holds no version.',
    remedy: 'Run `claude --version`; update the CLI if something fails.',
  },
  VersionProbeFailed: {
    meaning: 'The CLI did not tell its version.',
    remedy: 'Run `claude --version`; update the CLI if something fails.',
  },
  ThinInitialize: {
    meaning: 'The answer to the handshake lacks the commands, the models or the account.',
    remedy: 'Update the CLI if you need what is missing; the session works without.',
  },
  InitializeUnanswered: {
    meaning: 'The CLI calls hooks or asks for permissions, but never answered the handshake.',
    remedy: 'Nothing, unless you need what the handshake tells: then start a new session.',
  },
  PromptFailed: {
    meaning: 'The iterable that gives the messages of the prompt threw.',
    remedy: 'Look at context.error, mend the iterable, and send the rest with send().',
  },
  LargeLine: {
    meaning: 'A line of the CLI has passed 1 MiB and goes on.',
    remedy: 'Nothing; it is told because such a line takes time and memory.',
  },
  LineDropped: {
    meaning: 'A line of the CLI was longer than allowed, and was skipped.',
    remedy: 'Raise limits.lineBytes to receive such lines.',
  },
  UndecodableLine: {
    meaning: 'A line of the CLI is no JSON, no UTF-8 or no message, and was skipped.',
    remedy: 'See whether a wrapper script, a hook or a plugin writes to its stdout.',
  },
  IncompleteLastLine: {
    meaning: 'The output ended within a line that could not be read.',
    remedy: 'Take it that the CLI was killed, and look for who did it.',
  },
  CleanExitNoResult: {
    meaning: 'The CLI exited with 0 and gave no result.',
    remedy: 'Look at its stderr, and see that the prompt is not empty.',
  },
  NonZeroExit: {
    meaning: 'The CLI exited with an error when nothing was left to do.',
    remedy: 'Look at its stderr; where context.expected is true the result was an error itself.',
  },
  NonZeroExitAfterResult: {
    meaning: 'The CLI exited with an error after its result.',
    remedy: 'Trust the result; strictExitStatus makes an error of it.',
  },
  UnexpectedMessageAfterResult: {
    meaning: 'Something came after the result of a one-shot query.',
    remedy: 'Read it from context.message; a session reads on after a result.',
  },
  DrainLimit: {
    meaning: 'Too much came after the result of a one-shot query; the rest was not read.',
    remedy: "Use mode: 'session' where more than one result is to be read.",
  },
  OrphanResponse: {
    meaning: 'The CLI answered a control request that was never sent.',
    remedy: 'Nothing; report it if it comes again and again.',
  },
  UnknownCallback: {
    meaning: 'The CLI asked for a hook, a permission or an MCP server that is not here.',
    remedy: 'Pass the callback or the server that the warning names.',
  },
  CallbackFailed: {
    meaning: 'A hook, a permission callback or a dialog threw, or returned an invalid answer.',
    remedy: 'Fix the callback; until then the CLI gets the failure answer.',
  },
  CallbackTimedOut: {
    meaning: 'A hook, permission callback or MCP server took too long.',
    remedy: 'Make it faster, or raise timeouts.hook, timeouts.permission or timeouts.mcp.',
  },
  CallbackOverflow: {
    meaning: 'Too many callbacks of a kind wait; this one got the answer of a failure.',
    remedy: 'Make callbacks faster, or raise limits.callbacks.',
  },
  PermissionPending: {
    meaning: 'canUseTool has not answered for two minutes; the CLI waits.',
    remedy: 'Answer it, or set timeouts.permission to have it denied in time.',
  },
  ModifyInputIgnored: {
    meaning: 'A hook returned modifyInput for an event whose input cannot be changed.',
    remedy: 'Use it for PreToolUse and PermissionRequest only.',
  },
  McpServerProblem: {
    meaning: 'An MCP server in this program did not connect, threw, or lost a message to the CLI.',
    remedy: 'Look at context.error, and fix the server that context.serverName names.',
  },
  Stalled: {
    meaning: 'Nothing has come from the CLI for a long time, though it should work.',
    remedy: 'Wait, interrupt or stop; stall chooses when and what of its own accord.',
  },
  RunOverUnconfirmed: {
    meaning: 'A background task ended, and the turn that usually follows did not come.',
    remedy: 'Nothing; the run is taken to be over.',
  },
  OrphanProcessKilled: {
    meaning: 'Processes that the CLI had left behind were killed.',
    remedy: 'Nothing; start what is to outlive the CLI outside of it.',
  },
  ConsumerSlow: {
    meaning: 'A reader of messages has fallen half as far behind as it may.',
    remedy: 'Read faster, leave the loop, or raise limits.unreadBytes.',
  },
  StderrSampled: {
    meaning: 'The CLI writes so much to stderr that the stderr callback gets a part of it.',
    remedy: 'Turn debug off; errors still carry the end of stderr.',
  },
  StderrCallbackDropped: {
    meaning: 'The stderr callback threw or took more than a second; it is not called again.',
    remedy: 'Let it only take the text, and work on it elsewhere.',
  },
  StderrFlood: {
    meaning: 'The CLI has written 10 MiB to stderr.',
    remedy: 'Look at what it says there; turn debug off.',
  },
  InspectorUnavailable: {
    meaning: 'The page of the inspector could not be opened or reached; the run goes on unseen.',
    remedy: 'See that `claude-actors inspect` still runs, or unset CLAUDE_ACTORS_INSPECT.',
  },
  InterpretedChart: {
    meaning:
      "A chart could not be compiled, so it runs on XState's interpreter: correct, but several times slower.",
    remedy:
      'Use an XState version in the supported range; if you called `provide()`, leave out the feature the warning names.',
  },
  SessionMirrorFailed: {
    meaning: 'A part of the transcript did not get into sessionStore.',
    remedy: 'See that the store works, and that the CLI has the same CLAUDE_CONFIG_DIR.',
  },
} as const satisfies Readonly<Record<string, { meaning: string; remedy: string }>>;

/** What a warning is about, as a stable name. See `warningCodes`. */
export type WarningCode = keyof typeof warningCodes;
