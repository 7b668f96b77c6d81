import { startSession } from '../../dist/index.js';
import { Stopwatch } from '../support/Stopwatch.mjs';

/**
 * A session that several loops read at once, from the first `init` to the last result: one over the
 * turn, the others over all messages; or, with `unreadTurn`, all of them.
 */
export async function run({ readers, unreadTurn, type, count, cli, env }) {
  const session = await startSession({ options: { pathToClaudeCodeExecutable: cli, env } });
  let watch;
  const read = async (messages) => {
    let counted = 0;
    for await (const message of messages) {
      if (message.type === type) counted += 1;
      else if (message.subtype === 'init') watch ??= new Stopwatch();
      else if (message.type === 'result') break;
    }
    if (counted !== count) throw new Error(`${counted} messages came, not ${count}.`);
  };
  const loops = Array.from({ length: readers - 1 }, () => read(session.messages()));
  if (unreadTurn) loops.push(read(session.messages()));
  const turn = session.send('Go');
  if (!unreadTurn) loops.push(read(turn));
  await Promise.all(loops);
  const took = watch.read();
  await session.end();
  return { ...took, count };
}
