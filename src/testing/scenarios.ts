import type { Scenario } from './scenario.js';

/** Slow enough to watch. */
const readable = { every: 15 };

/** The built-in scenarios, by the name that `loadScenario` and `CLAUDE_ACTORS_SCENARIO` accept. */
export const scenarios = {
  /** A short answer to any prompt. */
  hello: { tokens: readable },
  /** Reads, edits and runs commands on files in memory. */
  tools: {
    tokens: readable,
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
    tokens: readable,
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
  /** Writes a file, for which the CLI asks permission. */
  permissions: {
    tokens: readable,
    turns: [
      [
        { text: 'I write the report.' },
        { tool: 'Write', input: { file_path: 'report.md', content: '# Report\n' } },
        { text: 'I am done.' },
      ],
    ],
  },
  /** Calls the tool `add` of an SDK-hosted MCP server named `calc`. */
  mcp: {
    tokens: readable,
    turns: [
      [
        { text: 'I ask the calculator.' },
        { tool: 'mcp__calc__add', input: { a: 40, b: 2 } },
        { text: 'It has answered.' },
      ],
    ],
  },
  /** Starts a background agent, which reports in a turn of its own after the first result. */
  background: {
    tokens: readable,
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
  /** Gives a long answer that you can interrupt. Later answers are short. */
  interrupt: {
    tokens: { every: 20 },
    turns: [[{ text: 'and so on '.repeat(200) }], [{ text: 'What else?' }]],
  },
  /** The API fails, which becomes a result with `is_error`. */
  errors: {
    turns: [[{ apiError: { status: 400, message: 'bad request' } }]],
  },
  /** The CLI dies in the middle of a turn. */
  crash: {
    turns: [[{ text: 'I begin.' }, { stderr: 'fatal: out of luck\n' }, { exit: 70 }]],
  },
  /** A bit of everything in one turn: a blocked tool, a permission, an MCP tool. */
  demo: {
    tokens: readable,
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

/** The name of a built-in scenario. */
export type ScenarioName = keyof typeof scenarios;
