import { shown, shownMedians } from './report.mjs';
import { median, quotients } from './statistics.mjs';

/**
 * How fast messages come, as a part of another's rate. It is judged by the CPU time of the process
 * that reads: where the CLI or others need the cores too, wall time says more about them.
 */
export function rateRow({ question, answers, of, to, target, reached }) {
  const [above, below] = [answers[of], answers[to]];
  if (!above || !below) return [];
  const cpu = quotients(above, below, ({ cpuMs, count }) => count / cpuMs);
  const wall = quotients(above, below, ({ ms, count }) => count / ms);
  const rate = (name) => rateText(median(answers[name].map(({ ms, count }) => count / ms)));
  const seen = `${of} ${rate(of)}, ${to} ${rate(to)}`;
  return [{ question, by: 'cpu', measures: { cpu, wall }, target, reached, seen }];
}

/**
 * A time against another's. It is judged by wall time: somebody waits for it. CPU time stands
 * beside it where a run does nothing else.
 */
export function timeRow({
  question,
  answers,
  of,
  to,
  value,
  unit,
  target,
  reached,
  withCpu = true,
}) {
  const [above, below] = [answers[of], answers[to]];
  if (!above || !below) return [];
  const wall = quotients(above, below, value);
  const cpu = withCpu && { cpu: quotients(above, below, ({ cpuMs }) => cpuMs) };
  const lists = Object.entries(answers).map(([name, list]) => [name, list.map(value)]);
  const seen = shownMedians(Object.fromEntries(lists), unit);
  return [{ question, by: 'wall', measures: { wall, ...cpu }, target, reached, seen }];
}

/** Messages per millisecond, as people say it. */
function rateText(perMs) {
  return perMs >= 10 ? `${shown(perMs)} k/s` : `${shown(perMs * 1000)} /s`;
}
