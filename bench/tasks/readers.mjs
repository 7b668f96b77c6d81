import { startSession } from '../../dist/index.js';
import { Stopwatch } from '../support/Stopwatch.mjs';

/**
 * Several loops read one session at once, from `init` to the result. One of them reads the turn and
 * the others all messages; with `unreadTurn` they all read all messages.
 */
export async function run({ readers, unreadTurn, type, count, cli, env }) {
  const session = await startSession({ options: { pathToClaudeCodeExecutable: cli, env } });
  let watch;
  const read = async (messages) => {
    let received = 0;
    for await (const message of messages) {
      if (message.type === type) received += 1;
      else if (message.subtype === 'init') watch ??= new Stopwatch();
      else if (message.type === 'result') break;
    }
    if (received !== count) throw new Error(`Received ${received} messages instead of ${count}.`);
  };
  const loops = Array.from({ length: readers - 1 }, () => read(session.messages()));
  if (unreadTurn) loops.push(read(session.messages()));
  const turn = session.send('Go');
  if (!unreadTurn) loops.push(read(turn));
  await Promise.all(loops);
  const time = watch.read();
  await session.end();
  return { ...time, count };
}
