import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Options } from '../../../src/index.js';
import { type MessagesApi, type Model, messagesApi } from '../../support/messagesApi.js';
import { endProcesses, isAlive } from '../../support/processes.js';
import { type Sandbox, sandbox } from '../../support/sandbox.js';
import { until } from '../../support/until.js';
import type { Random } from '../fixtures/Random.mjs';

/** How long the processes of a run may take to go, on a busy machine. */
const goneWithinMs = 5_000;

/**
 * Everything that one attacked run touches. Each of its processes carries the run's mark, in its
 * environment or on its command line, so that none can hide.
 */
export class AttackedRun {
  /** Digits, so that it can also be a part of the time that `sleep` sleeps. */
  readonly mark: string;
  readonly api: MessagesApi;
  readonly box: Sandbox;
  readonly temporary: string;
  #heardAtEnd = Number.POSITIVE_INFINITY;

  private constructor(mark: string, api: MessagesApi) {
    this.mark = mark;
    this.api = api;
    this.box = sandbox(api.url);
    this.temporary = join(this.box.home, 'tmp');
    mkdirSync(this.temporary);
  }

  static async begin(random: Random, model: (run: AttackedRun) => Model): Promise<AttackedRun> {
    // The number keeps two runs apart whatever the seed is.
    count += 1;
    const mark = `${process.pid}${String(count).padStart(6, '0')}${String(random.next()).slice(2, 8)}`;
    let says: Model = () => [];
    const api = await messagesApi((request) => says(request));
    const run = new AttackedRun(mark, api);
    says = model(run);
    return run;
  }

  /** The environment of a program that uses the library. Its guard inherits only the PATH. */
  get programEnv(): Record<string, string> {
    const PATH = `/chaos-${this.mark}:${this.box.env.PATH}`;
    return { PATH, HOME: this.box.home, TMPDIR: this.temporary };
  }

  options(cliPath: string, more: Options = {}): Options {
    return {
      pathToClaudeCodeExecutable: cliPath,
      cwd: this.box.cwd,
      envMode: 'replace',
      env: { ...this.box.env, TMPDIR: this.temporary, CHAOS_MARK: this.mark },
      ...more,
    };
  }

  /** A command that runs for an hour, and notes its start in the file `started`. */
  sleepCommand(wrap: (sleep: string) => string): string {
    return `touch started; ${wrap(`sleep 3600.${this.mark}`)}`;
  }

  wrote(file: string): boolean {
    return readdirSync(this.box.cwd).includes(file);
  }

  /** Resolves when a tool has created the file. */
  async written(file: string): Promise<void> {
    await until(`the tool to write ${file}`, () => this.wrote(file), 30_000);
  }

  /** The processes of this run that are still alive. */
  processes(): { pid: number; command: string }[] {
    const found: { pid: number; command: string }[] = [];
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (!(pid > 0) || pid === process.pid) continue;
      const command = textOf(`/proc/${name}/cmdline`);
      const isOurs =
        command.includes(this.mark) || textOf(`/proc/${name}/environ`).includes(this.mark);
      if (isOurs && isAlive(pid))
        found.push({ pid, command: command.replaceAll('\0', ' ').trim() });
    }
    return found;
  }

  /** What is wrong after the end: processes, tools that ran in spite of a refusal, files. */
  async leftovers(): Promise<string[]> {
    const problems: string[] = [];
    try {
      await until('the processes to go', () => this.processes().length === 0, goneWithinMs);
    } catch {
      const orphans = this.processes();
      problems.push(...orphans.map(({ command }) => `orphan: ${command.slice(0, 120)}`));
      endProcesses(orphans.map(({ pid }) => pid));
    }
    await heardEverything();
    this.#heardAtEnd = this.api.requests.length;
    if (this.wrote('refused')) problems.push('a refused tool ran');
    const folders = readdirSync(this.temporary).filter((name) => name.startsWith('claude-actors-'));
    problems.push(...folders.map((name) => `left in the temporary folder: ${name}`));
    return problems;
  }

  /** Says whether anybody called the API after the end, and removes everything. */
  async close(): Promise<string[]> {
    endProcesses(this.processes().map(({ pid }) => pid));
    const late = this.api.requests.length - this.#heardAtEnd;
    await this.api.close();
    this.box.remove();
    return late > 0 ? [`${late} calls of the API after the end`] : [];
  }
}

let count = 0;

/** Empty for a process that has just gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/**
 * What a process sent before it died is in our sockets, but the API may not have read it. It accepts,
 * reads and parses in a few turns of the event loop.
 */
async function heardEverything(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}
