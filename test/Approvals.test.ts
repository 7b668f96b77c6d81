import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Approval,
  Approvals,
  FileApprovalStore,
  MemoryApprovalStore,
  startSession,
} from '../src/index.js';
import { assertRan, checkApprovalStore, fakeCli } from '../src/testing/index.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'claude-actors-approvals-'));
  folders.push(made);
  return made;
}

describe.each([
  ['in memory', () => new MemoryApprovalStore()],
  ['in files', () => new FileApprovalStore(folder())],
])('an approval store %s', (_, create) => {
  it('follows the rules', async () => {
    expect(await checkApprovalStore(create, { epochs: true })).toHaveLength(9);
  });
});

it('keeps its files for their owner alone, and leaves none behind', async () => {
  const where = folder();
  const approvals = new Approvals({ tools: ['Bash'], store: new FileApprovalStore(where) });
  await ask(approvals, { behavior: 'allow' });
  const files = readdirSync(where, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const { mode } = statSync(join(file.parentPath, file.name));
    expect((mode & 0o777).toString(8)).toBe(file.isDirectory() ? '700' : '600');
  }
  expect(readdirSync(join(where, 'temporary'))).toEqual([]);
  approvals.close();
});

/** A session on the simulated CLI whose only call is answered like this. */
async function ask(approvals: Approvals, decision: Parameters<Approvals['answer']>[1]) {
  const cli = fakeCli({ turns: [[{ tool: 'Bash', input: { command: 'ls' } }, { text: 'Done.' }]] });
  const options = { port: cli.port, approvals, permissionMode: 'acceptEdits' as const };
  const session = await startSession({ options });
  const asked = new Promise<Approval>((resolve) => approvals.on('opened', resolve));
  const events: string[] = [];
  session.on('approval', ({ change }) => events.push(change));
  const turn = session.send('Go');
  const { id } = await asked;
  const wins = await Promise.all([
    approvals.answer(id, decision),
    approvals.answer(id, { behavior: 'deny', message: 'Second.' }),
  ]);
  await turn.result;
  await session.end();
  return { cli, id, wins, events };
}

describe('approvals', () => {
  it('run the tool when it is allowed, and the first answer wins', async () => {
    const approvals = new Approvals({ tools: ['Ba*'] });
    const { cli, id, wins, events } = await ask(approvals, { behavior: 'allow' });
    expect(wins).toEqual([true, false]);
    assertRan(cli, 'Bash');
    expect(await approvals.load(id)).toMatchObject({ state: 'used', tool: 'Bash' });
    expect(events).toEqual(['opened', 'answered', 'used']);
    expect(await approvals.withdraw(id)).toBe(false);
    expect(await approvals.list()).toEqual([]);
  });

  it('let one of two programs answer', async () => {
    const where = folder();
    const queues = [1, 2, 3].map(
      () => new Approvals({ tools: ['Bash'], store: new FileApprovalStore(where), defer: false }),
    );
    const [own, ...others] = queues as [Approvals, Approvals, Approvals];
    const cli = fakeCli({ turns: [[{ tool: 'Bash', input: { command: 'ls' } }]] });
    const session = await startSession({ options: { port: cli.port, approvals: own } });
    const asked = new Promise<Approval>((resolve) => own.on('opened', resolve));
    const turn = session.send('Go');
    const { id } = await asked;
    const wins = await Promise.all(others.map((one) => one.answer(id, { behavior: 'allow' })));
    expect(wins.filter(Boolean)).toHaveLength(1);
    await turn.result;
    assertRan(cli, 'Bash');
    await session.end();
    for (const one of queues) one.close();
  });

  it('explain what they cannot use', async () => {
    expect(() => new Approvals({ tools: [] })).toThrow('must be a list of names');
    expect(() => new Approvals({ tools: ['Bash'], holdMs: -1 })).toThrow('at least 0');
    const approvals = new Approvals({ tools: ['Bash'] });
    await expect(approvals.answer('x', { behavior: 'allow' })).rejects.toThrow('no approval "x"');
    await expect(approvals.answer('x', { behavior: 'deny' } as never)).rejects.toThrow('An answer');
  });
});
