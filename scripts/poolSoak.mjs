// 10,000 turns of 200 conversations over 20 processes of the simulated CLI: no message is lost, no
// conversation has two processes, and memory stays flat. `npm run test:pool`
import assert from 'node:assert/strict';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { SessionPool } from '../dist/index.js';
import { fakeCli } from '../dist/testing/index.js';

const turns = Number(process.argv[2] ?? 10_000);
const keys = 200;
const max = 20;
const mib = 2 ** 20;
const allowedMib = 10;

const live = new Map();
let all = 0;
let most = 0;

/** Counts the processes that live, all in all and for each conversation. */
function counted(port) {
  return {
    ...port,
    start(command, listener) {
      const id = command.args.find((arg) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}/.test(arg));
      assert.ok(!live.get(id), `two processes for ${id}`);
      live.set(id, true);
      all += 1;
      most = Math.max(most, all);
      const exited = (how) => {
        live.delete(id);
        all -= 1;
        listener.exited(how);
      };
      return port.start(command, { ...listener, exited });
    },
  };
}

// A fake CLI keeps its processes for tests to look at, so a long run needs several.
const freshPort = () => counted(fakeCli({ turns: [[{ text: 'Re: {prompt}' }]] }).port);
let port = freshPort();
const pool = new SessionPool({ options: () => ({ port }), max });
const memory = () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / mib;
};

let answered = 0;
async function ask(index) {
  const session = pool.session(`key ${index}`, { tenant: `tenant ${index % 7}` });
  const text = `${session.key} ${answered}`;
  const { result } = await session.send(text).result;
  assert.equal(result, `Re: ${text}`);
  answered += 1;
}

let halfway = 0;
while (answered < turns) {
  await Promise.all(Array.from({ length: keys }, (_, index) => ask(index)));
  port = freshPort();
  // The simulated CLI answers without ever leaving the microtasks. A real one does not.
  await setImmediate();
  if (halfway === 0 && answered >= turns / 2) halfway = memory();
}
const grown = memory() - halfway;
assert.deepEqual(await pool.drain(), { stopped: [] });
assert.equal(all, 0);
assert.equal(most, max);
assert.ok(grown < allowedMib, `memory grew by ${grown.toFixed(1)} MiB in the second half`);
console.log(
  `${answered} turns of ${keys} conversations, at most ${most} processes; ${grown.toFixed(1)} MiB more in the second half`,
);
