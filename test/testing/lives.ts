import type { AgentStep, Scenario, Step, ToolStep } from '../../src/testing/scenario.js';

type Life = Pick<Scenario, 'turns' | 'tokens'>;

/** The API of the recordings streams six characters at a time. */
const tokens = { length: 6 };
const life = (...turns: Step[][]): Life => ({ turns, tokens });
const text = (said: string): Step => ({ text: said });
const bash = (command: string, id = 'toolu_1'): ToolStep => ({
  tool: 'Bash',
  id,
  input: { command },
});
const write = (file_path: string, content: string, id = 'toolu_1'): Step => ({
  tool: 'Write',
  id,
  input: { file_path, content },
});

const read = (file_path: string, id = 'toolu_1'): Step => ({
  tool: 'Read',
  id,
  input: { file_path },
});
const add: Step = { tool: 'mcp__calc__add', id: 'toolu_1', input: { a: 1, b: 2 } };
const smallWork = (tools: Step[] = []): AgentStep => ({
  agent: 'small work',
  prompt: 'SUBWORK',
  id: 'toolu_1',
  steps: [...tools, text('Subagent finished.')],
});

const shaped = (input: Record<string, unknown>, id = 'toolu_1'): ToolStep => ({
  tool: 'StructuredOutput',
  id,
  input,
});
const misshapen = (number: number): ToolStep => ({
  ...shaped({ answer: 'x' }, `toolu_${number}`),
  error: 'Output does not match required schema: /answer: must be number',
});

const hello = life([text('Hello from loopback')]);
const understood = text('Understood.');
const backgroundAgent = (takes: number): Step => ({
  agent: 'background work',
  prompt: 'SUBWORK',
  id: 'toolu_bg',
  background: true,
  takes,
});

/** What the model did in each recorded life. */
export const lives: Readonly<Record<string, Life>> = {
  'one-shot-api-error': life([{ apiError: { status: 400, message: 'bad request' } }]),
  'one-shot-background-agent': life([backgroundAgent(2500), text('Launched.')]),
  'one-shot-max-turns': life([bash('echo 1')]),
  'one-shot-partial-messages': hello,
  'one-shot-success': hello,
  'one-shot-unknown-flag': hello,
  'session-background-agent': life([backgroundAgent(1500), text('Launched.')]),
  'session-background-bash': life([
    {
      tool: 'Bash',
      id: 'toolu_bg',
      input: { command: 'sleep 2; echo late', description: 'sleep', run_in_background: true },
    },
    text('Started.'),
  ]),
  'session-control-operations': hello,
  'session-hook-timeout-cancelled-by-cli': life([bash('touch ran.txt'), understood]),
  'session-hooks-permission-mcp': life([
    text('Writing.'),
    write('note.txt', 'hi'),
    { tool: 'mcp__calc__add', id: 'toolu_2', input: { a: 40, b: 2 } },
    text('Done.'),
  ]),
  'session-interrupt-during-permission': life([write('x.txt', '1'), understood]),
  'session-interrupt-mid-stream': {
    turns: [[text('slow '.repeat(40))]],
    tokens: { length: 6, every: 10 },
  },
  'session-interrupt-while-idle': hello,
  'session-permission-deny': life([write('/etc/x', '1'), understood]),
  'session-pre-tool-use-deny': life([bash('touch ran.txt'), understood]),
  'session-rewind-files': life([write('new.txt', 'v1'), text('Done.')]),
  'session-sigterm': life([{ wait: 100_000 }]),
  'session-stale-idle': hello,
  'session-state-and-mid-turn-message': life([write('a.txt', '1'), text('Both noted.')]),
  'session-stop-task': life([backgroundAgent(10_000), text('Launched.')]),
  'session-three-messages-at-once': life([text('messages 2')], [text('messages 4')]),
  'session-two-turns': hello,

  'one-shot-bash-not-permitted': life([bash('touch ran.txt'), understood]),
  'one-shot-denied-rule': life([bash('touch ran.txt'), understood]),
  'one-shot-disallowed-tool': life([bash('touch ran.txt'), understood]),
  'one-shot-failing-command': life([bash('echo out; echo err >&2; exit 3'), understood]),
  'one-shot-foreground-agent': life([smallWork(), text('Done.')]),
  'one-shot-no-verbose': hello,
  'one-shot-not-permitted': life([write('x.txt', '1'), understood]),
  'one-shot-read-missing': life([read('none.txt'), text('None.')]),
  'one-shot-session-state': life([text('Hi.')]),
  'one-shot-sigint-background-agent': life([backgroundAgent(15_000), text('Launched.')]),
  'one-shot-sigint-during-tool': life([bash('sleep 20')]),
  'one-shot-sigint-mid-stream': {
    turns: [[text('slow '.repeat(80))]],
    tokens: { length: 6, every: 10 },
  },
  'one-shot-structured-output': life([text('Let me see.'), shaped({ answer: 42 }), text('Done.')]),
  'one-shot-structured-output-missing': life([text('No.'), { stop: true }, text('Still no.')]),
  'one-shot-structured-output-wrong': life([misshapen(1), shaped({ answer: 42 }, 'toolu_2')]),
  'one-shot-thinking': life([{ thinking: 'Let me see.' }, text('Hi.')]),
  'one-shot-two-tools': life([
    text('Two.'),
    { parallel: [bash('echo 1'), bash('sleep 1; echo 2', 'toolu_2')] },
    text('Done.'),
  ]),
  'one-shot-unknown-tool': life([{ tool: 'Nonsense', id: 'toolu_1', input: { a: 1 } }, understood]),
  'one-shot-write-read-edit': life([
    write('a.txt', 'one'),
    read('a.txt', 'toolu_2'),
    {
      tool: 'Edit',
      id: 'toolu_3',
      input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' },
    },
    write('a.txt', 'three', 'toolu_4'),
    text('Done.'),
  ]),
  'session-agent-hooks': life([smallWork([bash('echo sub', 'toolu_sub')]), text('Done.')]),
  'session-api-error': life([{ apiError: { status: 400, message: 'bad request' } }]),
  'session-background-agent-tool': life([
    {
      ...smallWork([bash('echo sub', 'toolu_sub')]),
      background: true,
      takes: 1500,
    },
    text('Launched.'),
  ]),
  'session-bad-line': hello,
  'session-bash-permission': life([
    {
      tool: 'Bash',
      id: 'toolu_1',
      input: { command: 'touch ran.txt', description: 'Makes a file' },
    },
    text('Done.'),
  ]),
  'session-budget': life([bash('echo 1'), text('x')]),
  'session-cancel-waiting-message': life([bash('sleep 1.7'), text('Done.')]),
  'session-control-answers': life([text('Hi.')]),
  'session-dont-ask-mode': life([bash('touch ran.txt'), understood]),
  'session-eof-before-hook': life([bash('touch ran.txt'), understood]),
  'session-eof-before-mcp': life([{ wait: 800 }, add, understood]),
  'session-eof-before-permission': life([write('x.txt', '1'), understood]),
  'session-eof-during-permission': life([write('x.txt', '1'), understood]),
  'session-eof-mid-turn': life([bash('sleep 1'), text('Done.')]),
  'session-foreground-agent-tool': life([
    smallWork([bash('echo sub', 'toolu_sub')]),
    text('Done.'),
  ]),
  'session-hook-ask': life([bash('touch ran.txt'), understood]),
  'session-hook-block': life([bash('touch ran.txt'), understood]),
  'session-hook-block-and-stop': life([bash('touch ran.txt'), understood]),
  'session-hook-continue-false': life([bash('touch ran.txt'), understood]),
  'session-hook-error': life([bash('touch ran.txt'), understood]),
  'session-hook-error-blocks': life([bash('touch ran.txt'), understood]),
  'session-hook-matcher': life([bash('touch ran.txt'), understood]),
  'session-hook-other-event': life([bash('touch ran.txt'), understood]),
  'session-hook-unknown-fields': life([bash('touch ran.txt'), understood]),
  'session-hook-updated-input': life([bash('touch ran.txt'), understood]),
  'session-hook-wrong-field': life([bash('touch ran.txt'), understood]),
  'session-hook-wrong-field-blocks': life([bash('touch ran.txt'), understood]),
  'session-interrupt-during-permission-with-state': life([write('x.txt', '1'), understood]),
  'session-interrupt-during-tool': life([bash('sleep 20')]),
  'session-interrupt-with-queued': life([bash('sleep 20')], [text('Second.')]),
  'session-max-turns': life([bash('echo 1'), text('x')]),
  'session-mcp-operations': life([text('Done.')]),
  'session-mcp-tool-error': life([add, understood]),
  'session-permission-deny-interrupt': life([write('x.txt', '1'), understood]),
  'session-permission-error': life([write('x.txt', '1'), understood]),
  'session-permission-updated-input': life([
    write('x.txt', '1'),
    write('y.txt', '2', 'toolu_2'),
    text('Done.'),
  ]),
  'session-plan-mode': life([write('x.txt', '1'), understood]),
  'session-post-failure-hook': life([bash('exit 3'), understood]),
  'session-post-hook-block': life([bash('touch ran.txt'), understood]),
  'session-post-hook-stop': life([bash('touch ran.txt'), understood]),
  'session-prompt-blocked': hello,
  'session-prompt-stop': hello,
  'session-replay': life([text('Hi.')]),
  'session-replay-blocks': life([text('Done.')]),
  'session-resume': life([text('Again.')]),
  'session-rewind-unknown': life([write('x.txt', '1'), text('Hi.')]),
  'session-short-user-message': hello,
  'session-sigint-during-tool': life([bash('sleep 20')]),
  'session-stop-bash': life([
    {
      tool: 'Bash',
      id: 'toolu_bg',
      input: { command: 'sleep 20', description: 'sleep', run_in_background: true },
    },
    text('Started.'),
  ]),
  'session-stop-during-permission': life([write('x.txt', '1'), understood]),
  'session-stop-hook-block': life([text('One.'), { stop: true }, text('Two.')]),
  'session-structured-output-always-wrong': life([1, 2, 3, 4, 5].map(misshapen)),
  'session-structured-output-hooks': life([shaped({ answer: 42 })]),
  'session-structured-output-late': life([text('No.'), { stop: true }, shaped({ answer: 42 })]),
  'session-thinking-and-tool': life([{ thinking: 'Hm.' }, bash('echo 1'), text('Done.')]),
};
