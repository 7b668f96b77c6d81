import { afterEach, describe, expect, it } from '@jest/globals';
import type { Port, ProcessHandle } from '../../src/ffi/process/port.js';
import type { SessionPoolOptions } from '../../src/index.js';
import { type PooledSession, type ResultMessage, SessionPool } from '../../src/index.js';
import { fakeCli, type Scenario } from '../../src/testing/index.js';
import { until } from '../support/until.js';

const pools: SessionPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.drain({ timeoutMs: 0 });
});

/** A pool, and what it has written to its processes. */
function poolOn(scenario: Scenario, settings: SessionPoolOptions = {}) {
  const cli = fakeCli(scenario);
  let written = '';
  const port: Port = {
    ...cli.port,
    start(...call) {
      const handle = cli.port.start(...call);
      const write: ProcessHandle['write'] = (text, ...more) => {
        written += text;
        return handle.write(text, ...more);
      };
      return new Proxy(handle, {
        get: (target, name) => (name === 'write' ? write : Reflect.get(target, name)),
      });
    },
  };
  const pool = new SessionPool({ ...settings, options: { port } });
  pools.push(pool);
  return { cli, pool, hasGot: (text: string) => written.includes(`"${text}"`) };
}

const textOf = (result: ResultMessage) => ('result' in result ? result.result : undefined);

/** Sends a message to which nobody needs an answer. */
function say(session: PooledSession, text: string): void {
  session.send(text).result.catch(() => {});
}

/** The first turn of a process goes on until it is stopped. */
const busy: Scenario = { turns: [[{ silence: true }]] };
const agent = {
  ...{ agent: 'Look around', background: true },
  steps: [{ tool: 'Bash', input: { command: 'sleep 60' }, takes: 60_000 }, { text: 'Nothing' }],
};

describe('a conversation that always has something to do', () => {
  it.each([
    ['sends one message after the other', 1],
    ['always has a message waiting', 2],
  ])('gives others their turn while a conversation %s', async (_, ahead) => {
    const { pool } = poolOn({ turns: [[{ wait: 5 }, { text: 'Hello' }]] }, { max: 1 });
    const busy = pool.session('busy', { tenant: 'a' });
    let answered = 0;
    const chatter = async () => {
      while (answered < 40) {
        await busy.send('Hi').result;
        answered += 1;
      }
    };
    const chatters = Array.from({ length: ahead }, chatter);
    await until('it to work', () => busy.state === 'working');
    await pool.session('waiting', { tenant: 'b' }).send('Hi').result;
    expect(answered).toBeLessThan(10);
    await Promise.all(chatters);
  });

  it('parks a conversation that always has a message waiting, and loses none', async () => {
    const { cli, pool } = poolOn({ turns: [[{ wait: 2 }, { text: 'Hello' }]] });
    const busy = pool.session('busy');
    let isOver = false;
    const chatter = async () => {
      while (!isOver) await busy.send('Hi').result;
    };
    const chatters = [chatter(), chatter()];
    await until('it to work', () => busy.state === 'working');
    await busy.park();
    isOver = true;
    await Promise.all(chatters);
    expect(
      cli.processes.filter(({ args }) => args.includes('--input-format')).length,
    ).toBeGreaterThan(1);
  });
});

describe('a message for a conversation that works', () => {
  it('waits while another conversation waits for its place, and no longer', async () => {
    const { pool, hasGot } = poolOn(busy, { max: 1 });
    const session = pool.session('busy');
    say(session, 'One');
    await until('it to work', () => hasGot('One'));
    const other = pool.session('other').send('Hi');
    other.result.catch(() => {});
    await until('the other to be queued', () => pool.session('other').state === 'queued');
    say(session, 'Two');
    say(session, 'Three');
    expect(hasGot('Two')).toBe(false);
    await other.interrupt();
    await until('the messages', () => hasGot('Three'));
    expect(hasGot('Two')).toBe(true);
    expect(session.state).toBe('working');
  });

  it('is sent although another one is being looked up while there is room', async () => {
    const { pool, hasGot } = poolOn(busy, { max: 8 });
    const session = pool.session('busy');
    say(session, 'One');
    await until('it to work', () => hasGot('One'));
    say(pool.session('other'), 'Hi');
    expect(pool.status.queued).toBe(1);
    say(session, 'Two');
    await until('the message', () => hasGot('Two'));
  });

  it('waits for others of its own tenant only, if the tenant has its share', async () => {
    const { pool, hasGot } = poolOn(busy, { max: 8, perTenant: 1 });
    const own = pool.session('own', { tenant: 'a' });
    const others = pool.session('others', { tenant: 'b' });
    say(own, 'One');
    say(others, 'Uno');
    await until('both to work', () => hasGot('One') && hasGot('Uno'));
    const next = pool.session('next', { tenant: 'b' });
    say(next, 'Hi');
    await until('the next to be queued', () => next.state === 'queued');
    say(others, 'Due');
    say(own, 'Two');
    await until('the message', () => hasGot('Two'));
    expect(hasGot('Due')).toBe(false);
  });

  it.each([
    [
      'another waits',
      async (pool: SessionPool) => {
        say(pool.session('other'), 'Hi');
        await until('the other to be queued', () => pool.session('other').state === 'queued');
      },
    ],
    ['it is to be parked', async (pool: SessionPool) => void pool.session('busy').park()],
  ])('is answered while an agent works in the background, although %s', async (_, press) => {
    const turns = [[agent, { text: 'Started' }], [{ text: 'Later' }]];
    const { pool, hasGot } = poolOn({ turns }, { max: 1 });
    const session = pool.session('busy');
    expect(textOf(await session.send('Look around').result)).toBe('Started');
    await press(pool);
    expect(textOf(await session.send('And?').result)).toBe('Later');
    expect(session.state).toBe('working');
    expect(hasGot('Hi')).toBe(false);
  });

  it('is answered after one of two agents is done', async () => {
    const quick = { ...agent, steps: [{ text: 'Found' }], afterwards: [{ text: 'Half done' }] };
    const turns = [[agent, quick, { text: 'Started' }], [{ text: 'Later' }]];
    const { pool } = poolOn({ turns }, { max: 1 });
    const session = pool.session('busy');
    const results: unknown[] = [];
    pool.on('message', (message) => message.type === 'result' && results.push(textOf(message)));
    await session.send('Look around').result;
    say(pool.session('other'), 'Hi');
    await until('both', () => results.length === 2 && pool.session('other').state === 'queued');
    expect(textOf(await session.send('And?').result)).toBe('Later');
    expect(results).toEqual(['Started', 'Half done', 'Later']);
  });

  it('is sent as soon as an agent starts, if it had to wait before', async () => {
    const turns = [[{ wait: 300 }, agent, { text: 'Started' }], [{ text: 'Later' }]];
    const { pool, hasGot } = poolOn({ turns }, { max: 1 });
    const session = pool.session('busy');
    const first = session.send('Look around');
    await until('it to work', () => hasGot('Look around'));
    say(pool.session('other'), 'Hi');
    await until('the other to be queued', () => pool.session('other').state === 'queued');
    const second = session.send('And?');
    expect(hasGot('And?')).toBe(false);
    expect(textOf(await first.result)).toBe('Started');
    // It may have joined the first turn.
    expect(['Started', 'Later']).toContain(textOf(await second.result));
    expect(session.state).toBe('working');
    expect(hasGot('Hi')).toBe(false);
  });
});
