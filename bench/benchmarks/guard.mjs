import { formatMedians } from '../harness/report.mjs';

/**
 * What does the guard add to the start of a CLI, for the first one of a program and for the next? And
 * what does it cost to keep the stdin of an old CLI open?
 */
export async function measure(context) {
  const { held, on, off } = await context.compare(
    {
      held: { task: 'guard', guard: true, holdStdin: true },
      on: { task: 'guard', guard: true },
      off: { task: 'guard', guard: false },
    },
    { rounds: context.size(11, 3), freshProcess: true },
  );
  const row = (name, start, target, [more, less] = [on, off]) => {
    const added = (field) =>
      more.map((sample, round) => sample[start][field] - less[round][start][field]);
    return {
      name,
      by: 'wall',
      measures: { wall: added('ms'), cpu: added('cpuMs') },
      unit: 'ms',
      target,
      details: formatMedians({ 'without it': less.map((sample) => sample[start].ms) }, 'ms'),
    };
  };
  return [
    row("what the guard adds to a program's first start", 'first', { atMost: 10 }),
    row('what it adds to the next start', 'next'),
    row('what holding stdin open adds to a start', 'next', { atMost: 3 }, [held, on]),
  ];
}
