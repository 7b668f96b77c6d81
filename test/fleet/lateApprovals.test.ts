import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FleetApprovalStore } from '../../src/fleet/FleetApprovalStore.js';
import {
  createFleet,
  embedded,
  type FleetRow,
  type FleetStore,
  fileStore,
  memoryStore,
} from '../../src/fleet/index.js';
import { Approvals } from '../../src/index.js';
import {
  type CliVersion,
  fakeCli,
  type Scenario,
  simulatedClock,
} from '../../src/testing/index.js';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const days = 24 * 60 * 60 * 1000;
const holdMs = 60_000;
const idleMs = 30_000;
const call = { tool: 'Bash', input: { command: 'refund 7' } } as const;

const stores = {
  memory: () => memoryStore(),
  files: () => {
    const folder = mkdtempSync(join(tmpdir(), 'claude-actors-late-'));
    endings.push(() => rmSync(folder, { recursive: true, force: true }));
    return fileStore(folder);
  },
};

async function conversation(store: FleetStore, version: CliVersion, turns: Scenario['turns']) {
  const clock = simulatedClock();
  const cli = fakeCli({ version, turns });
  // The lease outlasts a slow disk, for which the simulated time does not wait.
  const join = (worker: string) => {
    const fleet = createFleet({
      ...{ worker, clock, store, engine: embedded({ leaseMs: 600_000 }) },
      options: { port: cli.port } as never,
      approvals: { tools: ['Bash'], holdMs },
      pool: { idleMs },
    });
    endings.push(() => fleet.drain({ timeoutMs: 0 }));
    return fleet;
  };
  const worker = join('worker');
  await worker.work();
  // Whoever answers is another program.
  const app = join('app');
  const chat = await app.session('chat-1');
  const rows = async () => {
    const all: FleetRow[] = [];
    for await (const row of chat.rows({ follow: false })) all.push(row);
    return all;
  };
  /** Lets time pass, a second at a time, until something is so. */
  const passUntil = async (what: string, look: () => Promise<boolean> | boolean) => {
    for (const deadline = performance.now() + 10_000; !(await look()); ) {
      if (performance.now() > deadline) throw new Error(`${what} did not come.`);
      clock.increment(1000);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const passUntilParked = () =>
    passUntil('a parked conversation', async () => (await chat.info()).state === 'parked');
  const outcomeOf = async (id: string) =>
    (await rows()).flatMap((row) => (row.type === 'settled' && row.id === id ? [row.outcome] : []));
  const openApproval = async () => {
    const [approval] = await chat.approvals();
    if (!approval) throw new Error('No approval is open.');
    return approval;
  };
  return {
    ...{ clock, cli, worker, chat, rows, passUntil, passUntilParked },
    outcomeOf,
    openApproval,
  };
}

describe.each(Object.entries(stores))('an approval that is answered days later (%s)', (_, open) => {
  it('runs a recalled call once, when the model makes it again', async () => {
    const turns = [
      [call, { text: 'One.' }],
      [call, { text: 'Two.' }],
    ];
    const talk = await conversation(open(), '2.1.197', turns);
    const { chat, cli, clock, passUntil, passUntilParked } = talk;
    await chat.send('Refund order 7', { id: '1' });
    const startedAt = clock.now();
    await passUntil('the outcome', async () => (await talk.outcomeOf('1')).length > 0);
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(holdMs);
    await passUntilParked();
    const { id, held } = await talk.openApproval();
    expect(held).toBe('recalled');
    expect(cli.processes.filter(({ isGone }) => !isGone)).toEqual([]);
    clock.increment(3 * days);
    expect(cli.ran).toEqual([]);

    expect(await chat.answer(id, { behavior: 'allow' })).toBe(true);
    expect(await chat.answer(id, { behavior: 'deny', message: 'Too late.' })).toBe(false);
    await passUntil('the tool', () => cli.ran.length > 0);
    // Another identical call needs an answer of its own.
    await chat.send('Once more', { id: '2' });
    await passUntil('the outcome', async () => (await talk.outcomeOf('2')).length > 0);
    expect(cli.ran).toEqual([call]);
    expect((await talk.openApproval()).id).not.toBe(id);
    expect(await talk.outcomeOf('1')).toEqual(['answered']);
    expect(await talk.outcomeOf(`approval/${id}`)).toEqual(['answered']);
    const changes = (await talk.rows()).flatMap((row) =>
      row.type === 'approval' && row.approval.id === id ? [row.change] : [],
    );
    expect(changes).toEqual(['opened', 'recalled', 'answered', 'used']);
  });

  it('runs a deferred call once, and only then the message that has waited', async () => {
    const turns = [[call, { text: 'Done.' }], [{ text: 'Next.' }]];
    const talk = await conversation(open(), '2.1.325', turns);
    const { chat, cli, clock, passUntil, passUntilParked } = talk;
    await chat.send('Refund order 7', { id: '1' });
    await passUntilParked();
    const { id, held } = await talk.openApproval();
    expect(held).toBe('deferred');
    await chat.send('And then?', { id: '2' });
    clock.increment(3 * days);
    expect(cli.ran).toEqual([]);
    expect(await talk.outcomeOf('2')).toEqual([]);

    expect(await chat.answer(id, { behavior: 'allow' })).toBe(true);
    await passUntil('the outcome', async () => (await talk.outcomeOf('2')).length > 0);
    await passUntilParked();
    expect(cli.ran).toEqual([call]);
    expect(await talk.outcomeOf('2')).toEqual(['answered']);
    expect(await chat.approvals()).toEqual([]);
  });

  it('goes on with another worker, if the first is gone', async () => {
    const turns = [[call, { text: 'Done.' }]];
    const store = open();
    const talk = await conversation(store, '2.1.325', turns);
    await talk.chat.send('Refund order 7', { id: '1' });
    await talk.passUntilParked();
    await talk.worker.drain();
    talk.clock.increment(3 * days);
    const { id } = await talk.openApproval();
    expect(await talk.chat.answer(id, { behavior: 'allow' })).toBe(true);
    const second = createFleet({
      ...{ worker: 'second', clock: talk.clock, store, engine: embedded({ leaseMs: 600_000 }) },
      options: { port: talk.cli.port } as never,
      approvals: { tools: ['Bash'], holdMs },
      pool: { idleMs },
    });
    endings.push(() => second.drain({ timeoutMs: 0 }));
    await second.work();
    await talk.passUntil('the tool', () => talk.cli.ran.length > 0);
    await talk.passUntilParked();
    expect(talk.cli.ran).toEqual([call]);
    expect((await talk.chat.info()).worker).toBe('second');
  });

  it('goes on if whoever answered died before the conversation knew of it', async () => {
    const turns = [[call, { text: 'Done.' }]];
    const store = open();
    const talk = await conversation(store, '2.1.325', turns);
    await talk.chat.send('Refund order 7', { id: '1' });
    await talk.passUntilParked();
    const { id } = await talk.openApproval();
    const answering = new Approvals({ tools: ['*'], store: new FleetApprovalStore(store) });
    expect(await answering.answer(id, { behavior: 'allow' })).toBe(true);
    answering.close();
    await talk.passUntil('the tool', () => talk.cli.ran.length > 0);
    expect(talk.cli.ran).toEqual([call]);
    await talk.passUntilParked();
    expect(await talk.outcomeOf(`approval/${id}`)).toEqual(['answered']);
  });

  it('is withdrawn when its conversation is closed', async () => {
    const turns = [[call, { text: 'Done.' }]];
    const talk = await conversation(open(), '2.1.325', turns);
    await talk.chat.send('Refund order 7', { id: '1' });
    await talk.passUntilParked();
    const { id } = await talk.openApproval();
    await talk.chat.close();
    expect(await talk.chat.approvals()).toEqual([]);
    expect(await talk.chat.answer(id, { behavior: 'allow' })).toBe(false);
    expect(await talk.chat.info()).toMatchObject({ state: 'closed', messages: 0, approvals: [] });
  });
});
