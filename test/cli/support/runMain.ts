import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scenario } from '../../../src/testing/scenario.js';
import { type Build, buildSources } from '../../support/buildSources.js';
import { endProcesses, isAlive } from '../../support/processes.js';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

export interface Running {
  child: ChildProcess;
  out(): string;
  err(): string;
  ended: Promise<Ended>;
}

/** The built command as a process of its own, in an environment that holds nothing of this machine. */
export class MainProgram {
  readonly #build: Build = buildSources();
  readonly #home = mkdtempSync(join(tmpdir(), 'claude-actors-home-'));
  readonly #started: ChildProcess[] = [];

  get path(): string {
    return fileURLToPath(this.#build.url('cli/main.js'));
  }

  get env(): Record<string, string> {
    const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    return { PATH: path, HOME: this.#home, TERM: 'xterm' };
  }

  /** A scenario that leaves the pid of each CLI that plays it. */
  scenario(scenario: Scenario): string {
    const path = join(this.#home, 'scenario.mjs');
    const pids = JSON.stringify(join(this.#home, 'pids'));
    writeFileSync(
      path,
      `import { appendFileSync } from 'node:fs';
appendFileSync(${pids}, process.pid + '\\n');
export default ${JSON.stringify(scenario)};\n`,
    );
    return path;
  }

  /** The CLIs of scenarios that still live. */
  livingClis(): number[] {
    const text = readFileSync(join(this.#home, 'pids'), 'utf8');
    return text.trim().split('\n').map(Number).filter(isAlive);
  }

  start(
    args: readonly string[],
    { stdin = '' as string | null, env = {}, detached = false } = {},
  ): Running {
    return this.spawn(process.execPath, [this.path, ...args], { stdin, env, detached });
  }

  run(...args: string[]): Promise<Ended> {
    return this.start(args).ended;
  }

  /** Null leaves stdin open. */
  spawn(
    file: string,
    args: readonly string[],
    { stdin = '' as string | null, env = {}, detached = false } = {},
  ): Running {
    const child = spawn(file, args, { env: { ...this.env, ...env }, cwd: this.#home, detached });
    this.#started.push(child);
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.stdin.on('error', () => {});
    if (stdin !== null) child.stdin.end(stdin);
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, out, err }));
    });
    return { child, out: () => out, err: () => err, ended };
  }

  remove(): void {
    endProcesses(
      this.#started.flatMap(({ pid, exitCode }) => (pid && exitCode === null ? pid : [])),
    );
    this.#build.remove();
    rmSync(this.#home, { recursive: true, force: true });
  }
}
