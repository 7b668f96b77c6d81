// A reporter of jest: prints scenario × CLI version × backend when a run is over.
import { basename } from 'node:path';

const block = /^(.+) on the (real|simulated) CLI ([\d.]+)$/;
const marks = { passed: '✓', failed: '✗' };

export default class ScenarioTable {
  onRunComplete(_contexts, { testResults }) {
    const rows = readRows(testResults);
    if (rows.size > 0) process.stderr.write(`\n${tableOf(rows).join('\n')}\n`);
  }
}

/** The cells of each scenario, by target, in the order in which they were declared. */
function readRows(files) {
  const rows = new Map();
  const byPath = files.toSorted((a, b) => (a.testFilePath < b.testFilePath ? -1 : 1));
  for (const { testFilePath, testResults } of byPath) {
    for (const { ancestorTitles, title, status } of testResults) {
      const [, name, backend, version] = block.exec(ancestorTitles[0] ?? '') ?? [];
      if (name === undefined) continue;
      const file = basename(testFilePath, '.test.ts');
      const key = [file, name, ...ancestorTitles.slice(1), title].join(' › ');
      const cells = rows.get(key) ?? new Map();
      cells.set(`${backend} ${version}`, marks[status] ?? '–');
      rows.set(key, cells);
    }
  }
  return rows;
}

function tableOf(rows) {
  const targets = [...new Set([...rows.values()].flatMap((cells) => [...cells.keys()]))].sort();
  const width = Math.max(...[...rows.keys()].map((key) => key.length));
  const line = (first, cells) =>
    [first.padEnd(width), ...cells.map((cell, at) => cell.padEnd(targets[at].length))].join(' | ');
  const body = [...rows].map(([key, cells]) =>
    line(
      key,
      targets.map((target) => cells.get(target) ?? '–'),
    ),
  );
  const count = (mark) =>
    targets.map(
      (target) => [...rows.values()].filter((cells) => (cells.get(target) ?? '–') === mark).length,
    );
  const rule = '-'.repeat(line('', targets).length);
  const sums = [...Object.entries(marks), ['left out', '–']].map(([name, mark]) =>
    line(`${mark} ${name}`, count(mark).map(String)),
  );
  const realCells = [...rows.values()].flatMap((cells) =>
    [...cells].filter(([target]) => target.startsWith('real')).map(([, mark]) => mark),
  );
  const note = realCells.every((mark) => mark === '–')
    ? ['No scenario was run on a real CLI: only the simulated half counts.']
    : [];
  return [line(`${rows.size} scenarios`, targets), rule, ...body, rule, ...sums, ...note];
}
