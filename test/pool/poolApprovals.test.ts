import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Approval,
  type ApprovalFilter,
  Approvals,
  type ApprovalsOptions,
  MemoryApprovalStore,
  type Options,
  SessionPool,
} from '../../src/index.js';
import { type FakeCli, fakeCli, type Scenario } from '../../src/testing/index.js';
import { until } from '../support/until.js';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

function setUp(
  scenario: Scenario,
  more: Partial<ApprovalsOptions> = {},
  options: () => Options = () => ({}),
) {
  const cli = fakeCli(scenario);
  const approvals = new Approvals({ tools: ['Bash'], ...more });
  const pool = new SessionPool({
    options: async () => ({ port: cli.port, ...options() }),
    approvals,
  });
  endings.push(
    () => approvals.close(),
    () => pool.drain({ timeoutMs: 0 }),
  );
  return { cli, approvals, pool };
}

const call = { tool: 'Bash', input: { command: 'ls' } } as const;
const once: Scenario = { turns: [[call, { text: 'Done.' }], [{ text: 'Next.' }]] };
const sessionsOf = (cli: FakeCli) =>
  cli.processes.filter(({ args }) => args.includes('--input-format'));
const opened = (approvals: Approvals) =>
  new Promise<Approval>((resolve) => approvals.on('opened', resolve));
/** What the model was told, in all processes. */
const said = (cli: FakeCli) =>
  sessionsOf(cli).flatMap(({ written }) =>
    written.flatMap((line) => line.split('\n')).filter((line) => line.includes('"type":"user"')),
  );

/** After an approval is added, the next look at the conversation takes long. */
class SlowStore extends MemoryApprovalStore {
  #isSlow = false;

  override add(approval: Approval) {
    this.#isSlow = true;
    return super.add(approval);
  }

  override async list(filter?: ApprovalFilter) {
    if (this.#isSlow && filter?.sessionId !== undefined) {
      this.#isSlow = false;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return super.list(filter);
  }
}

/** Calls back as soon as somebody has read that a call is deferred. */
class HastyStore extends MemoryApprovalStore {
  #onDeferred: ((id: string) => void) | undefined;

  constructor(onDeferred: (id: string) => void) {
    super();
    this.#onDeferred = onDeferred;
  }

  override async load(id: string) {
    const found = await super.load(id);
    if (found?.held === 'deferred') {
      const tell = this.#onDeferred;
      this.#onDeferred = undefined;
      tell?.(id);
    }
    return found;
  }
}

describe('a pool with approvals', () => {
  it('does not tell the model of an answer that the call has had', async () => {
    const store = new SlowStore();
    const { cli, approvals, pool } = setUp(once, { store, defer: false });
    approvals.on('opened', ({ id }) => void approvals.answer(id, { behavior: 'allow' }));
    const session = pool.session('anna');
    await session.send('Go').result;
    await until('idle', () => session.state === 'idle');
    expect(cli.ran).toHaveLength(1);
    expect(said(cli)).toHaveLength(1);
    expect(await approvals.list({ states: ['used'] })).toMatchObject([{ held: 'live' }]);
  });

  it('knows a conversation that has its id as the key since a restart', async () => {
    const store = new MemoryApprovalStore();
    const first = setUp({ ...once, turns: [[call]] }, { store });
    const opening = first.pool.session('chat', { tenant: 'anna' });
    await opening.send('Go').result;
    await until('parked', () => opening.state === 'parked');
    await first.pool.drain();
    const { approvals, pool } = setUp({ turns: [[{ text: 'Next.' }]] }, { store });
    const session = pool.session(opening.sessionId, { tenant: 'anna' });
    const told: string[] = [];
    session.on('approval', ({ change }) => told.push(change));
    const waiting = session.send('And now?');
    await until('waiting', () => session.state === 'awaitingApproval');
    const [{ id } = { id: '' }] = await approvals.list({ key: 'chat' });
    expect(await approvals.withdraw(id)).toBe(true);
    expect(await waiting.result).toMatchObject({ subtype: 'success' });
    expect(told).toContain('withdrawn');
    expect(pool.session('chat', { tenant: 'anna' })).toBe(session);
  });

  it('continues with a deferred call that is answered before its turn has ended', async () => {
    const store = new HastyStore((id) => void approvals.answer(id, { behavior: 'allow' }));
    const { cli, approvals, pool } = setUp(once, { store });
    const turn = pool.session('anna').send('Go');
    expect(await turn.result).toMatchObject({ stop_reason: 'tool_deferred' });
    await until('the tool to run', () => cli.ran.length === 1);
    expect(sessionsOf(cli)).toHaveLength(2);
  });

  it('comes back to a deferred call after the answer, and then sends what waits', async () => {
    const { cli, approvals, pool } = setUp(once);
    const session = pool.session('anna');
    await session.send('Go').result;
    const next = session.send('And?');
    await until('the message to wait', () => session.state === 'awaitingApproval');
    const [approval] = await approvals.list();
    const input = { command: 'pwd' };
    await approvals.answer(approval?.id ?? '', { behavior: 'allow', updatedInput: input });
    await next.result;
    const [, resumed] = sessionsOf(cli);
    expect(resumed?.ran[0]).toEqual({ tool: 'Bash', input });
    expect(await approvals.load(approval?.id ?? '')).toMatchObject({ state: 'used' });
    expect(said(cli)).toHaveLength(2);
  });

  it('does not run a deferred call that was withdrawn', async () => {
    const { cli, approvals, pool } = setUp({ turns: [[call], [{ text: 'Next.' }]] });
    const session = pool.session('anna');
    await session.send('Go').result;
    await until('parked', () => session.state === 'parked');
    const [approval] = await approvals.list();
    expect(await approvals.withdraw(approval?.id ?? '')).toBe(true);
    session.send('And?');
    await until('the message to be sent', () => said(cli).length === 2);
    expect(cli.ran).toEqual([]);
  });

  it('does not run a call again if the program died after the answer was used', async () => {
    const store = new MemoryApprovalStore();
    const { cli, approvals, pool } = setUp({ turns: [[call]] }, { store });
    const session = pool.session('anna');
    await session.send('Go').result;
    await until('parked', () => session.state === 'parked');
    const [open] = (await approvals.list()) as [Approval];
    // What a program has written that died before the CLI heard of it.
    const decision = { behavior: 'allow' } as const;
    const revision = open.revision + 1;
    await store.replace({ ...open, revision, decision, state: 'used', settledAt: Date.now() });
    const told = new Promise<string>((resolve) =>
      session.on('message', (message) => {
        const text = JSON.stringify(message);
        if (text.includes('outcome is unknown')) resolve(text);
      }),
    );
    session.send('And?').result.catch(() => {});
    expect(await told).toContain(open.toolUseId);
    expect(cli.ran).toEqual([]);
  });

  it('leaves a conversation parked whose deferred call nobody has answered', async () => {
    const { cli, approvals, pool } = setUp(once);
    await pool.session('anna').send('Go').result;
    await until('parked', () => pool.session('anna').state === 'parked');
    expect(await approvals.list()).toMatchObject([{ held: 'deferred' }]);
    expect(sessionsOf(cli)).toHaveLength(1);
  });

  it('wakes a conversation whose answer comes as its process dies', async () => {
    const { cli, approvals, pool } = setUp(once, { defer: false });
    const asked = opened(approvals);
    const turn = pool.session('anna').send('Go');
    turn.result.catch(() => {});
    const { id } = await asked;
    const stopped = pool.session('anna').session?.stop();
    await approvals.answer(id, { behavior: 'allow' });
    await stopped;
    await until('the model to be told', () =>
      said(cli).some((one) => one.includes('approved now')),
    );
  });

  it('drains at once while messages wait for an answer', async () => {
    const { approvals, pool } = setUp(once);
    await pool.session('anna').send('Go').result;
    await until('parked', () => pool.session('anna').state === 'parked');
    const waiting = pool.session('anna').send('And?');
    const lost = expect(waiting.result).rejects.toMatchObject({ code: 'PoolDrained' });
    expect(await pool.drain()).toEqual({ stopped: ['anna'] });
    await lost;
    expect(await approvals.list()).toHaveLength(1);
  }, 10_000);

  it('tells the model once more if the process died before it had read the answer', async () => {
    const turns: Scenario['turns'] = [[call, { text: 'Done.' }], [{ crash: 'SIGKILL' }]];
    const { cli, approvals, pool } = setUp({ turns }, { defer: false, holdMs: 0 });
    await pool.session('anna').send('Go').result;
    const [approval] = await approvals.list();
    await approvals.answer(approval?.id ?? '', { behavior: 'allow' });
    await until('the tool to run', () => cli.ran.length === 1);
    expect(said(cli).filter((one) => one.includes('approved now'))).toHaveLength(2);
  });

  it('does not start again and again if the CLI dies each time', async () => {
    const turns: Scenario['turns'] = [[call, { text: 'Done.' }]];
    let starts = 0;
    let isBroken = false;
    const options = () => {
      starts += 1;
      if (isBroken) throw new Error('Out of memory.');
      return {};
    };
    const { approvals, pool } = setUp({ turns }, { defer: false, holdMs: 0 }, options);
    const session = pool.session('anna');
    await session.send('Go').result;
    await until('idle', () => session.state === 'idle');
    await session.park();
    isBroken = true;
    starts = 0;
    const [approval] = await approvals.list();
    await approvals.answer(approval?.id ?? '', { behavior: 'allow' });
    await until('two attempts', () => starts === 2 && session.state === 'parked');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(starts).toBe(2);
    expect(await approvals.load(approval?.id ?? '')).toMatchObject({ state: 'answered' });
  });
});
