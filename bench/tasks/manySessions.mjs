import { startSession } from '../../dist/index.js';
import { Stopwatch } from '../support/Stopwatch.mjs';

let all;

/** Many sessions at once, each with a CLI of its own. Started only once. */
export async function run({ sessions, type, each, cli, env }) {
  const options = { pathToClaudeCodeExecutable: cli, env };
  all ??= await Promise.all(Array.from({ length: sessions }, () => startSession({ options })));
  const watch = new Stopwatch();
  const counts = await Promise.all(all.map((session) => countOf(session.send('Go'), type)));
  const time = watch.read();
  const wrong = counts.find((count) => count !== each);
  if (wrong !== undefined) throw new Error(`Received ${wrong} messages instead of ${each}.`);
  return { ...time, count: sessions * each };
}

async function countOf(turn, type) {
  let count = 0;
  for await (const message of turn) if (message.type === type) count += 1;
  return count;
}
