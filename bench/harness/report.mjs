import { median } from './statistics.mjs';
import { judgedBy, targetOf, verdict } from './verdict.mjs';

const heads = ['question', 'result', 'target', '', 'by', 'rounds', 'besides'];
const names = { cpu: 'CPU time', wall: 'wall time', heap: 'heap', rss: 'resident memory' };

/** The cells of a row: { question, by, measures, unit, target, seen }. */
function cells(row, form) {
  const { question, measures, unit = '×', seen } = row;
  const by = judgedBy(row, form);
  const target = targetOf(row, form);
  const rounds = measures[by];
  const figure = (value) => `${shown(value)} ${unit}`;
  const others = Object.keys(measures).filter((name) => name !== by);
  const beside = others.map((name) => `${names[name]} ${figure(median(measures[name]))}`);
  return [
    question,
    figure(median(rounds)),
    target ? bound(target, figure) : 'none',
    verdict(row, form),
    names[by],
    rounds.length === 1 ? '' : `${shown(Math.min(...rounds))} to ${shown(Math.max(...rounds))}`,
    [...beside, ...(seen ? [seen] : [])].join('; '),
  ];
}

function bound(target, figure) {
  return 'atLeast' in target ? `≥ ${figure(target.atLeast)}` : `≤ ${figure(target.atMost)}`;
}

/** Three digits, or all that stand before the point. */
export function shown(value) {
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** The median of each list, by name. */
export function shownMedians(lists, unit) {
  const times = Object.entries(lists).filter(([, list]) => list);
  return times.map(([name, list]) => `${name} ${shown(median(list))} ${unit}`).join(', ');
}

export function textTable(rows, form) {
  const lines = [heads, ...rows.map((row) => cells(row, form))];
  const widths = heads.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at])).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

export function markdownTable(rows, form) {
  const line = (parts) => `| ${parts.join(' | ')} |`;
  const ruler = `|${'---|'.repeat(heads.length)}`;
  return [line(heads), ruler, ...rows.map((row) => line(cells(row, form)))].join('\n');
}
