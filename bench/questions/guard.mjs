import { shownMedians } from '../harness/report.mjs';

/** What does the guard add to the start of a CLI, the first of a program and the next? */
export async function ask(stage) {
  const { on, off } = await stage.contest(
    { on: { task: 'guard', guard: true }, off: { task: 'guard', guard: false } },
    { rounds: stage.size(11, 3), fresh: true },
  );
  const added = (start, by) => on.map((answer, round) => answer[start][by] - off[round][start][by]);
  const row = (question, start, target) => ({
    question,
    by: 'wall',
    measures: { wall: added(start, 'ms'), cpu: added(start, 'cpuMs') },
    unit: 'ms',
    target,
    seen: shownMedians({ 'without it': off.map((answer) => answer[start].ms) }, 'ms'),
  });
  return [
    row("what the guard adds to a program's first start", 'first', { atMost: 10 }),
    row('and to the next', 'next'),
  ];
}
