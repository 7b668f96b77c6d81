// npm run bench -- [benchmarks] [--short] [--markdown] [--profile]
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchmarks } from './benchmarks/index.mjs';
import { BenchContext } from './harness/BenchContext.mjs';
import { markdownTable, summary, textTable } from './harness/report.mjs';
import { isClearMiss, rule, shortRule } from './harness/verdict.mjs';
import { WorkerProcess } from './harness/WorkerProcess.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Fewer and smaller rounds, checked against looser targets. */
    short: { type: 'boolean' },
    /** Prints the table of docs/performance.md. */
    markdown: { type: 'boolean' },
    /** Writes V8's CPU profiles of all processes to .cache/profiles. */
    profile: { type: 'boolean' },
  },
});
const unknown = positionals.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Choose from ${benchmarks.join(', ')}.`);
  process.exit(2);
}

const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(0)} s`;
const started = performance.now();
const mode = { short: flags.short };
const profiles = flags.profile && fileURLToPath(new URL('../.cache/profiles', import.meta.url));
const context = new BenchContext({ short: flags.short, profiles });
process.on('exit', () => context.close());
for (const signal of ['SIGINT', 'SIGTERM']) {
  // Workers write to the temporary folder, so they have to end before it is removed.
  process.once(signal, () => WorkerProcess.endAll().then(() => process.exit(1)));
}

const rows = [];
for (const name of benchmarks) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const start = performance.now();
  const { measure } = await import(`./benchmarks/${name}.mjs`);
  rows.push(...(await measure(context)));
  console.error(`${name}: ${secondsSince(start)}`);
}

const [{ model }] = cpus();
const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
console.log(flags.markdown ? markdownTable(rows, mode) : textTable(rows, mode));
console.log(
  `\nNode ${process.version}, ${cpus().length} × ${model}, ${gigabytes} GB, ${process.platform}.`,
);
console.log(rule);
if (flags.short) console.log(shortRule);
console.log(`${rows.length} rows in ${secondsSince(started)}.`);
console.log(`\n${summary(rows, mode)}`);
if (rows.some((row) => isClearMiss(row, mode))) process.exitCode = 1;
