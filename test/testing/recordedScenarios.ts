import type { AgentStep, Scenario, Step, ToolStep } from '../../src/testing/scenario.js';

type RecordedScenario = Pick<Scenario, 'turns' | 'tokens'>;

/** The API of the recordings streams six characters at a time. */
const tokens = { length: 6 };
const scenario = (...turns: Step[][]): RecordedScenario => ({ turns, tokens });
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

const hello = scenario([text('Hello from loopback')]);
const understood = text('Understood.');
const backgroundAgent = (takes: number): Step => ({
  agent: 'background work',
  prompt: 'SUBWORK',
  id: 'toolu_bg',
  background: true,
  takes,
});

/** What the model did in each recording. */
export const recordedScenarios: Readonly<Record<string, RecordedScenario>> = {
  'one-shot-api-error': scenario([{ apiError: { status: 400, message: 'bad request' } }]),
  'one-shot-background-agent': scenario([backgroundAgent(2500), text('Launched.')]),
  'one-shot-max-turns': scenario([bash('echo 1')]),
  'one-shot-partial-messages': hello,
  'one-shot-success': hello,
  'one-shot-unknown-flag': hello,
  'session-background-agent': scenario([backgroundAgent(1500), text('Launched.')]),
  'session-background-bash': scenario([
    {
      tool: 'Bash',
      id: 'toolu_bg',
      input: { command: 'sleep 2; echo late', description: 'sleep', run_in_background: true },
    },
    text('Started.'),
  ]),
  'session-control-operations': hello,
  'session-hook-timeout-cancelled-by-cli': scenario([bash('touch ran.txt'), understood]),
  'session-hooks-permission-mcp': scenario([
    text('Writing.'),
    write('note.txt', 'hi'),
    { tool: 'mcp__calc__add', id: 'toolu_2', input: { a: 40, b: 2 } },
    text('Done.'),
  ]),
  'session-interrupt-during-permission': scenario([write('x.txt', '1'), understood]),
  'session-interrupt-mid-stream': {
    turns: [[text('slow '.repeat(40))]],
    tokens: { length: 6, every: 10 },
  },
  'session-interrupt-while-idle': hello,
  'session-permission-deny': scenario([write('/etc/x', '1'), understood]),
  'session-pre-tool-use-deny': scenario([bash('touch ran.txt'), understood]),
  'session-rewind-files': scenario([write('new.txt', 'v1'), text('Done.')]),
  'session-sigterm': scenario([{ wait: 100_000 }]),
  'session-stale-idle': hello,
  'session-state-and-mid-turn-message': scenario([write('a.txt', '1'), text('Both noted.')]),
  'session-stop-task': scenario([backgroundAgent(10_000), text('Launched.')]),
  'session-three-messages-at-once': scenario([text('messages 2')], [text('messages 4')]),
  'session-two-turns': hello,

  'one-shot-bash-not-permitted': scenario([bash('touch ran.txt'), understood]),
  'one-shot-denied-rule': scenario([bash('touch ran.txt'), understood]),
  'one-shot-disallowed-tool': scenario([bash('touch ran.txt'), understood]),
  'one-shot-failing-command': scenario([bash('echo out; echo err >&2; exit 3'), understood]),
  'one-shot-foreground-agent': scenario([smallWork(), text('Done.')]),
  'one-shot-no-verbose': hello,
  'one-shot-not-permitted': scenario([write('x.txt', '1'), understood]),
  'one-shot-read-missing': scenario([read('none.txt'), text('None.')]),
  'one-shot-session-state': scenario([text('Hi.')]),
  'one-shot-sigint-background-agent': scenario([backgroundAgent(15_000), text('Launched.')]),
  'one-shot-sigint-during-tool': scenario([bash('sleep 20')]),
  'one-shot-sigint-mid-stream': {
    turns: [[text('slow '.repeat(80))]],
    tokens: { length: 6, every: 10 },
  },
  'one-shot-structured-output': scenario([
    text('Let me see.'),
    shaped({ answer: 42 }),
    text('Done.'),
  ]),
  'one-shot-structured-output-missing': scenario([text('No.'), { stop: true }, text('Still no.')]),
  'one-shot-structured-output-wrong': scenario([misshapen(1), shaped({ answer: 42 }, 'toolu_2')]),
  'one-shot-thinking': scenario([{ thinking: 'Let me see.' }, text('Hi.')]),
  'one-shot-two-tools': scenario([
    text('Two.'),
    { parallel: [bash('echo 1'), bash('sleep 1; echo 2', 'toolu_2')] },
    text('Done.'),
  ]),
  'one-shot-unknown-tool': scenario([
    { tool: 'Nonsense', id: 'toolu_1', input: { a: 1 } },
    understood,
  ]),
  'one-shot-write-read-edit': scenario([
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
  'session-agent-hooks': scenario([smallWork([bash('echo sub', 'toolu_sub')]), text('Done.')]),
  'session-api-error': scenario([{ apiError: { status: 400, message: 'bad request' } }]),
  'session-background-agent-tool': scenario([
    {
      ...smallWork([bash('echo sub', 'toolu_sub')]),
      background: true,
      takes: 1500,
    },
    text('Launched.'),
  ]),
  'session-bad-line': hello,
  'session-bash-permission': scenario([
    {
      tool: 'Bash',
      id: 'toolu_1',
      input: { command: 'touch ran.txt', description: 'Makes a file' },
    },
    text('Done.'),
  ]),
  'session-budget': scenario([bash('echo 1'), text('x')]),
  'session-cancel-waiting-message': scenario([bash('sleep 1.7'), text('Done.')]),
  'session-control-answers': scenario([text('Hi.')]),
  'session-dont-ask-mode': scenario([bash('touch ran.txt'), understood]),
  'session-eof-before-hook': scenario([bash('touch ran.txt'), understood]),
  'session-eof-before-mcp': scenario([{ wait: 800 }, add, understood]),
  'session-eof-before-permission': scenario([write('x.txt', '1'), understood]),
  'session-eof-during-permission': scenario([write('x.txt', '1'), understood]),
  'session-eof-mid-turn': scenario([bash('sleep 1'), text('Done.')]),
  'session-foreground-agent-tool': scenario([
    smallWork([bash('echo sub', 'toolu_sub')]),
    text('Done.'),
  ]),
  'session-hook-ask': scenario([bash('touch ran.txt'), understood]),
  'session-hook-block': scenario([bash('touch ran.txt'), understood]),
  'session-hook-block-and-stop': scenario([bash('touch ran.txt'), understood]),
  'session-hook-continue-false': scenario([bash('touch ran.txt'), understood]),
  'session-hook-error': scenario([bash('touch ran.txt'), understood]),
  'session-hook-error-blocks': scenario([bash('touch ran.txt'), understood]),
  'session-hook-matcher': scenario([bash('touch ran.txt'), understood]),
  'session-hook-other-event': scenario([bash('touch ran.txt'), understood]),
  'session-hook-unknown-fields': scenario([bash('touch ran.txt'), understood]),
  'session-hook-updated-input': scenario([bash('touch ran.txt'), understood]),
  'session-hook-wrong-field': scenario([bash('touch ran.txt'), understood]),
  'session-hook-wrong-field-blocks': scenario([bash('touch ran.txt'), understood]),
  'session-interrupt-during-permission-with-state': scenario([write('x.txt', '1'), understood]),
  'session-interrupt-during-tool': scenario([bash('sleep 20')]),
  'session-interrupt-with-queued': scenario([bash('sleep 20')], [text('Second.')]),
  'session-max-turns': scenario([bash('echo 1'), text('x')]),
  'session-mcp-operations': scenario([text('Done.')]),
  'session-mcp-tool-error': scenario([add, understood]),
  'session-permission-deny-interrupt': scenario([write('x.txt', '1'), understood]),
  'session-permission-error': scenario([write('x.txt', '1'), understood]),
  'session-permission-updated-input': scenario([
    write('x.txt', '1'),
    write('y.txt', '2', 'toolu_2'),
    text('Done.'),
  ]),
  'session-plan-mode': scenario([write('x.txt', '1'), understood]),
  'session-post-failure-hook': scenario([bash('exit 3'), understood]),
  'session-post-hook-block': scenario([bash('touch ran.txt'), understood]),
  'session-post-hook-stop': scenario([bash('touch ran.txt'), understood]),
  'session-prompt-blocked': hello,
  'session-prompt-stop': hello,
  'session-replay': scenario([text('Hi.')]),
  'session-replay-blocks': scenario([text('Done.')]),
  'session-resume': scenario([text('Again.')]),
  'session-rewind-unknown': scenario([write('x.txt', '1'), text('Hi.')]),
  'session-short-user-message': hello,
  'session-sigint-during-tool': scenario([bash('sleep 20')]),
  'session-stop-bash': scenario([
    {
      tool: 'Bash',
      id: 'toolu_bg',
      input: { command: 'sleep 20', description: 'sleep', run_in_background: true },
    },
    text('Started.'),
  ]),
  'session-stop-during-permission': scenario([write('x.txt', '1'), understood]),
  'session-stop-hook-block': scenario([text('One.'), { stop: true }, text('Two.')]),
  'session-structured-output-always-wrong': scenario([1, 2, 3, 4, 5].map(misshapen)),
  'session-structured-output-hooks': scenario([shaped({ answer: 42 })]),
  'session-structured-output-late': scenario([text('No.'), { stop: true }, shaped({ answer: 42 })]),
  'session-thinking-and-tool': scenario([{ thinking: 'Hm.' }, bash('echo 1'), text('Done.')]),
};
