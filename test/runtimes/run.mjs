// Runs the packed package on every runtime and system:
// `npm run test:runtimes [-- name…] [--case=name…] [--short] [--here]`
// A name selects the targets that contain it, such as `bun` or `windows`. `--short` runs what takes
// less than four minutes, and `--here` the runtime that runs this, on whatever system.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createProject } from './project.mjs';
import { runCase } from './runCase.mjs';
import { systemTargets } from './systems/systemTargets.mjs';
import { runtimeTargets, thisTarget } from './targets.mjs';
import { windowsTargets } from './windows/windowsTargets.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: 'string', multiple: true, default: [] },
    short: { type: 'boolean', default: false },
    here: { type: 'boolean', default: false },
  },
});

const isWanted = (name, wanted) =>
  wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase()));

const all = values.here ? [thisTarget] : [...runtimeTargets, ...systemTargets, ...windowsTargets];
const targets = all
  .filter(({ name }) => isWanted(name, positionals))
  .map((target) => ({ ...target, wanted: wantedCases(target) }))
  .filter(({ wanted }) => wanted.length > 0);
if (targets.length === 0) throw new Error('No target and case has such a name.');

/** By target and case: what went wrong, or undefined. */
const outcomes = new Map();
const project = createProject();
try {
  for (const target of targets) await runTarget(target);
} finally {
  for (const target of targets) target.close?.(project.folder);
  project.remove();
}
printTable();
const failed = [...outcomes.values()].filter(Boolean).length;
const passed = outcomes.size - failed;
// As jest prints it, so that `.ci/run` can count it.
console.log(
  `\nTests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${outcomes.size} total`,
);
process.exitCode = failed > 0 ? 1 : 0;

function wantedCases({ cases, inShort }) {
  return Object.entries(cases).filter(
    ([name]) => isWanted(name, values.case) && !(values.short && inShort?.(name) === false),
  );
}

async function runTarget(target) {
  const missing = target.missing?.();
  if (missing) {
    console.log(`${target.name}: left out, ${missing}`);
    // What cannot be run is a failure in CI, not a reason to leave it out.
    if (process.env.CLAUDE_ACTORS_REQUIRE_SYSTEMS) outcomes.set(`${target.name}: all`, missing);
    return;
  }
  const started = performance.now();
  const cases = [...target.wanted];
  const runNext = async () => {
    for (let next = cases.shift(); next; next = cases.shift()) {
      const [name, one] = next;
      const problem = await runCase(target, one, project);
      outcomes.set(`${target.name}: ${name}`, problem);
      if (problem) console.log(`\n${target.name}: ${name}: ${problem}`);
    }
  };
  // A case waits most of the time.
  await Promise.all([runNext(), runNext(), runNext()]);
  await runAgain(target);
  console.log(`${target.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Machines are shared, so a few cases that failed run once more, alone. A race shows as such. */
async function runAgain(target) {
  const failing = target.wanted.filter(([name]) => outcomes.get(`${target.name}: ${name}`));
  if (failing.length > 2) return;
  for (const [name, one] of failing) {
    const problem = await runCase(target, one, project);
    outcomes.set(`${target.name}: ${name}`, problem);
    if (!problem)
      console.log(`FLAKY: failed with others and passed alone: ${target.name}: ${name}`);
  }
}

function printTable() {
  const names = new Set(targets.flatMap(({ wanted }) => wanted.map(([name]) => name)));
  console.log(`\n| case | ${targets.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|${targets.map(() => '---|').join('')}`);
  for (const name of names) {
    const cells = targets.map((target) => cell(`${target.name}: ${name}`));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

function cell(key) {
  if (!outcomes.has(key)) return '–';
  return outcomes.get(key) ? 'FAILED' : 'ok';
}
