import { formatMedians, formatNumber } from './report.mjs';
import { median, ratios } from './statistics.mjs';

/**
 * A row that compares two rates of messages. CPU time of the reading process decides: the CLI and
 * other programs share the cores, so wall time would measure them too.
 */
export function rateRow({ name, samples, subject, baseline, target, shortTarget }) {
  const [ours, theirs] = [samples[subject], samples[baseline]];
  if (!ours || !theirs) return [];
  const cpu = ratios(ours, theirs, ({ cpuMs, count }) => count / cpuMs);
  const wall = ratios(ours, theirs, ({ ms, count }) => count / ms);
  const rate = (list) => formatRate(median(list.map(({ ms, count }) => count / ms)));
  const details = `${subject} ${rate(ours)}, ${baseline} ${rate(theirs)}`;
  return [{ name, by: 'cpu', measures: { cpu, wall }, target, shortTarget, details }];
}

/**
 * A row that compares two times. Wall time decides, because somebody is waiting. CPU time is shown
 * too, unless `withCpu` is false because the process does other work as well.
 */
export function timeRow({
  name,
  samples,
  subject,
  baseline,
  value,
  unit,
  target,
  shortTarget,
  withCpu = true,
}) {
  const [ours, theirs] = [samples[subject], samples[baseline]];
  if (!ours || !theirs) return [];
  const wall = ratios(ours, theirs, value);
  const cpu = withCpu && { cpu: ratios(ours, theirs, ({ cpuMs }) => cpuMs) };
  const lists = Object.entries(samples).map(([contender, list]) => [contender, list.map(value)]);
  const details = formatMedians(Object.fromEntries(lists), unit);
  return [{ name, by: 'wall', measures: { wall, ...cpu }, target, shortTarget, details }];
}

function formatRate(perMs) {
  return perMs >= 10 ? `${formatNumber(perMs)} k/s` : `${formatNumber(perMs * 1000)} /s`;
}
