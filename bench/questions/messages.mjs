import { rateRow } from '../harness/rows.mjs';
import { shapes } from '../support/preparedData.mjs';

/** How fast do whole messages of 2.3 KB come? */
export async function ask(stage) {
  const count = stage.size(20_000, 10_000);
  const cli = stage.cliThat({ file: stage.file(shapes.messages(count, 2300)) });
  const run = { task: 'stream', type: 'assistant', count, ...cli };
  const entries = {
    ours: { ...run, who: 'ours' },
    bare: { ...run, who: 'bare' },
    official: { ...run, who: 'official' },
  };
  const answers = await stage.contest(entries, { rounds: stage.size(15, 3) });
  const row = { answers, of: 'ours' };
  const question = '2.3 KB messages, against';
  return [
    ...rateRow({
      ...row,
      question: `${question} a bare pipe`,
      to: 'bare',
      target: { atLeast: 0.85 },
    }),
    ...rateRow({ ...row, question: `${question} the official SDK`, to: 'official' }),
  ];
}
