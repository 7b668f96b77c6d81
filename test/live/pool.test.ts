import { afterEach, expect, it } from '@jest/globals';
import { SessionPool, type SessionPoolOptions } from '../../src/index.js';
import { all } from '../support/all.js';
import { bypass, gate, live, sleepingTool } from '../support/liveCli.js';
import { describeCli, type Target } from '../support/targets.js';
import { until } from '../support/until.js';

const pools: SessionPool[] = [];
// Before the sandbox is removed.
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.drain({ timeoutMs: 0 });
});
const cli = live();

function poolOn(target: Target, more: Omit<SessionPoolOptions, 'options'> = {}): SessionPool {
  const pool = new SessionPool({ options: cli.options(target, bypass), ...more });
  pools.push(pool);
  return pool;
}

const lastRequest = () => JSON.stringify(cli.api.requests.at(-1)?.messages);
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describeCli('a pool', (target) => {
  it('parks a conversation and resumes it, also in another pool', async () => {
    const pool = poolOn(target);
    const session = pool.session('anna');
    cli.model = () => [{ text: 'The word is heron.' }];
    await session.send('Tell me the word').result;
    const pid = session.session?.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    await session.park();
    expect(session.state).toBe('parked');
    expect(isAlive(pid)).toBe(false);

    await session.send('Which one?').result;
    expect(lastRequest()).toContain('The word is heron.');
    expect(await pool.drain()).toEqual({ stopped: [] });

    const other = poolOn(target).session('anna');
    expect(other.sessionId).toBe(session.sessionId);
    const messages = await all(other.send('And now?'));
    expect(messages.at(-1)).toMatchObject({ type: 'result', session_id: session.sessionId });
    expect(lastRequest()).toContain('The word is heron.');
  });

  it('never has more processes than it may', async () => {
    const pool = poolOn(target, { max: 2 });
    let most = 0;
    const keys = ['a', 'b', 'c', 'd'];
    pool.actor.on('slotChanged', () => {
      const pids = keys.flatMap((key) => pool.session(key).session?.pid ?? []);
      most = Math.max(most, pids.filter(isAlive).length);
    });
    const results = await Promise.all(keys.map((key) => pool.session(key).send('Hi').result));
    expect(results.every(({ is_error: failed }) => !failed)).toBe(true);
    expect(new Set(results.map(({ session_id: id }) => id)).size).toBe(4);
    expect(most).toBe(2);
  });

  it('loses the turn of a process that is killed, and resumes with the next message', async () => {
    const pool = poolOn(target);
    const session = pool.session('anna');
    await session.send('Hello').result;
    const tool = sleepingTool(cli.box.cwd);
    cli.model = () => [tool.call];
    const lost = session.send('Sleep');
    lost.result.catch(() => {});
    await tool.pid();
    process.kill(session.session?.pid ?? 0, 'SIGKILL');
    await expect(lost.result).rejects.toMatchObject({
      code: 'TurnLost',
      details: { toolsInDoubt: [{ id: 'toolu_sleep', name: 'Bash' }] },
    });
    await until('parked', () => session.state === 'parked', 30_000);
    cli.model = () => [{ text: 'Here again.' }];
    expect(await session.send('Still there?').result).toMatchObject({
      result: 'Here again.',
      session_id: session.sessionId,
    });
  });

  it('counts the usage of all its processes once', async () => {
    const pool = poolOn(target);
    const session = pool.session('anna');
    const turns = [session.send('Hello')];
    await turns[0]?.result;
    await session.park();
    turns.push(session.send('Hello again'));
    await turns[1]?.result;
    for (const { usage } of turns) {
      expect(usage?.estimated).toBe(false);
      expect(Object.values(usage?.models ?? {})[0]?.outputTokens).toBeGreaterThan(0);
    }
    const costs = turns.map(({ cost }) => cost ?? 0);
    expect(Math.min(...costs)).toBeGreaterThan(0);
    expect(session.usage.cost).toBeCloseTo(costs.reduce((sum, cost) => sum + cost));
  });

  it('answers a new conversation from a spare', async () => {
    const pool = poolOn(target, { warm: 1, max: 2 });
    await until('a spare', () => pool.status.spares === 1, 60_000);
    const session = pool.session();
    expect(await session.send('Hello').result).toMatchObject({ session_id: session.sessionId });
    await until('the next spare', () => pool.status.spares === 1, 60_000);
    await session.park();
    expect(await session.send('Again').result).toMatchObject({ session_id: session.sessionId });
    expect(lastRequest()).toContain('Hello');
  });

  it('drains: answers what is running, and leaves no process', async () => {
    const pool = poolOn(target, { max: 1 });
    const asked = gate();
    cli.model = async () => {
      await asked.opened;
      return [{ text: 'Late.' }];
    };
    const running = pool.session('a').send('Hi');
    const waiting = pool.session('b').send('Hi');
    await until('the question', () => cli.api.requests.length > 0, 60_000);
    const pids = ['a', 'b'].flatMap((key) => pool.session(key).session?.pid ?? []);
    expect(pids.map(isAlive)).toEqual([true]);
    const drained = pool.drain();
    await expect(pool.session('c').send('Hi').result).rejects.toMatchObject({
      code: 'PoolDrained',
    });
    asked.open();
    expect(await running.result).toMatchObject({ result: 'Late.' });
    expect(await waiting.result).toMatchObject({ result: 'Late.' });
    expect(await drained).toEqual({ stopped: [] });
    expect(pids.map(isAlive)).toEqual([false]);
  });
});
