import { startSession } from '../../dist/index.js';
import { Stopwatch } from '../support/Stopwatch.mjs';

let crowd;

/** Many sessions, each with a CLI of its own, started once and then all told to go at once. */
export async function run({ sessions, type, each, cli, env }) {
  const options = { pathToClaudeCodeExecutable: cli, env };
  crowd ??= await Promise.all(Array.from({ length: sessions }, () => startSession({ options })));
  const watch = new Stopwatch();
  const counts = await Promise.all(crowd.map((session) => countOf(session.send('Go'), type)));
  const took = watch.read();
  const wrong = counts.find((counted) => counted !== each);
  if (wrong !== undefined) throw new Error(`${wrong} messages came, not ${each}.`);
  return { ...took, count: sessions * each };
}

async function countOf(turn, type) {
  let counted = 0;
  for await (const message of turn) if (message.type === type) counted += 1;
  return counted;
}
