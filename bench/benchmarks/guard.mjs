import { formatMedians } from '../harness/report.mjs';

/** What does the guard add to the start of a CLI, for the first one of a program and for the next? */
export async function measure(context) {
  const { on, off } = await context.compare(
    { on: { task: 'guard', guard: true }, off: { task: 'guard', guard: false } },
    { rounds: context.size(11, 3), freshProcess: true },
  );
  const added = (start, field) =>
    on.map((sample, round) => sample[start][field] - off[round][start][field]);
  const row = (name, start, target) => ({
    name,
    by: 'wall',
    measures: { wall: added(start, 'ms'), cpu: added(start, 'cpuMs') },
    unit: 'ms',
    target,
    details: formatMedians({ 'without it': off.map((sample) => sample[start].ms) }, 'ms'),
  });
  return [
    row("what the guard adds to a program's first start", 'first', { atMost: 10 }),
    row('what it adds to the next start', 'next'),
  ];
}
