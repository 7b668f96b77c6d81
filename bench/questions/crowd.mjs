import { rateRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** How fast do 100 sessions stream at once, all together, in long turns and in short ones? */
export async function ask(stage) {
  const sessions = stage.size(100, 20);
  const crowdOf = (each) => ({
    sessions,
    type: 'stream_event',
    each,
    ...stage.cliThat({ file: stage.file(shapes.deltas(each)) }),
  });
  const long = crowdOf(stage.size(10_000, 2000));
  const short = crowdOf(2000);
  const count = 200_000;
  const one = stage.cliThat({ file: stage.file(shapes.deltas(count)) });
  const answers = await stage.contest(
    {
      'all together': { task: 'crowd', ...long },
      'in short turns': { task: 'crowd', ...short },
      'as many bare pipes': { task: 'bareCrowd', ...long },
      'one bare pipe': { task: 'stream', who: 'bare', type: 'stream_event', count, ...one },
    },
    { rounds: stage.size(5, 2) },
  );
  return [
    rateRow({
      question: `${sessions} sessions at once, ${long.each} tokens each, against one bare pipe`,
      answers,
      of: 'all together',
      to: 'one bare pipe',
      target: { atLeast: 0.8 },
    }),
    rateRow({
      question: 'the same, against as many bare pipes',
      answers,
      of: 'all together',
      to: 'as many bare pipes',
    }),
    rateRow({
      question: 'as many bare pipes, against one',
      answers,
      of: 'as many bare pipes',
      to: 'one bare pipe',
    }),
    rateRow({
      question: `${sessions} sessions at once, ${short.each} tokens each, against one bare pipe`,
      answers,
      of: 'in short turns',
      to: 'one bare pipe',
    }),
  ].flat();
}
