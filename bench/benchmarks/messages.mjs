import { rateRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** How fast do whole messages of 2.3 KB arrive? */
export async function measure(context) {
  const count = context.size(20_000, 10_000);
  const cli = context.cliWithPlan({ file: context.file(shapes.messages(count, 2300)) });
  const stream = { task: 'stream', type: 'assistant', count, ...cli };
  const samples = await context.compare(
    {
      ours: { ...stream, contender: 'ours' },
      bare: { ...stream, contender: 'bare' },
      official: { ...stream, contender: 'official' },
    },
    { rounds: context.size(15, 3) },
  );
  const row = { samples, subject: 'ours' };
  const name = '2.3 KB messages, against';
  return [
    ...rateRow({
      ...row,
      name: `${name} a bare pipe`,
      baseline: 'bare',
      target: { atLeast: 0.85 },
    }),
    ...rateRow({ ...row, name: `${name} the official SDK`, baseline: 'official' }),
  ];
}
