import { timeRow } from '../harness/rows.mjs';

/** How long does the CLI wait for a hook's answer, one hook at a time and 32 at once? */
export async function measure(context) {
  const count = context.size(5000, 1000);
  const single = await hookTimes(context, { count: context.size(2000, 400), concurrency: 1 });
  const many = await hookTimes(context, { count, concurrency: 32 });
  const row = { subject: 'ours', baseline: 'official', target: { atMost: 1.5, goal: 1.3 } };
  // A short run looks at CPU time, with so few hooks that V8 has compiled little of their code.
  return [
    ...timeRow({
      ...row,
      shortTarget: { atMost: 2.5 },
      name: 'hook round trip, against the official SDK',
      samples: single,
      value: ({ medianUs }) => medianUs,
      unit: 'µs',
    }),
    ...timeRow({
      ...row,
      shortTarget: { atMost: 3 },
      name: `32 hooks at once, ${count} in all, against the official SDK`,
      samples: many,
      value: ({ totalUs }) => totalUs / 1000,
      unit: 'ms',
    }),
  ];
}

function hookTimes(context, hooks) {
  const stream = { task: 'stream', count: 0, ...context.cliWithPlan({ hooks }) };
  const tasks = {
    ours: { ...stream, contender: 'ours' },
    official: { ...stream, contender: 'official' },
    bare: { ...stream, contender: 'bare' },
  };
  return context.compare(tasks, { rounds: context.size(21, 3) });
}
