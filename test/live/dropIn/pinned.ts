const dropIn = (name: string): [string, string] => ['test/live/dropIn/dropIn.test.ts', name];
const program = (name: string): [string, string] => [
  'test/live/dropIn/programs.ts',
  `name: '${name}'`,
];

/** Where each row of the table in docs/migration.md is pinned: a file, and what to look for in it. */
export const pinned: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'a result with `is_error`': program('maxTurns'),
  errors: dropIn('mistakes have codes'),
  'an unknown option': dropIn('a misspelt option is one'),
  '`env`': dropIn('env is laid over the environment'),
  'environment variables, config file': dropIn('variables set options'),
  'a string prompt': dropIn('a string prompt runs without control'),
  'background work after a string prompt': program('stringPrompt'),
  '`close()`': dropIn('close() can be waited for'),
  'messages after `abort()`': program('abort'),
  'fields of messages': program('hooks'),
  '`canUseTool` returns `null`': [
    'test/live/permissions.test.ts',
    "writing('allowed', 'changed', 'denied', 'crash', 'null')",
  ],
  '`canUseTool` throws, or returns a wrong shape': dropIn(
    'a permission callback that fails denies',
  ),
  'a hook': ['test/live/hooks.test.ts', 'decide about a tool: block, change, let pass, fail'],
  'a hook that throws': dropIn('the CLI is not told of a hook that fails'),
  '`onFailure` of hooks': ['test/codec/hookRegistrations.test.ts', 'the official word for deny'],
  'types of hook inputs and messages': ['test/types/officialCallbacks.ts', 'surprised'],
  '`uuid` in types': ['test/live/dropIn/typeDifferences.ts', "['uuid'] = 'any text'"],
  '`createSdkMcpServer().instance`': dropIn('isMcpServer: false'),
  'error text for a wrong tool argument': program('mcpTools'),
  'version of the CLI': ['test/ffi/version/version.test.ts', 'refuses an old CLI'],
  console: ['test/live/dropIn/runProgram.ts', "said.stderr === ''"],
};
