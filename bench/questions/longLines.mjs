import { rateRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

const MiB = 1024 * 1024;

/** What does a very long line cost? A bare pipe copies what it has with every piece that comes. */
export async function ask(stage) {
  return [
    ...(await lines(stage, '1 MB lines', stage.size(100, 20), MiB)),
    // A bare pipe takes seconds for one of these.
    ...(await lines(stage, '16 MB lines', stage.size(2, 1), 16 * MiB)),
  ];
}

async function lines(stage, name, count, length) {
  const cli = stage.cliThat({ file: stage.file(shapes.messages(count, length)) });
  const run = { task: 'stream', type: 'assistant', count, ...cli };
  const options = { limits: { lineBytes: 2 * length, unreadBytes: 32 * length } };
  const entries = { ours: { ...run, who: 'ours', options }, bare: { ...run, who: 'bare' } };
  const answers = await stage.contest(entries, { rounds: stage.size(3, 2) });
  const question = `${name}, against a bare pipe`;
  return rateRow({ question, answers, of: 'ours', to: 'bare', target: { atLeast: 1 } });
}
