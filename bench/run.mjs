// npm run bench -- [questions] [--short] [--markdown] [--profile]
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable, textTable } from './harness/report.mjs';
import { Stage } from './harness/Stage.mjs';
import { rule, shortRule, verdict } from './harness/verdict.mjs';
import { WorkerProcess } from './harness/WorkerProcess.mjs';
import { questions } from './questions/index.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Fewer rounds of less, against looser targets. */
    short: { type: 'boolean' },
    /** The table as docs/performance.md has it. */
    markdown: { type: 'boolean' },
    /** Where time goes: V8's profiles of all processes, in .cache/profiles. */
    profile: { type: 'boolean' },
  },
});
const unknown = positionals.filter((name) => !questions.includes(name));
if (unknown.length > 0) {
  console.error(`There is no question ${unknown.join(', ')}. There are: ${questions.join(', ')}.`);
  process.exit(2);
}

const begun = performance.now();
const form = { short: flags.short };
const profiles = flags.profile && fileURLToPath(new URL('../.cache/profiles', import.meta.url));
const stage = new Stage({ short: flags.short, profiles });
process.on('exit', () => stage.close());
for (const signal of ['SIGINT', 'SIGTERM']) {
  // Whoever still works would write into the folder that goes away.
  process.once(signal, () => WorkerProcess.endAll().then(() => process.exit(1)));
}

const rows = [];
for (const name of questions) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const start = performance.now();
  const { ask } = await import(`./questions/${name}.mjs`);
  rows.push(...(await ask(stage)));
  console.error(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

const missed = rows.filter((row) => verdict(row, form) === 'missed');
const [{ model }] = cpus();
const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
console.log(flags.markdown ? markdownTable(rows, form) : textTable(rows, form));
console.log(
  `\nNode ${process.version}, ${cpus().length} × ${model}, ${gigabytes} GB, ${process.platform}.`,
);
console.log(rule);
if (flags.short) console.log(shortRule);
console.log(`${rows.length} rows in ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
if (missed.length > 0) {
  console.log(`\nMissed:\n${missed.map(({ question }) => `- ${question}`).join('\n')}`);
  process.exitCode = 1;
}
