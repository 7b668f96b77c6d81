import { rateRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** How fast do 100 sessions stream at the same time, in long turns and in short ones? */
export async function measure(context) {
  const sessions = context.size(100, 20);
  const type = 'stream_event';
  const turnsOf = (tokens) => {
    const file = context.file(shapes.deltas(tokens));
    return { file, input: { sessions, type, each: tokens, ...context.cliWithPlan({ file }) } };
  };
  const long = turnsOf(context.size(10_000, 4000));
  const short = turnsOf(2000);
  const count = sessions * long.input.each;
  const onePipe = context.cliWithPlan({ file: long.file, times: sessions });
  const samples = await context.compare(
    {
      'all together': { task: 'manySessions', ...long.input },
      'in short turns': { task: 'manySessions', ...short.input },
      'as many bare pipes': { task: 'manyPipes', ...long.input },
      'one bare pipe': { task: 'stream', contender: 'bare', type, count, ...onePipe },
    },
    { rounds: context.size(7, 2) },
  );
  const row = (name, subject, baseline, target) =>
    rateRow({ name, samples, subject, baseline, target });
  const name = ({ input }) =>
    `${sessions} sessions at once, ${input.each} tokens each, against one bare pipe`;
  return [
    ...row(name(long), 'all together', 'one bare pipe', { atLeast: 0.8 }),
    ...row('the same, against as many bare pipes', 'all together', 'as many bare pipes'),
    ...row('as many bare pipes, against one', 'as many bare pipes', 'one bare pipe'),
    ...row(name(short), 'in short turns', 'one bare pipe'),
  ];
}
