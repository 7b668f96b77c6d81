import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '../../support/until.js';
import { MainProgram } from '../support/runMain.js';

jest.setTimeout(120_000);
const main = new MainProgram();
afterAll(() => main.remove());

/** Each line of output is an object. */
const objects = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('claude-actors fleet', () => {
  it('sends, asks for approvals and answers them, in programs of their own', async () => {
    const scenario = main.scenario({
      version: '2.1.197',
      turns: [[{ text: 'Hello' }, { tool: 'Bash', input: { command: 'ls' } }, { text: 'Done' }]],
    });
    const fleet = (...args: string[]) => main.start(['fleet', ...args]);
    const worker = fleet('work', '--approve', 'Bash', `--simulate=${scenario}`);
    await until('a worker', () => worker.err().includes('is ready'), 30_000);

    const message = ['chat-1', 'Hi', 'there', '--tenant', 'anna', '--id', 'req-1'];
    const sending = fleet('send', ...message);
    await until('the question', () => sending.out().includes('approval opened: Bash'), 30_000);
    const listed = await fleet('approvals', 'list', '--json').ended;
    const [approval] = objects(listed.out);
    expect(approval).toMatchObject({ key: 'chat-1', tenant: 'anna', tool: 'Bash' });
    const status = await fleet('status').ended;
    expect(status.out).toMatch(/^1 conversation, 1 leased, 0 waiting\n/);
    expect(status.out).toMatch(
      /chat-1 \(anna\) {2}leased\.awaitingApproval .*1 message, 1 approval/,
    );
    const id = String(approval?.id);
    expect(await fleet('approvals', 'deny', 'nobody').ended).toMatchObject({ code: 2 });
    expect(await fleet('approvals', 'allow', id).ended).toMatchObject({ code: 0 });

    const { code, out } = await sending.ended;
    expect(out).toContain('Hello');
    expect(out).toContain('Done');
    expect(code).toBe(0);
    const again = await fleet('send', ...message, '--json', '--no-wait').ended;
    expect(objects(again.out)).toEqual([{ id: 'req-1', outcome: 'seen' }]);
    const after = objects((await fleet('status', '--json', '--tenant', 'anna').ended).out);
    expect(after).toMatchObject([{ id: 'chat-1', messages: 0, approvals: [] }]);
    expect((await fleet('status', '--tenant', 'ben').ended).out).toBe('0 conversations\n');
    expect(await fleet('frobnicate').ended).toMatchObject({ code: 2 });

    worker.child.kill('SIGINT');
    expect(await worker.ended).toMatchObject({ code: 0 });
    expect(main.livingClis()).toEqual([]);
  });

  it('hands its conversations over when a supervisor ends it, also while it works', async () => {
    const scenario = main.scenario({ turns: [[{ wait: 2_000 }, { text: 'Done' }]] });
    const fleet = (...args: string[]) => main.start(['fleet', ...args, '--store', 'handed']);
    const worker = fleet('work', `--simulate=${scenario}`);
    await until('a worker', () => worker.err().includes('is ready'), 30_000);
    const sending = fleet('send', 'chat-1', 'Hi', '--json');
    await until('the turn', () => sending.out().includes('"system"'), 30_000);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 0 });
    const rows = objects((await sending.ended).out);
    expect(rows.at(-1)).toMatchObject({ type: 'settled', outcome: 'answered' });
    const after = objects((await fleet('status', '--json').ended).out);
    expect(after).toMatchObject([{ id: 'chat-1', state: 'parked', messages: 0 }]);
  });

  it('says that a message waits for a worker, and keeps it', async () => {
    const fleet = (...args: string[]) => main.start(['fleet', ...args, '--store', 'waiting']);
    const sending = fleet('send', 'chat-1', 'Hi');
    await until('a hint', () => sending.err().includes('fleet work` running?'), 30_000);
    sending.child.kill('SIGINT');
    await sending.ended;
    const status = await fleet('status').ended;
    expect(status.out).toMatch(/^1 conversation, 0 leased, 1 waiting\nchat-1 {2}queued /);
  });
});
