import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Scenario } from '../../../src/testing/scenario.js';
import { inTerminal, onTerminal } from '../support/inTerminal.js';
import { MainProgram } from '../support/runMain.js';

jest.setTimeout(60_000);

let main: MainProgram;
beforeAll(() => {
  main = new MainProgram();
});
afterAll(() => main.remove());

const endless: Scenario = {
  tokens: { every: 5 },
  turns: [[{ text: 'and so on '.repeat(5000) }], [{ text: 'What else?' }]],
};
const simulate = (scenario: Scenario) => `--simulate=${main.scenario(scenario)}`;
const plain = { NO_COLOR: '1' };

onTerminal('claude-actors run, on a terminal', () => {
  it('shows a live line, tools and the cost', async () => {
    const args = ['run', '--simulate=tools', '--allowed-tools', 'Edit,Write,Bash', 'Hello'];
    const { code, out } = await inTerminal(main, args).ended;
    expect(code).toBe(0);
    expect(out).toContain('⠋ Starting');
    expect(out).toContain('\u001b[2m• Bash cat notes.txt\u001b[22m\r\n');
    expect(out).toContain('Done: the notes have two lines.\r\n');
    expect(out).toMatch(/done · \$[\d.]+ · \d+ turns · [\d.]+ m?s/);
  });

  it('takes Ctrl-C from the keyboard, which does not reach the CLI itself', async () => {
    const running = inTerminal(main, ['run', simulate(endless), 'Go'], plain);
    await running.after('so on', '\u0003');
    const { code, out } = await running.ended;
    expect(code).toBe(130);
    expect(out).toMatch(/interrupted · \$/);
    expect(main.livingClis()).toEqual([]);
  });

  const step = { tool: 'Bash', input: { command: 'npm test' } };
  const twice: Scenario = { turns: [[step, step, { text: 'Done.' }]] };

  it('asks for permission: once, and then no', async () => {
    const running = inTerminal(main, ['run', simulate(twice), 'Go'], plain);
    await running.after('[n] no: ', 'y\r');
    await running.after('[n] no: ', 'n not now\r');
    const { code, out } = await running.ended;
    expect(code).toBe(4);
    expect(out).toContain('? Claude wants to use Bash\r\n  npm test\r\n');
    expect(out).toContain('✗ 1 tool call was refused: Bash npm test.');
    expect(out).toContain('Done.\r\n');
  });

  it('asks for permission: always', async () => {
    const running = inTerminal(main, ['run', simulate(twice), 'Go'], plain);
    await running.after('[n] no: ', 'a\r');
    const { code, out } = await running.ended;
    expect(code).toBe(0);
    expect(out.match(/\? Claude wants/g)).toHaveLength(1);
  });

  it('takes Ctrl-C at a question, and ends', async () => {
    const running = inTerminal(main, ['run', simulate(twice), 'Go'], plain);
    await running.after('[n] no: ', '\u0003');
    expect((await running.ended).code).toBe(130);
    expect(main.livingClis()).toEqual([]);
  });
});

onTerminal('claude-actors chat, on a terminal', () => {
  const two: Scenario = { turns: [[{ text: 'First answer.' }], [{ text: 'Second answer.' }]] };

  it('has turns, a history and an end', async () => {
    const running = inTerminal(main, ['chat', simulate(two)], plain);
    await running.after('> ', 'Hello\r');
    await running.after('First answer.', '');
    await running.after('> ', '\u001b[A\r');
    await running.after('Second answer.', '');
    await running.after('> ', '\u0004');
    const { code, out } = await running.ended;
    expect(code).toBe(0);
    expect(out.split('Hello').length).toBeGreaterThan(2);
    expect(out).toMatch(/Continue with: claude-actors chat --resume \S+/);
    expect(main.livingClis()).toEqual([]);
  });

  it('goes on after Ctrl-C, and ends with a second one', async () => {
    const running = inTerminal(main, ['chat', simulate(endless), 'Go'], plain);
    await running.after('so on', '\u0003');
    await running.after('interrupted · ', '');
    await running.after('> ', 'Again\r');
    await running.after('What else?', '');
    await running.after('> ', '\u0003');
    await running.after('Press Ctrl-C again', '\u0003');
    expect((await running.ended).code).toBe(130);
    expect(main.livingClis()).toEqual([]);
  });
});
