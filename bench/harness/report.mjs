import { median } from './statistics.mjs';
import { decidingMeasure, isClearMiss, targetOf, verdict } from './verdict.mjs';

const heads = ['benchmark', 'result', 'target', 'verdict', 'spread', 'measured by', 'details'];
const measureNames = { cpu: 'CPU time', wall: 'wall time', heap: 'heap', rss: 'resident memory' };

/** The cells of a row: { name, by, measures, unit, target, details }. */
function cells(row, mode) {
  const { name, measures, unit = '×', details } = row;
  const by = decidingMeasure(row, mode);
  const target = targetOf(row, mode);
  const rounds = measures[by];
  const figure = (value) => `${formatNumber(value)} ${unit}`;
  const otherMeasures = Object.keys(measures)
    .filter((other) => other !== by)
    .map((other) => `${measureNames[other]} ${figure(median(measures[other]))}`);
  return [
    name,
    figure(median(rounds)),
    target ? formatTarget(target, figure) : '',
    verdict(row, mode),
    rounds.length === 1 ? '' : formatSpread(rounds),
    measureNames[by],
    [...otherMeasures, ...(details ? [details] : [])].join('; '),
  ];
}

function formatTarget({ atLeast, atMost, goal }, figure) {
  const bound = atLeast === undefined ? `≤ ${figure(atMost)}` : `≥ ${figure(atLeast)}`;
  return goal === undefined ? bound : `${bound} (goal ${formatNumber(goal)})`;
}

function formatSpread(rounds) {
  return `${formatNumber(Math.min(...rounds))} to ${formatNumber(Math.max(...rounds))}`;
}

/** Three significant digits, or every digit before the decimal point. */
export function formatNumber(value) {
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** The median of each list, by name: `ours 1.20 ms, official 3.40 ms`. */
export function formatMedians(lists, unit) {
  return Object.entries(lists)
    .filter(([, list]) => list)
    .map(([name, list]) => `${name} ${formatNumber(median(list))} ${unit}`)
    .join(', ');
}

export function textTable(rows, mode) {
  const lines = [heads, ...rows.map((row) => cells(row, mode))];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column])).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

export function markdownTable(rows, mode) {
  const line = (parts) => `| ${parts.join(' | ')} |`;
  const ruler = `|${'---|'.repeat(heads.length)}`;
  return [line(heads), ruler, ...rows.map((row) => line(cells(row, mode)))].join('\n');
}

/** Which rows miss their target, clearly or within noise. */
export function summary(rows, mode) {
  const missed = rows.filter((row) => /^(over|under) target$/.test(verdict(row, mode)));
  if (missed.length === 0) return 'Every target is met.';
  const list = missed.map((row) => {
    const [name, result, target, word, spread] = cells(row, mode);
    const among = spread && `, rounds from ${spread}`;
    const weight = isClearMiss(row, mode) ? 'a clear miss' : 'within noise';
    return `- ${name}: ${word}, ${weight} (${result}, target ${target}${among})`;
  });
  return `Targets that are not met:\n${list.join('\n')}`;
}
