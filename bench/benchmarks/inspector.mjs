import { rateRow, timeRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** What does `inspect` cost, with an observer that does nothing? */
export async function measure(context) {
  // These rows have no target, so a short run would learn nothing from them.
  if (context.short) return [];
  const count = 100_000;
  const compare = (stream) =>
    context.compare(
      { inspected: { ...stream, inspected: true }, 'not inspected': stream },
      { rounds: 3 },
    );
  const stream = { task: 'stream', contender: 'ours' };
  const tokens = context.cliWithPlan({ file: context.file(shapes.deltas(count)) });
  const hooks = context.cliWithPlan({ hooks: { count: 2000, concurrency: 1 } });
  const sides = { subject: 'inspected', baseline: 'not inspected' };
  return [
    ...rateRow({
      ...sides,
      name: 'tokens with an inspector, against none',
      samples: await compare({ ...stream, type: 'stream_event', count, ...tokens }),
    }),
    ...timeRow({
      ...sides,
      name: 'hook round trip with an inspector, against none',
      samples: await compare({ ...stream, count: 0, ...hooks }),
      value: ({ medianUs }) => medianUs,
      unit: 'µs',
    }),
  ];
}
