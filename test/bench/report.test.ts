import { expect, it } from '@jest/globals';
import { formatNumber, markdownTable, summary, textTable } from '../../bench/harness/report.mjs';

const rows = [
  {
    name: 'tokens',
    by: 'cpu',
    measures: { cpu: [0.8, 0.9, 1], wall: [0.5, 0.6, 0.7] },
    target: { atLeast: 0.85 },
    details: 'ours 300 k/s',
  },
  {
    name: 'hooks',
    by: 'wall',
    measures: { wall: [1, 1.52, 2] },
    target: { atMost: 1.5, goal: 1.3 },
  },
  { name: 'idle', by: 'heap', measures: { heap: [41] }, unit: 'KB', target: { atMost: 40 } },
  { name: 'inspector', by: 'wall', measures: { wall: [123.4, 125] }, unit: 'ms' },
];

it('prints a table for a page', () => {
  expect(markdownTable(rows).split('\n')).toEqual([
    '| benchmark | result | target | verdict | spread | measured by | details |',
    '|---|---|---|---|---|---|---|',
    '| tokens | 0.90 × | ≥ 0.85 × | met | 0.80 to 1.00 | CPU time | wall time 0.60 ×; ours 300 k/s |',
    '| hooks | 1.52 × | ≤ 1.50 × (goal 1.30) | over target | 1.00 to 2.00 | wall time |  |',
    '| idle | 41.0 KB | ≤ 40.0 KB | over target |  | heap |  |',
    '| inspector | 124 ms |  | no target | 123 to 125 | wall time |  |',
  ]);
});

it('prints the same table in columns for a terminal', () => {
  const [head = '', ...lines] = textTable(rows).split('\n');
  const at = head.indexOf('target');
  expect(lines.map((line) => line.slice(at, at + 9).trim())).toEqual([
    '≥ 0.85 ×',
    '≤ 1.50 ×',
    '≤ 40.0 KB',
    '',
  ]);
});

it('prints the targets of a short run', () => {
  expect(markdownTable(rows, { short: true })).toContain('| ≤ 80.0 KB | met |');
});

it('sums up which targets are not met, and how clearly', () => {
  expect(summary(rows).split('\n')).toEqual([
    'Targets that are not met:',
    '- hooks: over target, within noise (1.52 ×, target ≤ 1.50 × (goal 1.30), rounds from 1.00 to 2.00)',
    '- idle: over target, a clear miss (41.0 KB, target ≤ 40.0 KB)',
  ]);
  expect(summary(rows.slice(0, 1))).toBe('Every target is met.');
});

it.each([
  [0.123, '0.12'],
  [-2.5, '-2.50'],
  [12.34, '12.3'],
  [1234.5, '1235'],
])('formats %d as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
