import { timeRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** Does a hook wait longer for its answer while 100,000 messages wait for a reader who has stopped? */
export async function ask(stage) {
  const count = 100_000;
  const hooks = { count: stage.size(1000, 200), atOnce: 1 };
  const run = { task: 'stream', who: 'ours', type: 'stream_event' };
  const file = stage.file(shapes.deltas(count));
  const answers = await stage.contest({
    'with a slow reader': {
      ...run,
      count,
      stallFor: hooks.count,
      ...stage.cliThat({ hooks, file }),
    },
    without: { ...run, count: 0, ...stage.cliThat({ hooks }) },
  });
  return timeRow({
    question: 'hook round trip, 100,000 messages unread, against none',
    answers,
    of: 'with a slow reader',
    to: 'without',
    value: ({ medianUs }) => medianUs,
    unit: 'µs',
    target: { atMost: 2 },
    // That of the run with messages is spent on these.
    withCpu: false,
  });
}
