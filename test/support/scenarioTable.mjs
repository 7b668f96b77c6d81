// A reporter of jest: prints scenario × CLI version × backend when a run is over.
import { basename } from 'node:path';

const block = /^(.+) on the (real|simulated) CLI ([\d.]+)$/;
const exclusion = ' – real only: ';
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
      const [scenario, why] = title.split(exclusion);
      const file = basename(testFilePath, '.test.ts');
      const key = [file, name, ...ancestorTitles.slice(1), scenario].join(' › ');
      const row = rows.get(key) ?? { cells: new Map(), why: undefined };
      row.cells.set(`${backend} ${version}`, marks[status] ?? '–');
      row.why ??= why;
      rows.set(key, row);
    }
  }
  return rows;
}

function tableOf(rows) {
  const targets = [...new Set([...rows.values()].flatMap(({ cells }) => [...cells.keys()]))].sort();
  const width = Math.max(...[...rows.keys()].map((key) => key.length));
  const line = (first, cells, note = '') =>
    [first.padEnd(width), ...cells.map((cell, at) => cell.padEnd(targets[at].length))].join(' | ') +
    note;
  const body = [...rows].map(([key, { cells, why }]) =>
    line(
      key,
      targets.map((target) => cells.get(target) ?? '–'),
      why && ` (${why})`,
    ),
  );
  const count = (mark) =>
    targets.map(
      (target) =>
        [...rows.values()].filter(({ cells }) => (cells.get(target) ?? '–') === mark).length,
    );
  const rule = '-'.repeat(line('', targets).length);
  const sums = [...Object.entries(marks), ['left out', '–']].map(([name, mark]) =>
    line(`${mark} ${name}`, count(mark).map(String)),
  );
  const realCells = [...rows.values()].flatMap(({ cells }) =>
    [...cells].filter(([target]) => target.startsWith('real')).map(([, mark]) => mark),
  );
  const note = realCells.every((mark) => mark === '–')
    ? ['No scenario was run on a real CLI: only the simulated half counts.']
    : [];
  return [line(`${rows.size} scenarios`, targets), rule, ...body, rule, ...sums, ...note];
}
