import { rateRow, timeRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** What does it cost to watch the charts, by an observer that does nothing? */
export async function ask(stage) {
  // There is no target that it could miss.
  if (stage.short) return [];
  const count = 100_000;
  const compare = (run) =>
    stage.contest({ watched: { ...run, inspected: true }, unwatched: run }, { rounds: 3 });
  const run = { task: 'stream', who: 'ours' };
  const tokens = stage.cliThat({ file: stage.file(shapes.deltas(count)) });
  const hooks = stage.cliThat({ hooks: { count: 2000, atOnce: 1 } });
  const sides = { of: 'watched', to: 'unwatched' };
  return [
    ...rateRow({
      ...sides,
      question: 'tokens with an inspector, against none',
      answers: await compare({ ...run, type: 'stream_event', count, ...tokens }),
    }),
    ...timeRow({
      ...sides,
      question: 'hook round trip with an inspector, against none',
      answers: await compare({ ...run, count: 0, ...hooks }),
      value: ({ medianUs }) => medianUs,
      unit: 'µs',
    }),
  ];
}
