import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '../../support/until.js';
import type { AttackedRun } from './AttackedRun.js';

/** A program of a run, which says things line by line. */
export class Program {
  readonly #child: ChildProcess;
  #said = '';
  #gone = false;

  /** `wrapper` starts it: a shell with limits, or another user. */
  constructor(run: AttackedRun, file: string, plan: object, wrapper: readonly string[] = []) {
    const [command = '', ...args] = [...wrapper, process.execPath, file, JSON.stringify(plan)];
    this.#child = spawn(command, args, {
      cwd: run.box.cwd,
      env: run.programEnv,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text) => {
        this.#said += text;
      });
    }
    this.#child.stdin?.on('error', () => {});
    this.#child.once('close', () => {
      this.#gone = true;
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  tell(order: string): void {
    this.#child.stdin?.write(`${order}\n`);
  }

  /** Resolves when it has said the line so often, or is gone. */
  async says(line: string, times = 1): Promise<void> {
    const count = () => this.#said.split('\n').filter((one) => one === line).length;
    await until(`the program to say ${line}`, () => count() >= times || this.#gone, 60_000);
  }

  /** What it reports at its end. */
  async problems(): Promise<string[]> {
    try {
      await until('the program to end', () => this.#gone, 60_000);
    } catch (error) {
      this.kill('SIGKILL');
      return [`${String(error)} It said ${this.#said}`];
    }
    const last = this.#said.trim().split('\n').at(-1) ?? '';
    try {
      return (JSON.parse(last) as { problems: string[] }).problems;
    } catch {
      return [`The program did not report: ${this.#said}`];
    }
  }
}
