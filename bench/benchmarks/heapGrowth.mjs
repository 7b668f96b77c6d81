import { formatNumber } from '../harness/report.mjs';

/** Does a session that runs for an hour leak memory? */
export async function measure(context) {
  const turns = context.size(1000, 200);
  const hour = { task: 'heapGrowth', turns, hooksEach: 10, tokensEach: context.size(1000, 200) };
  const { ours } = await context.compare({ ours: hour }, { rounds: 1, freshProcess: true });
  const [{ heapsMb }] = ours;
  const [first, ...later] = heapsMb;
  const tokens = turns * hour.tokensEach;
  return [
    {
      name: `heap growth in an hour: ${turns} turns, ${turns * 10} hooks, ${tokens} tokens`,
      by: 'heap',
      measures: { heap: [Math.max(...later) - first] },
      unit: 'MB',
      target: { atMost: 5 },
      details: `after a tenth ${formatNumber(first)} MB, at the end ${formatNumber(heapsMb.at(-1))} MB`,
    },
  ];
}
