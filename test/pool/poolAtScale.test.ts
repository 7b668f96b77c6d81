import { expect, it, jest } from '@jest/globals';
import type { Port } from '../../src/ffi/process/port.js';
import { type PooledSession, SessionPool } from '../../src/index.js';
import { fakeCli } from '../../src/testing/index.js';

jest.setTimeout(120_000);

/** `npm run test:pool` is the long run, which also measures memory. */
const turns = 600;
const keys = 200;
const max = 20;

/** Counts the processes that live, all in all and for each conversation. */
function countingPort() {
  const live = new Map<string, number>();
  const most = { all: 0, ofOneConversation: 0 };
  let all = 0;
  const wrap = (port: Port): Port => ({
    ...port,
    start(command, listener) {
      const id = command.args.map(String).find((arg) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}/.test(arg));
      const change = (by: number) => {
        const count = (live.get(id ?? '') ?? 0) + by;
        live.set(id ?? '', count);
        all += by;
        most.all = Math.max(most.all, all);
        most.ofOneConversation = Math.max(most.ofOneConversation, count);
      };
      change(1);
      return port.start(command, {
        ...listener,
        spawned: (pid) => listener.spawned(pid),
        exited(how) {
          change(-1);
          listener.exited(how);
        },
      });
    },
  });
  return { wrap, most, live: () => all };
}

it(`answers ${turns} messages of ${keys} conversations with ${max} processes`, async () => {
  const counting = countingPort();
  const port = counting.wrap(fakeCli({ turns: [[{ text: 'Re: {prompt}' }]] }).port);
  const pool = new SessionPool({ options: { port }, max });
  let asked = 0;
  let answered = 0;
  const ask = async (session: PooledSession) => {
    const text = `${session.key} ${asked++}`;
    const result = await session.send(text).result;
    expect('result' in result && result.result).toBe(`Re: ${text}`);
    answered += 1;
  };
  while (asked < turns) {
    const sessions = Array.from({ length: keys }, (_, index) =>
      pool.session(`key ${index}`, { tenant: `tenant ${index % 7}` }),
    );
    await Promise.all(sessions.map(ask));
  }
  expect(answered).toBe(turns);
  expect(counting.most.all).toBe(max);
  expect(counting.most.ofOneConversation).toBe(1);
  expect(await pool.drain()).toEqual({ stopped: [] });
  expect(counting.live()).toBe(0);
});
