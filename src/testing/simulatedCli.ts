#!/usr/bin/env node
import { type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { CliProcess } from './cli/CliProcess.js';
import type { ProcessEnd } from './cli/cli.js';
import { LineReader } from './cli/LineReader.js';
import { loadScenario } from './loadScenario.js';
import type { Scenario } from './scenario.js';

const hasStarted =
  'The simulated CLI cannot play `failsToStart`: as an executable it has already started. Use this fault with fakeCli, or set the CLI path to a file that does not exist.';

/** The last write to each pipe. Bun does not wait for earlier writes before it confirms an empty one. */
const lastWrites = { stdout: Promise.resolve(), stderr: Promise.resolve() };

function write(pipe: 'stdout' | 'stderr', data: string | Uint8Array): void {
  lastWrites[pipe] = new Promise((resolve) => process[pipe].write(data, () => resolve()));
}

/** Exits once all output is in the pipes. */
function leave(end: ProcessEnd): void {
  if ('signal' in end) {
    process.removeAllListeners(end.signal);
    process.kill(process.pid, end.signal);
    return;
  }
  process.stdin.destroy();
  const written = Promise.all([lastWrites.stdout, lastWrites.stderr]);
  void written.then(() => process.exit(end.code));
}

function stayAlive(): void {
  setInterval(() => {}, 2 ** 30);
}

/**
 * Closes our end of a pipe, which Node never does on its own. Opens /dev/null in its place, so that
 * nothing else gets this descriptor.
 */
function closeDescriptor(fd: 0 | 1): void {
  closeSync(fd);
  openSync(devNull, 'r+');
}

function holdStdout(milliseconds: number): void {
  const stdio: StdioOptions = ['ignore', 'inherit', 'ignore'];
  const wait = `setTimeout(() => {}, ${milliseconds})`;
  spawn(process.execPath, ['-e', wait], { detached: true, stdio }).unref();
}

function run(scenario: Scenario): void {
  if (scenario.faults?.failsToStart) throw new Error(hasStarted);
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
      stdout: (bytes) => write('stdout', bytes),
      stderr: (text) => write('stderr', text),
      closeStdin() {
        process.stdin.destroy();
        closeDescriptor(0);
        stayAlive();
      },
      closeStdout: () => void lastWrites.stdout.then(() => closeDescriptor(1)),
      holdStdout,
    },
    exited: leave,
  });
  // If the host is gone, there is nobody left to report an error to.
  process.stdout.on('error', () => process.exit(0));
  process.on('SIGTERM', () => cli.signal('SIGTERM'));
  process.on('SIGINT', () => cli.signal('SIGINT'));
  cli.start();
  if (scenario.faults?.neverReads) {
    stayAlive();
    return;
  }
  const lines = new LineReader((line) => cli.receive(line));
  const text = new StringDecoder('utf8');
  process.stdin.on('data', (bytes: Buffer) => {
    if (cli.readsPrompt) cli.receive(text.write(bytes));
    else lines.push(bytes);
  });
  process.stdin.on('end', () => {
    lines.end();
    cli.endInput();
  });
  if (scenario.faults?.ignoreEndOfInput) stayAlive();
}

loadScenario(process.env.CLAUDE_ACTORS_SCENARIO || undefined)
  .then(run)
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
