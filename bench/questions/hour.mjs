import { shown } from '../harness/report.mjs';

/** Does an hour of one session leave anything behind in memory? */
export async function ask(stage) {
  const turns = stage.size(1000, 200);
  const run = { task: 'hour', turns, hooksEach: 10, tokensEach: stage.size(1000, 200) };
  const { ours } = await stage.contest({ ours: run }, { rounds: 1, fresh: true });
  const [{ heapsMb }] = ours;
  const [first, ...later] = heapsMb;
  return [
    {
      question: `heap growth in an hour: ${turns} turns, ${turns * 10} hooks, ${turns * run.tokensEach} tokens`,
      by: 'heap',
      measures: { heap: [Math.max(...later) - first] },
      unit: 'MB',
      target: { atMost: 5 },
      seen: `after the first tenth ${shown(first)} MB, at the end ${shown(heapsMb.at(-1))} MB`,
    },
  ];
}
