import { rateRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** How fast do 100 sessions stream at once, all together, in long turns and in short ones? */
export async function ask(stage) {
  const sessions = stage.size(100, 20);
  const type = 'stream_event';
  const crowdOf = (each) => {
    const file = stage.file(shapes.deltas(each));
    return { file, run: { sessions, type, each, ...stage.cliThat({ file }) } };
  };
  const long = crowdOf(stage.size(10_000, 4000));
  const short = crowdOf(2000);
  const count = sessions * long.run.each;
  const one = stage.cliThat({ file: long.file, times: sessions });
  const answers = await stage.contest(
    {
      'all together': { task: 'crowd', ...long.run },
      'in short turns': { task: 'crowd', ...short.run },
      'as many bare pipes': { task: 'bareCrowd', ...long.run },
      'one bare pipe': { task: 'stream', who: 'bare', type, count, ...one },
    },
    { rounds: stage.size(7, 2) },
  );
  const row = (question, of, to, judged) => rateRow({ question, answers, of, to, ...judged });
  const against = 'against one bare pipe';
  return [
    row(
      `${sessions} sessions at once, ${long.run.each} tokens each, ${against}`,
      'all together',
      'one bare pipe',
      { target: { atLeast: 0.8 } },
    ),
    row('the same, against as many bare pipes', 'all together', 'as many bare pipes'),
    row('as many bare pipes, against one', 'as many bare pipes', 'one bare pipe'),
    row(
      `${sessions} sessions at once, ${short.run.each} tokens each, ${against}`,
      'in short turns',
      'one bare pipe',
    ),
  ].flat();
}
