import { timeRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** Do hooks take longer while 100,000 messages wait for a reader that has paused? */
export async function measure(context) {
  const count = 100_000;
  const hooks = { count: context.size(1000, 200), concurrency: 1 };
  const stream = { task: 'stream', contender: 'ours', type: 'stream_event' };
  const file = context.file(shapes.deltas(count));
  const samples = await context.compare({
    'with a slow reader': {
      ...stream,
      count,
      pauseForHooks: hooks.count,
      ...context.cliWithPlan({ hooks, file }),
    },
    without: { ...stream, count: 0, ...context.cliWithPlan({ hooks }) },
  });
  return timeRow({
    name: 'hook round trip, 100,000 messages unread, against none',
    samples,
    subject: 'with a slow reader',
    baseline: 'without',
    value: ({ medianUs }) => medianUs,
    unit: 'µs',
    target: { atMost: 2 },
    // The run with messages spends its CPU time on them.
    withCpu: false,
  });
}
