import { rateRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

const MiB = 1024 * 1024;

/** What does a very long line cost? A bare pipe copies all it has with every chunk that arrives. */
export async function measure(context) {
  return [
    ...(await lines(context, '1 MB lines', context.size(100, 20), MiB)),
    // Few of these: a bare pipe needs seconds for each.
    ...(await lines(context, '16 MB lines', context.size(2, 1), 16 * MiB)),
  ];
}

async function lines(context, size, count, length) {
  const cli = context.cliWithPlan({ file: context.file(shapes.messages(count, length)) });
  const stream = { task: 'stream', type: 'assistant', count, ...cli };
  const options = { limits: { lineBytes: 2 * length, unreadBytes: 32 * length } };
  const samples = await context.compare(
    { ours: { ...stream, contender: 'ours', options }, bare: { ...stream, contender: 'bare' } },
    { rounds: context.size(3, 2) },
  );
  const name = `${size}, against a bare pipe`;
  return rateRow({ name, samples, subject: 'ours', baseline: 'bare', target: { atLeast: 1 } });
}
