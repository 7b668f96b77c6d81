import { timeRow } from '../harness/rows.mjs';

/** How long does the CLI wait for the answer of a hook, one at a time and 32 at once? */
export async function ask(stage) {
  const one = await answersTo(stage, { count: stage.size(2000, 400), atOnce: 1 });
  const count = stage.size(5000, 1000);
  const many = await answersTo(stage, { count, atOnce: 32 });
  const row = { of: 'ours', to: 'official', target: { atMost: 1.3 } };
  // By CPU time, and with so few hooks that V8 has not compiled much of what they need.
  return [
    ...timeRow({
      ...row,
      question: 'hook round trip, against the official SDK',
      reached: { atMost: 2.5 },
      answers: one,
      value: ({ medianUs }) => medianUs,
      unit: 'µs',
    }),
    ...timeRow({
      ...row,
      reached: { atMost: 3 },
      question: `32 hooks at once, ${count} in all, against the official SDK`,
      answers: many,
      value: ({ totalUs }) => totalUs / 1000,
      unit: 'ms',
    }),
  ];
}

function answersTo(stage, hooks) {
  const run = { task: 'stream', count: 0, ...stage.cliThat({ hooks }) };
  const entries = {
    ours: { ...run, who: 'ours' },
    official: { ...run, who: 'official' },
    bare: { ...run, who: 'bare' },
  };
  return stage.contest(entries, { rounds: stage.size(21, 3) });
}
