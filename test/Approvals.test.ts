import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { toolMatcher } from '../src/codec/approvals.js';
import {
  type Approval,
  Approvals,
  FileApprovalStore,
  MemoryApprovalStore,
  startSession,
} from '../src/index.js';
import { assertRan, checkApprovalStore, fakeCli } from '../src/testing/index.js';
import { buildSources } from './support/buildSources.js';
import { until } from './support/until.js';

const run = promisify(execFile);
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
  // The last change may still be on its way when the session has ended.
  await until('temporary files to go', () => readdirSync(join(where, 'temporary')).length === 0);
  const files = readdirSync(where, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const { mode } = statSync(join(file.parentPath, file.name));
    expect((mode & 0o777).toString(8)).toBe(file.isDirectory() ? '700' : '600');
  }
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

it('reads a store that changes often once for many changes', async () => {
  let reads = 0;
  class CountingStore extends MemoryApprovalStore {
    override list(...filter: Parameters<MemoryApprovalStore['list']>) {
      reads += 1;
      return super.list(...filter);
    }
  }
  const store = new CountingStore();
  const approvals = new Approvals({ tools: ['Bash'], store });
  const opened: string[] = [];
  approvals.on('opened', ({ id }) => opened.push(id));
  await approvals.list();
  // Another program asks.
  const ids = Array.from({ length: 100 }, (_, index) => `approval ${index}`);
  const call = { sessionId: 's', tool: 'Bash', input: {}, toolUseId: 't', inputHash: 'h' };
  const open = { ...call, state: 'open', held: 'live', askedAt: 1, epoch: 0, revision: 1 } as const;
  await Promise.all(ids.map((id) => store.add({ ...open, id })));
  await until('the news of all', () => opened.length === ids.length);
  expect(opened.sort()).toEqual(ids.sort());
  expect(reads).toBeLessThan(10);
  approvals.close();
});

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

  it.each([
    ['in memory', () => new MemoryApprovalStore()],
    ['in files', () => new FileApprovalStore(folder())],
  ])('refuse ids that nobody gave out, %s', async (_, create) => {
    const approvals = new Approvals({ tools: ['Bash'], store: create() });
    const ids = [
      '',
      '.',
      '../changed',
      'a'.repeat(5000),
      '\ud800',
      'x\0y',
      '€'.repeat(80),
      '__proto__',
      7,
      null,
    ];
    for (const id of ids as string[]) {
      const unknown = { code: 'InvalidOption' };
      await expect(approvals.answer(id, { behavior: 'allow' })).rejects.toMatchObject(unknown);
      await expect(approvals.withdraw(id)).rejects.toMatchObject(unknown);
      expect(await approvals.load(id)).toBeUndefined();
    }
    approvals.close();
  });

  it('take names as they are, and only `*` for anything', () => {
    const matches = (pattern: string, tool: string) =>
      new RegExp(toolMatcher([pattern])).test(tool);
    expect(matches('Bash|Write', 'Write')).toBe(false);
    expect(matches('.*', 'Bash')).toBe(false);
    expect(matches('Bash', 'BashOutput')).toBe(false);
    expect(matches('Bash', 'mcp__x__Bash')).toBe(false);
    expect(matches('mcp__a(b__*', 'mcp__a(b__c')).toBe(true);
    expect(matches('mcp__*__delete', 'mcp__db__delete')).toBe(true);
    // Would take forever if each star could match on its own.
    expect(matches(`${'*'.repeat(40)}x`, 'a'.repeat(60))).toBe(false);
  });

  it('let one of many processes answer', async () => {
    const where = folder();
    const store = new FileApprovalStore(where);
    const ids = Array.from({ length: 20 }, (_, index) => `a-${index}`);
    const fields = { sessionId: 's', tool: 'Bash', input: {}, toolUseId: 't', inputHash: 'h' };
    const fresh = { askedAt: 1, epoch: 0, revision: 1, state: 'open', held: 'deferred' } as const;
    for (const id of ids) await store.add({ id, ...fields, ...fresh });
    const build = buildSources();
    const program = `
      import { Approvals, FileApprovalStore } from ${JSON.stringify(build.url('index.js'))};
      const [, folder, ids] = process.argv;
      const approvals = new Approvals({ tools: ['Bash'], store: new FileApprovalStore(folder) });
      const message = String(process.pid);
      const answer = (id) => approvals.answer(id, { behavior: 'deny', message });
      const wins = await Promise.all(ids.split(',').map(answer));
      approvals.close();
      console.log(JSON.stringify({ message, wins }));`;
    const args = ['--input-type=module', '-e', program, where, ids.join()];
    const options = { env: { PATH: process.env.PATH } };
    const runs = await Promise.all([1, 2, 3].map(() => run(process.execPath, args, options)));
    build.remove();
    const told = runs.map(
      ({ stdout }) => JSON.parse(stdout) as { message: string; wins: boolean[] },
    );
    for (const [index, id] of ids.entries()) {
      const winners = told.filter(({ wins }) => wins[index]);
      expect(winners).toHaveLength(1);
      expect((await store.load(id))?.decision).toMatchObject({ message: winners[0]?.message });
    }
  }, 180_000);

  it('do not run a call for a program whose lease has expired', async () => {
    const store = new MemoryApprovalStore();
    const approvals = new Approvals({ tools: ['Bash'], store, defer: false });
    const owner = { key: 'anna', epoch: 1 };
    const cli = fakeCli({ turns: [[{ tool: 'Bash', input: { command: 'ls' } }]] });
    const session = await startSession({
      options: { port: cli.port, approvals: approvals.bind(() => owner) },
    });
    const asked = new Promise<Approval>((resolve) => approvals.on('opened', resolve));
    const turn = session.send('Go');
    const open = await asked;
    // Another program has taken the conversation over.
    const taken = { ...open, id: 'other', epoch: 2 };
    await store.add(taken, { epoch: 2 });
    expect(await approvals.answer(open.id, { behavior: 'allow' })).toBe(true);
    await turn.result;
    expect(cli.ran).toEqual([]);
    expect(await approvals.load(open.id)).toMatchObject({ state: 'answered' });
    await session.end();
  });

  it('explain what they cannot use', async () => {
    expect(() => new Approvals({ tools: [] })).toThrow('must be a list of names');
    expect(() => new Approvals({ tools: ['Bash'], holdMs: -1 })).toThrow('at least 0');
    const approvals = new Approvals({ tools: ['Bash'] });
    await expect(approvals.answer('x', { behavior: 'allow' })).rejects.toThrow('no approval "x"');
    await expect(approvals.answer('x', { behavior: 'deny' } as never)).rejects.toThrow('An answer');
  });
});
