import { setTimeout } from 'node:timers/promises';
import { officialSdk } from '../../scripts/officialSdk.mjs';

const isToken = ({ type, event }) => type === 'stream_event' && event.delta?.type === 'text_delta';

/** From `ask()` to the first token, in milliseconds. Reads the answer to its end. */
async function timeFirstToken(ask) {
  const start = performance.now();
  let ms;
  for await (const message of ask()) {
    if (isToken(message)) ms ??= performance.now() - start;
    if (message.type === 'result' && message.is_error) throw new Error(message.result);
  }
  if (ms === undefined) throw new Error('There was no token.');
  return { ms };
}

const ways = {
  /** A new conversation of a pool, which has to start a process. */
  async poolCold(options) {
    const { SessionPool } = await import('../../dist/index.js');
    const pool = new SessionPool({ options });
    const sample = await timeFirstToken(() => pool.session().send('Hi'));
    await pool.drain();
    return sample;
  },
  /** A new conversation of a pool that has a spare. */
  async poolSpare(options) {
    const { SessionPool } = await import('../../dist/index.js');
    const pool = new SessionPool({ options, warm: 1, max: 1 });
    while (pool.status.spares === 0) await setTimeout(10);
    await settle();
    const sample = await timeFirstToken(() => pool.session().send('Hi'));
    await pool.drain();
    return sample;
  },
  async oursCold(options) {
    const { query } = await import('../../dist/index.js');
    return timeFirstToken(() => query({ prompt: 'Hi', options }));
  },
  async officialCold(options) {
    const { query } = await import(officialSdk());
    return timeFirstToken(() => query({ prompt: 'Hi', options }));
  },
  async officialStartup(options) {
    const { startup } = await import(officialSdk());
    const warm = await startup({ options });
    await settle();
    return timeFirstToken(() => warm.query('Hi'));
  },
};

/** A waiting process has nothing left to do. Both contenders get the same time for that. */
const settle = () => setTimeout(500);

export function run({ way, cli, env, cwd }) {
  return ways[way]({ pathToClaudeCodeExecutable: cli, env, cwd, includePartialMessages: true });
}
