import { expect, it } from '@jest/globals';
import { markdownTable, shown, textTable } from '../../bench/harness/report.mjs';

const rows = [
  {
    question: 'tokens',
    by: 'cpu',
    measures: { cpu: [0.8, 0.9, 1], wall: [0.5, 0.6, 0.7] },
    target: { atLeast: 0.85 },
    seen: 'ours 300 k/s',
  },
  { question: 'idle', by: 'heap', measures: { heap: [41] }, unit: 'KB', target: { atMost: 40 } },
  { question: 'inspector', by: 'wall', measures: { wall: [123.4, 125] }, unit: 'ms' },
];

it('is a table for a page', () => {
  expect(markdownTable(rows).split('\n')).toEqual([
    '| question | result | target |  | by | rounds | besides |',
    '|---|---|---|---|---|---|---|',
    '| tokens | 0.90 × | ≥ 0.85 × | met | CPU time | 0.80 to 1.00 | wall time 0.60 ×; ours 300 k/s |',
    '| idle | 41.0 KB | ≤ 40.0 KB | missed | heap |  |  |',
    '| inspector | 124 ms | none | shown | wall time | 123 to 125 |  |',
  ]);
});

it('is the same table for a terminal, in columns', () => {
  const [head = '', ...lines] = textTable(rows).split('\n');
  const at = head.indexOf('target');
  expect(lines.map((line) => line.slice(at, at + 9).trim())).toEqual([
    '≥ 0.85 ×',
    '≤ 40.0 KB',
    'none',
  ]);
});

it('shows the targets of the short form', () => {
  expect(markdownTable(rows, { short: true })).toContain('| ≤ 80.0 KB | met |');
});

it.each([
  [0.123, '0.12'],
  [-2.5, '-2.50'],
  [12.34, '12.3'],
  [1234.5, '1235'],
])('shows %d as %s', (value, text) => {
  expect(shown(value)).toBe(text);
});
