import type { UUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SimulatedClock } from 'xstate';
import type { Port, ProcessHandle } from '../../src/ffi/process/port.js';
import type { ResultMessage, Turn, UsageRow } from '../../src/index.js';
import { SessionPool, type SessionPoolOptions, toEventStream } from '../../src/index.js';
import { type FakeCli, fakeCli, type Scenario } from '../../src/testing/index.js';
import { memoryInUse } from '../support/memoryInUse.js';
import { until } from '../support/until.js';

const pools: SessionPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.drain({ timeoutMs: 0 });
});

function poolOn(
  { port }: Pick<FakeCli, 'port'>,
  { options, ...more }: Omit<SessionPoolOptions, 'options'> & { options?: object } = {},
): SessionPool {
  const pool = new SessionPool({ options: { port, ...options }, ...more });
  pools.push(pool);
  return pool;
}

const hello: Scenario = { turns: [[{ text: 'Hello' }]] };
const textOf = (result: ResultMessage) => ('result' in result ? result.result : undefined);
/** The processes that run a session, without the calls of `--version`. */
const sessionsOf = (cli: FakeCli) =>
  cli.processes.filter(({ args }) => args.includes('--input-format'));
const alive = (cli: FakeCli) => sessionsOf(cli).filter(({ isGone }) => !isGone);
const argAfter = (args: readonly string[], flag: string) => {
  const joined = args.find((arg) => arg.startsWith(`${flag}=`));
  return joined ? joined.slice(flag.length + 1) : args[args.indexOf(flag) + 1];
};

describe('a pool', () => {
  it('starts nothing before the first message, and one process for a key', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli);
    const session = pool.session('anna');
    expect(pool.session('anna')).toBe(session);
    expect(session.state).toBe('parked');
    expect(sessionsOf(cli)).toHaveLength(0);
    const results = await Promise.all([
      session.send('One').result,
      pool.session('anna').send('Two').result,
    ]);
    expect(results.map(textOf)).toEqual(['Hello', 'Hello']);
    expect(sessionsOf(cli)).toHaveLength(1);
    await until('idle', () => session.state === 'idle');
  });

  it('gives the turn its messages', async () => {
    const pool = poolOn(fakeCli(hello));
    const types: string[] = [];
    for await (const message of pool.session('anna').send('One')) types.push(message.type);
    expect(types.at(-1)).toBe('result');
    expect(types).toContain('assistant');
  });

  it('parks an idle conversation after idleMs, and resumes it with the next message', async () => {
    const cli = fakeCli(hello);
    const clock = new SimulatedClock();
    const pool = poolOn(cli, { idleMs: 1000, clock });
    const session = pool.session('anna');
    await session.send('One').result;
    await until('idle', () => session.state === 'idle');
    clock.increment(999);
    expect(session.state).toBe('idle');
    clock.increment(1);
    expect(session.state).toBe('parking');
    await until('parked', () => session.state === 'parked');
    expect(alive(cli)).toHaveLength(0);
    await session.send('Two').result;
    const [first, second] = sessionsOf(cli);
    expect(argAfter(first?.args ?? [], '--session-id')).toBe(session.sessionId);
    expect(argAfter(second?.args ?? [], '--resume')).toBe(session.sessionId);
  });

  it('keeps messages that come while the conversation is being parked', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli);
    const session = pool.session('anna');
    await session.send('One').result;
    await until('idle', () => session.state === 'idle');
    const parked = session.park();
    const turns = [session.send('Two'), pool.session('anna').send('Three')];
    await parked;
    for (const { result } of turns) expect(textOf(await result)).toBe('Hello');
    expect(sessionsOf(cli)).toHaveLength(2);
    expect(alive(cli)).toHaveLength(1);
  });

  it('parks the conversation that has been idle longest when it is full', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli, { max: 2 });
    for (const key of ['a', 'b', 'a']) {
      await pool.session(key).send('Hi').result;
      await until('idle', () => pool.session(key).state === 'idle');
    }
    await pool.session('c').send('Hi').result;
    expect(pool.session('b').state).toBe('parked');
    expect(pool.session('a').state).toBe('idle');
    expect(alive(cli)).toHaveLength(2);
  });

  it('lets the tenants take turns', async () => {
    const cli = fakeCli({ turns: [[{ wait: 50 }, { text: 'Hello' }]] });
    const pool = poolOn(cli, { max: 1 });
    const order: string[] = [];
    const ask = async (key: string, tenant: string) => {
      await pool.session(key, { tenant }).send('Hi').result;
      order.push(key);
    };
    const asked = ['a1', 'a2', 'a3', 'b1'].map((key) => ask(key, key.charAt(0)));
    await Promise.all(asked);
    expect(order.indexOf('b1')).toBeLessThanOrEqual(1);
  });

  it('limits the processes of a tenant', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli, { max: 4, perTenant: 1 });
    await Promise.all(
      ['a1', 'a2', 'b1'].map(
        (key) => pool.session(key, { tenant: key.charAt(0) }).send('Hi').result,
      ),
    );
    expect(alive(cli).length).toBeLessThanOrEqual(2);
  });

  it('answers a new conversation from a spare, and starts the next one', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli, { warm: 1 });
    await until('a spare', () => pool.status.spares === 1);
    const session = pool.session();
    await session.send('Hi').result;
    const [first] = sessionsOf(cli);
    expect(argAfter(first?.args ?? [], '--session-id')).toBe(session.sessionId);
    expect(pool.session(session.sessionId)).toBe(session);
    await until('the next spare', () => pool.status.spares === 1);
    expect(sessionsOf(cli)).toHaveLength(2);
    // Without a store nobody would find it again under its key.
    await pool.session('anna').send('Hi').result;
    expect(pool.status.spares).toBe(1);
    await pool.drain();
    expect(alive(cli)).toHaveLength(0);
  });

  it('starts a process if the spare has died', async () => {
    const cli = fakeCli(hello);
    const started: ProcessHandle[] = [];
    const port: Port = {
      ...cli.port,
      start(...call) {
        const handle = cli.port.start(...call);
        started.push(handle);
        return handle;
      },
    };
    const pool = poolOn({ port }, { warm: 1, max: 2 });
    await until('a spare', () => pool.status.spares === 1);
    for (const handle of started) handle.kill('SIGKILL');
    await until('its end', () => pool.status.spares === 0);
    expect(textOf(await pool.session().send('Hi').result)).toBe('Hello');
    expect(alive(cli).length).toBeLessThanOrEqual(2);
  });

  it('notices a spare that dies as soon as it is ready', async () => {
    const cli = fakeCli(hello);
    let deaths = 0;
    const port: Port = {
      ...cli.port,
      start(command, listener) {
        const handle = cli.port.start(command, {
          ...listener,
          stdout(bytes) {
            listener.stdout(bytes);
            if (!Buffer.from(bytes).includes('"control_response"')) return;
            deaths += 1;
            // At once: before anybody who waited for the start goes on.
            listener.stdoutEnded();
            listener.stderrEnded?.();
            listener.exited({ code: null, signal: 'SIGKILL' });
          },
          ...{ stdoutEnded() {}, stderrEnded() {}, exited() {} },
        });
        return handle;
      },
    };
    const pool = poolOn({ port }, { warm: 1, max: 1 });
    await until('its end', () => deaths === 1);
    expect(await pool.drain()).toEqual({ stopped: [] });
  });

  it('gives up a spare for a conversation that finds it full', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli, { max: 1, warm: 1 });
    await until('a spare', () => pool.status.spares === 1);
    await pool.session('anna').send('Hi').result;
    expect(alive(cli)).toHaveLength(1);
  });

  it('rejects the messages of a conversation that does not start, and tries again', async () => {
    const broken = fakeCli({ faults: { failsToStart: 'ENOENT' } });
    const working = fakeCli(hello);
    let port = broken.port;
    const pool = new SessionPool({ options: () => ({ port }) });
    pools.push(pool);
    const session = pool.session('anna');
    await expect(session.send('One').result).rejects.toMatchObject({ code: 'CliNotFound' });
    port = working.port;
    expect(textOf(await session.send('Two').result)).toBe('Hello');
  });

  it('loses the turn of a process that dies, and resumes with the next message', async () => {
    const cli = fakeCli({ turns: [[{ text: 'Hm' }, { crash: 'SIGKILL' }]] });
    const pool = poolOn(cli);
    const session = pool.session('anna');
    const turns = [session.send('One'), session.send('Two')];
    for (const turn of turns) {
      await expect(turn.result).rejects.toMatchObject({ code: 'TurnLost' });
    }
    await until('parked', () => session.state === 'parked');
    expect(sessionsOf(cli)).toHaveLength(1);
    await expect(session.send('Three').result).rejects.toMatchObject({ code: 'TurnLost' });
    const [, second] = sessionsOf(cli);
    expect(argAfter(second?.args ?? [], '--resume')).toBe(session.sessionId);
    expect(second?.written.join('')).not.toContain('One');
  });

  it('counts what each turn used once, in all processes', async () => {
    const pool = poolOn(fakeCli(hello));
    const session = pool.session('anna');
    const rows: UsageRow[] = [];
    session.on('usage', (row) => rows.push(row));
    expect(session.usage.cost).toBe(0);
    const first = session.send('One');
    await first.result;
    await session.park();
    const second = session.send('Two');
    const { total_cost_usd: runningSum } = await second.result;
    const costs = [first, second].map(({ cost }) => cost ?? 0);
    expect(Math.min(...costs)).toBeGreaterThan(0);
    expect(runningSum).toBeCloseTo((costs[0] ?? 0) + (costs[1] ?? 0));
    expect(session.usage.cost).toBeCloseTo(runningSum);
    expect(rows.map(({ cost }) => cost)).toEqual(costs);
    expect(rows.map(({ sessionId }) => sessionId)).toEqual([session.sessionId, session.sessionId]);
  });

  it('tells those who follow all conversations whose event it is', async () => {
    const pool = poolOn(fakeCli(hello));
    const told: unknown[] = [];
    pool.on('usage', () => {
      throw new Error('a bug of the listener');
    });
    const remove = pool.on('usage', ({ cost }, of) => told.push({ ...of, isPaid: cost > 0 }));
    await pool.session('a', { tenant: 'anna' }).send('One').result;
    await pool.session('b', { tenant: 'ben' }).send('One').result;
    remove();
    await pool.session('a', { tenant: 'anna' }).send('Two').result;
    expect(told).toEqual([
      { key: 'a', tenant: 'anna', isPaid: true },
      { key: 'b', tenant: 'ben', isPaid: true },
    ]);
  });

  it('keeps a conversation that somebody follows, and only that', async () => {
    const pool = poolOn(fakeCli(hello));
    const seen: string[] = [];
    /** Nothing here holds a handle. */
    const follow = async () => {
      pool.session('listener').on('turn', ({ state }) => seen.push(`listener ${state}`));
      void (async () => {
        for await (const { type } of pool.session('loop').messages()) seen.push(`loop ${type}`);
      })();
      return toEventStream(pool.session('stream')).getReader();
    };
    const reader = await follow();
    const isKept = (key: string) => new WeakRef(pool.session(key));
    const unwatched = isKept('nobody');
    await until('a collection', () => {
      memoryInUse();
      return unwatched.deref() === undefined;
    });
    for (const key of ['listener', 'loop', 'stream']) await pool.session(key).send('Hi').result;
    expect(seen).toContain('listener completed');
    expect(seen).toContain('loop result');
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain('"type":"system"');
  });

  it('gives a turn that is lost what is known of it', async () => {
    const pool = poolOn(fakeCli({ turns: [[{ text: 'Hm' }, { crash: 'SIGKILL' }]] }));
    const session = pool.session('anna');
    const withdrawn = session.send('Zero');
    await withdrawn.interrupt();
    const lost = session.send('One');
    const message = { role: 'user' as const, content: 'One' };
    const frame = { type: 'user' as const, message, parent_tool_use_id: null, session_id: '' };
    const refused = session.send({ ...frame, uuid: lost.uuid as UUID });
    await expect(refused.result).rejects.toMatchObject({ code: 'InvalidPrompt' });
    await expect(lost.result).rejects.toMatchObject({ code: 'TurnLost' });
    await until('parked', () => session.state === 'parked');
    expect(lost.usage).toMatchObject({ estimated: true, unknownResponses: 1 });
    expect(session.usage.unknownResponses).toBe(1);
    for (const turn of [withdrawn, refused]) expect(turn.usage).toBeUndefined();
  });

  it('is idle once Claude Code has discarded a message that it knows', async () => {
    const clock = new SimulatedClock();
    const session = poolOn(fakeCli(hello), { clock, idleMs: 1000 }).session('anna');
    const message = { role: 'user' as const, content: 'One' };
    const frame = { type: 'user' as const, message, parent_tool_use_id: null, session_id: '' };
    const uuid = crypto.randomUUID();
    await session.send({ ...frame, uuid }).result;
    const again = session.send({ ...frame, uuid });
    let isSettled = false;
    const discarded = expect(again.result).rejects.toMatchObject({ code: 'TurnDiscarded' });
    void discarded.then(() => {
      isSettled = true;
    });
    await until('the end of the turn', () => {
      clock.increment(100);
      return isSettled;
    });
    await until('parked', () => {
      clock.increment(100);
      return session.state === 'parked';
    });
  });

  it('withdraws a message that waits', async () => {
    const pool = poolOn(fakeCli(hello), { max: 1 });
    const first = pool.session('a').send('Hi');
    const waiting = pool.session('b').send('Hi');
    await waiting.interrupt();
    await expect(waiting.result).rejects.toMatchObject({ code: 'TurnDiscarded' });
    await first.result;
    await until('parked', () => pool.session('b').state === 'parked');
  });

  it('reports by events how each message ended, also one that no process got', async () => {
    const broken = fakeCli({ faults: { failsToStart: 'ENOENT' } });
    const working = fakeCli(hello);
    let port = broken.port;
    const pool = new SessionPool({ max: 1, options: () => ({ port }) });
    pools.push(pool);
    const told: [string, ...unknown[]][] = [];
    pool.on('turn', ({ uuid, state, error }) => told.push([uuid, state, error?.code]));
    const endOf = async ({ result, uuid }: Turn) => {
      await result.catch(() => {});
      return told.filter(([id]) => id === uuid).map(([, ...rest]) => rest);
    };
    const session = pool.session('a');
    const queued = ['queued', undefined];
    expect(await endOf(session.send('One'))).toEqual([queued, ['refused', 'CliNotFound']]);
    port = working.port;
    const answered = session.send('Two');
    const withdrawn = pool.session('b').send('Three');
    await withdrawn.interrupt();
    expect(await endOf(withdrawn)).toEqual([queued, ['discarded', undefined]]);
    const started = ['started', undefined];
    expect(await endOf(answered)).toEqual([queued, started, ['completed', undefined]]);
    await pool.drain();
    expect(await endOf(session.send('Four'))).toEqual([['refused', 'PoolDrained']]);
  });

  it('refuses a message whose uuid another one has that waits or runs', async () => {
    const cli = fakeCli(hello);
    const session = poolOn(cli).session('anna');
    const message = { role: 'user' as const, content: 'One' };
    const frame = { type: 'user' as const, message, parent_tool_use_id: null, session_id: '' };
    const told: string[] = [];
    session.on('turn', ({ state }) => told.push(state));
    const uuid = crypto.randomUUID();
    const first = session.send({ ...frame, uuid });
    const refused = [session.send({ ...frame, uuid })];
    session.on('turn', ({ state }) => {
      if (state === 'started') refused.push(session.send({ ...frame, uuid }));
    });
    expect(textOf(await first.result)).toBe('Hello');
    expect(refused).toHaveLength(2);
    for (const { result } of refused) {
      await expect(result).rejects.toMatchObject({ code: 'InvalidPrompt' });
    }
    // Nobody hears that the message with this uuid failed.
    expect(told).toEqual(['queued', 'started', 'completed']);
  });

  it('parks a conversation that has not got its process yet', async () => {
    const pool = poolOn(fakeCli(hello), { idleMs: Number.POSITIVE_INFINITY });
    const session = pool.session('anna');
    const turn = session.send('One');
    await session.park();
    expect(textOf(await turn.result)).toBe('Hello');
    expect(session.state).toBe('parked');
  });

  it('finds a conversation by its key and by its id', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli);
    const session = pool.session('anna', { tenant: 'acme' });
    const id = session.sessionId.toUpperCase();
    expect(pool.session(id, { tenant: 'acme' })).toBe(session);
    expect(() => pool.session(id, { tenant: 'other' })).toThrow('tenant');
    expect(pool.session(session.sessionId, { tenant: 'acme' })).toBe(session);
  });

  it('never gives one tenant the conversation of another, even if nobody remembers it', async () => {
    const remembered = new Map<string, string>();
    const store = {
      sessionId: async (key: string, tenant: string) => remembered.get(`${tenant}/${key}`),
      rememberSessionId: async (key: string, id: string, tenant: string) => {
        remembered.set(`${tenant}/${key}`, id);
      },
    };
    const cli = fakeCli(hello);
    const idFor = async (tenant: string, more?: Omit<SessionPoolOptions, 'options'>) => {
      const pool = poolOn(cli, more);
      if (more?.warm) await until('a spare', () => pool.status.spares === 1);
      const session = pool.session('chat-1', { tenant });
      const { session_id } = await session.send('Hi').result;
      expect(session_id).toBe(session.sessionId);
      await pool.drain();
      return session_id;
    };
    const ids = [await idFor('acme'), await idFor('other'), await idFor('')];
    expect(new Set(ids).size).toBe(3);
    expect(await idFor('acme')).toBe(ids[0]);
    const stored = { store, warm: 1 };
    const spare = await idFor('acme', stored);
    expect(await idFor('other', stored)).not.toBe(spare);
    expect(await idFor('acme', { store })).toBe(spare);
    expect(remembered.size).toBe(2);
  });

  it('serves two tenants that use the same key at once', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli, { max: 2 });
    const tenants = ['acme', 'other', ''];
    const sessions = tenants.map((tenant) => pool.session('chat-1', { tenant }));
    const heard: string[] = [];
    pool.on('usage', (_, { key, tenant }) => void heard.push(`${tenant}/${key}`));
    const ids = async () => {
      const results = sessions.map((session) => session.send('Hi').result);
      return (await Promise.all(results)).map(({ session_id: id }) => id);
    };
    const first = await ids();
    expect(new Set(first).size).toBe(3);
    expect(first).toEqual(sessions.map(({ sessionId }) => sessionId));
    expect(heard.sort()).toEqual(['/chat-1', 'acme/chat-1', 'other/chat-1']);
    // The third had to park one of the others, which is resumed as what it was.
    expect(await ids()).toEqual(first);
    expect(alive(cli).length).toBeLessThanOrEqual(2);
    expect(pool.session('chat-1', { tenant: 'acme' })).toBe(sessions[0]);
  });

  it('never gives the conversation of a tenant to a key that looks like its name', async () => {
    const pool = poolOn(fakeCli(hello));
    const owner = pool.session('chat-1', { tenant: 'acme' });
    const lookalikes = ['"acme":chat-1', '"":"acme":chat-1', '["acme","chat-1"]'];
    const strangers = lookalikes.map((key) => pool.session(key));
    const ids = [owner, ...strangers].map(({ sessionId }) => sessionId);
    expect(new Set(ids).size).toBe(4);
    expect(() => pool.session(owner.sessionId)).toThrow('another tenant');
    expect(() => pool.session('chat-1', { tenant: 7 as never })).toThrow('as the tenant');
  });

  it('drains: answers what it has accepted, takes no more', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli, { max: 1 });
    const turns = ['a', 'b', 'c'].map((key) => pool.session(key).send('Hi'));
    const drained = pool.drain();
    await expect(pool.session('d').send('Hi').result).rejects.toMatchObject({
      code: 'PoolDrained',
    });
    for (const turn of turns) expect(textOf(await turn.result)).toBe('Hello');
    expect(await drained).toEqual({ stopped: [] });
    expect(alive(cli)).toHaveLength(0);
  });

  it('drains a long queue of several tenants', async () => {
    const cli = fakeCli(hello);
    const pool = poolOn(cli, { max: 1, idleMs: 0, warm: 1 });
    const turns = Array.from({ length: 12 }, (_, at) => {
      const session = pool.session(`chat-${at % 6}`, { tenant: `tenant-${at % 3}` });
      return session.send(`${at}`);
    });
    const drained = pool.drain();
    for (const turn of turns) expect(textOf(await turn.result)).toBe('Hello');
    expect(await drained).toEqual({ stopped: [] });
    expect(alive(cli)).toHaveLength(0);
  });

  it('stops what is not finished in time', async () => {
    const cli = fakeCli({ turns: [[{ silence: true }]] });
    const clock = new SimulatedClock();
    const pool = poolOn(cli, { max: 1, clock });
    const running = pool.session('a').send('Hi');
    const waiting = pool.session('b').send('Hi');
    running.result.catch(() => {});
    await until('working', () => pool.session('a').state === 'working');
    const drained = pool.drain({ timeoutMs: 5000 });
    clock.increment(5000);
    await expect(waiting.result).rejects.toMatchObject({ code: 'PoolDrained' });
    await until('the stop', () => {
      clock.increment(1000);
      return alive(cli).length === 0;
    });
    expect((await drained).stopped.toSorted()).toEqual(['a', 'b']);
    await expect(running.result).rejects.toMatchObject({
      code: expect.stringMatching(/TurnLost|SessionStopped/),
    });
  });

  it('stops at once if the second call does not want to wait', async () => {
    const cli = fakeCli({ turns: [[{ silence: true }]] });
    const clock = new SimulatedClock();
    const pool = poolOn(cli, { max: 1, clock });
    pool
      .session('a')
      .send('Hi')
      .result.catch(() => {});
    await until('working', () => pool.session('a').state === 'working');
    const drained = pool.drain();
    clock.increment(1000);
    expect(alive(cli)).toHaveLength(1);
    const stopped = pool.drain({ timeoutMs: 0 });
    await until('the stop', () => {
      clock.increment(500);
      return alive(cli).length === 0;
    });
    expect(clock.now()).toBeLessThan(25_000);
    expect(await stopped).toEqual({ stopped: ['a'] });
    expect(await drained).toEqual({ stopped: ['a'] });
  });

  it('explains options that it cannot use', () => {
    const create = (options: object) => () => new SessionPool(options);
    expect(create({ max: 0 })).toThrow(/`max` must be a whole number of at least 1/);
    expect(create({ model: 'x' })).toThrow(/Unknown option `model`/);
    expect(create({ warm: 1, options: () => ({}) })).toThrow(/before its key is known/);
    expect(() => poolOn(fakeCli()).session('')).toThrow(/a string that is not empty/);
  });
});
