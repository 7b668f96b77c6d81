// A reporter of jest: names the seed of the attacks, and prints how many were tried and survived.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default class AttackTable {
  #folder = mkdtempSync(join(tmpdir(), 'claude-actors-figures-'));
  #file = join(this.#folder, 'figures.ndjson');

  constructor() {
    // The workers inherit both.
    process.env.CHAOS_SEED ??= String(Math.floor(Math.random() * 1e9));
    process.env.CHAOS_FIGURES = this.#file;
    process.stderr.write(`CHAOS_SEED=${process.env.CHAOS_SEED}\n`);
  }

  onRunComplete() {
    const rows = readRows(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
    if (rows.length > 0) process.stderr.write(`\n${tableOf(rows).join('\n')}\n`);
  }
}

function readRows(file) {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

function tableOf(rows) {
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const cells = sorted.map(({ attack, cli, tried, survived }) => [
    ...[attack, cli],
    ...[tried, survived].map((count) => count.toLocaleString('en')),
  ]);
  const all = [['attack', 'CLI', 'tried', 'survived'], ...cells];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at].length)));
  const line = (row) =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join(' | ');
  const lines = all.map(line);
  const rule = '-'.repeat(lines[0].length);
  const lost = rows.filter(({ tried, survived }) => survived < tried);
  const seed = `Repeat it with CHAOS_SEED=${process.env.CHAOS_SEED}.`;
  const verdict =
    lost.length === 0 ? 'All attacks were survived.' : `${lost.length} rows were not survived.`;
  return [lines[0], rule, ...lines.slice(1), rule, `${verdict} ${seed}`];
}

const keyOf = ({ attack, cli }) => `${attack}\0${cli}`;
