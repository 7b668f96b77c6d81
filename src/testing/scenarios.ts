import type { Scenario } from './scenario.js';

const friendly = { every: 15 };

/** Scenarios that come with the package, by the name that `CLAUDE_ACTORS_SCENARIO` takes. */
export const scenarios = {
  /** A short answer to any prompt. */
  hello: { tokens: friendly },
  /** Reads, edits and runs, on files in memory. */
  tools: {
    tokens: friendly,
    files: { 'notes.txt': 'one\n' },
    turns: [
      [
        { thinking: 'The notes first.' },
        { text: 'I read the notes.' },
        { tool: 'Read', input: { file_path: 'notes.txt' } },
        { text: 'And I add a line.' },
        {
          tool: 'Edit',
          input: { file_path: 'notes.txt', old_string: 'one\n', new_string: 'one\ntwo\n' },
        },
        { tool: 'Bash', input: { command: 'cat notes.txt', description: 'Shows the notes' } },
        { text: 'Done: the notes have two lines.' },
      ],
    ],
  },
  /** A command that a PreToolUse hook may want to block, and a harmless one. */
  hooks: {
    tokens: friendly,
    turns: [
      [
        { text: 'I clean up.' },
        { tool: 'Bash', input: { command: 'rm -rf build', description: 'Removes the build' } },
        { text: 'And I look at what is left.' },
        { tool: 'Bash', input: { command: 'ls', description: 'Lists the files' } },
        { text: 'That was all.' },
      ],
    ],
  },
  /** A file that the CLI asks permission to write. */
  permissions: {
    tokens: friendly,
    turns: [
      [
        { text: 'I write the report.' },
        { tool: 'Write', input: { file_path: 'report.md', content: '# Report\n' } },
        { text: 'I am done.' },
      ],
    ],
  },
  /** Calls `add` of an SDK-hosted MCP server named `calc`. */
  mcp: {
    tokens: friendly,
    turns: [
      [
        { text: 'I ask the calculator.' },
        { tool: 'mcp__calc__add', input: { a: 40, b: 2 } },
        { text: 'It has answered.' },
      ],
    ],
  },
  /** An agent that works on after the first result, and reports in a turn of its own. */
  background: {
    tokens: friendly,
    turns: [
      [
        {
          agent: 'background work',
          background: true,
          takes: 300,
          afterwards: [{ text: 'The agent has finished.' }],
        },
        { text: 'The agent works in the background.' },
      ],
    ],
  },
  /** A long answer, to be interrupted; every later one is short. */
  interrupt: {
    tokens: { every: 20 },
    turns: [[{ text: 'and so on '.repeat(200) }], [{ text: 'What else?' }]],
  },
  /** A failure of the API, which is a result with `is_error`. */
  errors: {
    turns: [[{ apiError: { status: 400, message: 'bad request' } }]],
  },
  /** It dies in the middle of a turn. */
  crash: {
    turns: [[{ text: 'I begin.' }, { stderr: 'fatal: out of luck\n' }, { exit: 70 }]],
  },
  /** All of it in one turn, for a first look: a blocked tool, a permission, an MCP tool. */
  demo: {
    tokens: friendly,
    files: { 'notes.txt': 'one\n' },
    turns: [
      [
        { text: 'I tidy up first.' },
        { tool: 'Bash', input: { command: 'rm -rf build', description: 'Removes the build' } },
        { text: 'That was not allowed, so I write a report instead.' },
        { tool: 'Write', input: { file_path: 'report.md', content: '# Report\n' } },
        { text: 'And I let the calculator count.' },
        { tool: 'mcp__calc__add', input: { a: 40, b: 2 } },
        { text: 'Done.' },
      ],
    ],
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
