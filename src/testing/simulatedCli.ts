#!/usr/bin/env node
import process from 'node:process';
import type { ProcessEnd } from './cli/Cli.js';
import { CliProcess } from './cli/CliProcess.js';
import { LineReader } from './cli/LineReader.js';
import { loadScenario } from './loadScenario.js';
import type { Scenario } from './scenario.js';

/** Leaves once everything that was said has gone into the pipes. */
function leave(end: ProcessEnd): void {
  if ('signal' in end) {
    process.removeAllListeners(end.signal);
    process.kill(process.pid, end.signal);
    return;
  }
  process.stdin.destroy();
  process.stdout.write('', () => process.stderr.write('', () => process.exit(end.code)));
}

function run(scenario: Scenario): void {
  const cli = new CliProcess({
    args: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    pid: process.pid,
    scenario,
    clock: {
      setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
      clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
    },
    pipes: {
      stdout: (bytes) => void process.stdout.write(bytes),
      stderr: (text) => void process.stderr.write(text),
    },
    exited: leave,
  });
  // A host that has gone away is nobody to complain to.
  process.stdout.on('error', () => process.exit(0));
  process.on('SIGTERM', () => cli.signal('SIGTERM'));
  process.on('SIGINT', () => cli.signal('SIGINT'));
  cli.start();
  if (scenario.faults?.neverReads) {
    setInterval(() => {}, 2 ** 30);
    return;
  }
  const lines = new LineReader((line) => cli.receive(line));
  process.stdin.on('data', (bytes: Buffer) => lines.push(bytes));
  process.stdin.on('end', () => {
    lines.end();
    cli.endInput();
  });
  if (scenario.faults?.ignoreEndOfInput) setInterval(() => {}, 2 ** 30);
}

loadScenario(process.env.CLAUDE_ACTORS_SCENARIO || undefined).then(run, (error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
