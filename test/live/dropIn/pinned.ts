const dropIn = (name: string): [string, string] => ['test/live/dropIn/dropIn.test.ts', name];
const program = (name: string): [string, string] => [
  'test/live/dropIn/programs.ts',
  `name: '${name}'`,
];

/** Where each row of the table in docs/migration.md is pinned: a file, and what to look for in it. */
export const pinned: Readonly<Record<string, readonly [path: string, text: string]>> = {
  errors: dropIn('mistakes have codes'),
  'misspelt hook events and permission modes': dropIn('words of closed lists are checked'),
  'options of a wrong type or out of range': [
    'test/options/convertValue.test.ts',
    'that may mean anything is refused',
  ],
  ...Object.fromEntries(
    [
      'options that no type declares',
      'words about options that do not go together',
      'MCP servers in the program',
      "`permissionPrompts: 'host'`",
      '`--print`',
    ].map((title) => [title, ['test/live/dropIn/launchDifferences.ts', title] as const]),
  ),
  'options that the CLI refuses': dropIn("'id that is none': [{ isError: true"),
  'text of an `AbortError`': dropIn('an early abort has the same text'),
  '`stderr`': ['test/actors/process/StderrLines.test.ts', 'come one per call, with their newline'],
  'stored conversations': [
    'test/official/conversations/mutations.test.ts',
    'do not write behind a link',
  ],
  'a CLI that refuses `initialize`, or does not answer': dropIn(
    "'refused handshake': [{ isError: true",
  ),
  'a prompt whose iterable throws': dropIn('a prompt that fails is named by the error'),
  '`streamInput()` after the result of a text': dropIn('messages after the result of a text'),
  '`bypassPermissions` in `settings` or `agents`': dropIn('settings cannot ask for'),
  '`resume` with `continue`': dropIn('resume wins over continue'),
  'a schema of more than 16,384 characters': [
    'test/options/goldenCases.ts',
    'a long one goes over stdin only',
  ],
  '`mirror_error` messages': program('mirrorErrors'),
  'environment variables, config file': dropIn('variables set options'),
  '`close()`': dropIn('close() can be waited for'),
  'messages after `abort()`': program('abort'),
  'fields of messages': program('hooks'),
  '`canUseTool` returns `null`': [
    'test/live/permissions.test.ts',
    "writing('allowed', 'changed', 'denied', 'crash', 'null')",
  ],
  '`canUseTool` allows without `updatedInput`': ['test/codec/permissions.test.ts', 'updatedInput'],
  '`canUseTool` throws, or returns a wrong shape': dropIn(
    'a permission callback that fails denies',
  ),
  'a hook': ['test/live/hooks.test.ts', 'decide about a tool: block, change, let pass, fail'],
  'a prompt that is neither text nor an iterable': dropIn(
    'a prompt that is none is refused at once',
  ),
  '`spawnClaudeCodeProcess` throws, or returns no process': dropIn(
    'and a failed start by the loop',
  ),
  'a process that `spawnClaudeCodeProcess` returns': [
    'test/actors/process/customPort.test.ts',
    'gets signals; the abort signal fires with SIGTERM and not with SIGINT',
  ],
  'a hook that returns no object, or only unknown fields': dropIn(
    'a hook that returns only unknown fields has failed',
  ),
  ...Object.fromEntries(
    [
      '`onElicitation` or `onUserDialog` returns a wrong shape',
      'answers of `canUseTool`, as the CLI gets them',
      'requests of the CLI that the program has no callback for',
      'lines of the CLI that are no messages: JSON without a `type`',
      '`session_state_changed` messages',
      'a CLI that says `running` and then never `idle`',
    ].map((title) => [title, ['test/live/dropIn/exchangeDifferences.ts', title] as const]),
  ),
  '`onFailure` of hooks': ['test/codec/hookRegistrations.test.ts', 'the official word for deny'],
  '`createSdkMcpServer().instance`': dropIn('isMcpServer: false'),
  'details of what MCP servers in the program answer': program('mcpTools'),
  'version of the CLI': ['test/ffi/version/version.test.ts', 'refuses an old CLI'],
  '`resolveSettings`': [
    'test/official/settings.test.ts',
    'may be where this library does not look, and the answer says so',
  ],
  console: ['test/live/dropIn/runProgram.ts', "said.stderr === ''"],
};
