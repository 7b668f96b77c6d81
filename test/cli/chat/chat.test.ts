import { describe, expect, it } from '@jest/globals';
import { Chat } from '../../../src/cli/chat/Chat.js';
import { runCommandLine } from '../../../src/cli/commandLine.js';
import type { LineAnswer } from '../../../src/cli/lineEditor.js';
import type { Options } from '../../../src/options/types.js';
import { fakeCli } from '../../../src/testing/fakeCli.js';
import type { Scenario } from '../../../src/testing/scenario.js';
import { scenarios } from '../../../src/testing/scenarios.js';
import { talkingCli, turnFrames } from '../../support/talkingCli.js';
import { until } from '../../support/until.js';
import { memoryHost } from '../support/memoryHost.js';

const end: LineAnswer = { kind: 'end' };
const ctrlC: LineAnswer = { kind: 'interrupt', text: '' };

function start(
  scenario: Scenario,
  typed: readonly (string | LineAnswer)[],
  { prompt, ...more }: Options & { prompt?: string } = {},
) {
  const cli = fakeCli(scenario);
  const env = { NO_COLOR: '1' };
  const host = memoryHost({ terminal: true, stdin: { isTTY: true }, env, typed });
  const options = { port: cli.port, includePartialMessages: true, ...more };
  const code = new Chat(options, false, host).run(prompt);
  code.catch(() => {});
  return { cli, host, code };
}

const two: Scenario = { turns: [[{ text: 'First answer.' }], [{ text: 'Second answer.' }]] };
const endless: Scenario = {
  tokens: { every: 5 },
  turns: [[{ text: 'and so on '.repeat(5000) }], [{ text: 'Again.' }]],
};

describe('claude-actors chat', () => {
  it('has several turns in one process, until Ctrl-D', async () => {
    const { cli, host, code } = start(two, ['One', '  ', 'Two', end]);
    expect(await code).toBe(0);
    expect(host.out()).toBe('First answer.\nSecond answer.\n');
    expect(host.err().match(/done · /g)).toHaveLength(2);
    const [, own = '', all = ''] = /\$([\d.]+) \(\$([\d.]+) in all\)/.exec(host.err()) ?? [];
    expect(Number(own)).toBeGreaterThan(0);
    expect(Number(own)).toBeLessThan(Number(all));
    expect(cli.processes).toHaveLength(1);
    expect(host.err()).toMatch(/Continue with: claude-actors chat --resume [\w-]{36}\n/);
    expect(host.listeners()).toBe(0);
  });

  it('begins with a prompt from the command line', async () => {
    const { host, code } = start(two, [end], { prompt: 'One' });
    expect(await code).toBe(0);
    expect(host.out()).toBe('First answer.\n');
    expect(host.asked).toHaveLength(1);
  });

  it('interrupts a turn with Ctrl-C and goes on', async () => {
    const { host, code } = start(endless, ['One', 'Two', end]);
    await until('some text', () => host.out().includes('so on'));
    host.pressCtrlC();
    expect(await code).toBe(0);
    expect(host.err()).toMatch(/interrupted · \$/);
    expect(host.out()).toContain('Again.\n');
  });

  it('ends with a second Ctrl-C', async () => {
    const deaf: Scenario = { turns: [[{ text: 'I begin.' }, { silence: true }]] };
    const { cli, host, code } = start(deaf, ['One']);
    await until('some text', () => host.out().includes('begin'));
    host.pressCtrlC();
    host.pressCtrlC();
    expect(await code).toBe(130);
    expect(host.listeners()).toBe(0);
    expect(cli.processes).toHaveLength(1);
  });

  it('ends with two Ctrl-C at the prompt; the first one clears the line', async () => {
    const typed: LineAnswer[] = [{ kind: 'interrupt', text: 'half a line' }, ctrlC];
    const { host, code } = start(two, typed);
    expect(await code).toBe(130);
    expect(host.err()).toContain('Press Ctrl-C again, or Ctrl-D, to end the chat.');
  });

  it('outlives a Ctrl-C that comes when the turn has just ended', async () => {
    const { host, code } = start(two, ['One']);
    await until('the prompt again', () => host.asked.length === 2);
    // The terminal still sent a signal, because the prompt did not read keys yet.
    expect(host.listeners()).toBe(1);
    host.pressCtrlC();
    await until('a new prompt', () => host.asked.length === 3);
    expect(host.err()).toContain('Press Ctrl-C again, or Ctrl-D, to end the chat.');
    host.pressCtrlC();
    expect(await code).toBe(130);
    expect(host.err()).toContain('Continue with: ');
    expect(host.listeners()).toBe(0);
  });

  it('asks for permission', async () => {
    const scenario: Scenario = {
      turns: [[{ tool: 'Bash', input: { command: 'npm test' } }, { text: 'Done.' }]],
    };
    const { cli, host, code } = start(scenario, ['Go', 'y', end]);
    expect(await code).toBe(0);
    expect(cli.ran).toHaveLength(1);
    expect(host.err()).toContain('? Claude wants to use Bash');
  });

  it('goes on after a turn that failed', async () => {
    const apiError = { status: 400, message: 'bad request' };
    const { host, code } = start({ turns: [[{ apiError }], [{ text: 'Fine.' }]] }, ['1', '2', end]);
    expect(await code).toBe(0);
    expect(host.err()).toContain('The run failed (api_error)');
    expect(host.out()).toContain('Fine.\n');
  });

  it('shows what a background agent brings while the user types', async () => {
    const { host, code } = start(scenarios.background, ['Go']);
    await until('the prompt again', () => host.asked.length === 3);
    expect(host.asked[1]?.signal?.aborted).toBe(true);
    expect(host.err().match(/done · /g)).toHaveLength(2);
    expect(host.out().trim().split('\n').length).toBeGreaterThan(1);
    host.hangUp();
    expect(await code).toBe(0);
  });

  it('takes the prompt back while a background agent asks for permission', async () => {
    let ask = () => {};
    const port = talkingCli({
      onMessage(say, { uuid }) {
        for (const frame of turnFrames(uuid, 'x')) say(frame);
        const request = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't', input: {} };
        ask = () => say({ type: 'control_request', request_id: 'r', request });
      },
    });
    const { host, code } = start(two, ['Go'], { port });
    await until('the second prompt', () => host.asked.length === 2);
    ask();
    await until('the question', () => host.asked.length === 3);
    expect(host.asked[1]?.signal?.aborted).toBe(true);
    expect(host.asked[2]?.prompt).toContain('Allow?');
    host.hangUp();
    await until('the prompt again', () => host.asked.length === 4);
    expect(host.asked[3]?.prompt).toBe('> ');
    host.hangUp();
    expect(await code).toBe(0);
  });

  it('fails if the CLI dies while the user types', async () => {
    const port = talkingCli({
      onMessage(say, { uuid }) {
        for (const frame of turnFrames(uuid, 'x')) say(frame);
      },
    });
    const { host, code } = start(two, ['Go'], { port });
    await until('the second prompt', () => host.asked.length === 2);
    port.process.exit({ code: 1 });
    await expect(code).rejects.toMatchObject({ name: expect.stringMatching(/Error/) });
    expect(host.asked).toHaveLength(2);
  });

  it('fails if the CLI dies in a turn, or cannot be started', async () => {
    const { code } = start({ turns: [[{ text: 'x' }, { exit: 1 }]] }, ['Go']);
    await expect(code).rejects.toMatchObject({ name: expect.stringMatching(/Error/) });
    const none = start(two, [], { port: undefined, pathToClaudeCodeExecutable: '/not/there' });
    await expect(none.code).rejects.toMatchObject({ code: 'CliNotFound' });
  });

  it('needs a terminal', async () => {
    const host = memoryHost({ stdin: 'x' });
    expect(await runCommandLine(['chat', '--simulate'], host)).toBe(2);
    expect(host.err()).toContain('chat needs a terminal');
  });
});
