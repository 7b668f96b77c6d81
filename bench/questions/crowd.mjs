import { rateRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** How fast do 100 sessions stream at once, all together? */
export async function ask(stage) {
  const sessions = stage.size(100, 20);
  const each = 2000;
  const count = sessions * each;
  const type = 'stream_event';
  const crowd = {
    sessions,
    type,
    each,
    ...stage.cliThat({ file: stage.file(shapes.deltas(each)) }),
  };
  const one = stage.cliThat({ file: stage.file(shapes.deltas(count)) });
  const answers = await stage.contest(
    {
      'all together': { task: 'crowd', ...crowd },
      'as many bare pipes': { task: 'bareCrowd', ...crowd },
      'one bare pipe': { task: 'stream', who: 'bare', type, count, ...one },
    },
    { rounds: stage.size(5, 2) },
  );
  return [
    rateRow({
      question: `${sessions} sessions at once, against one bare pipe`,
      answers,
      of: 'all together',
      to: 'one bare pipe',
      target: { atLeast: 0.8 },
      reached: { atLeast: 0.45 },
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
  ].flat();
}
