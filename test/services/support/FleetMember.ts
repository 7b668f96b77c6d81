import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from '../../support/until.js';

const program = fileURLToPath(new URL('../fixtures/member.mjs', import.meta.url));

interface Said {
  ready?: boolean;
  reached?: string;
  sent?: string;
  problem?: string;
}

/** A worker, or somebody who sends, in a process of its own. */
export class FleetMember {
  readonly #child: ChildProcess;
  readonly #said: Said[] = [];
  #errors = '';

  constructor(url: string, plan: object, env: Record<string, string>) {
    this.#child = fork(program, [url, JSON.stringify(plan)], {
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    this.#child.on('message', (message) => this.#said.push(message as Said));
    this.#child.stderr?.on('data', (text) => {
      this.#errors = `${this.#errors}${text}`.slice(-2_000);
    });
    this.#child.on('error', () => {});
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get problems(): string[] {
    const crashed = this.#child.exitCode ? [`a member ended with ${this.#child.exitCode}`] : [];
    const said = this.#said.flatMap(({ problem }) => problem ?? []);
    return [...crashed, ...said].map((problem) => `${problem} ${this.#errors}`);
  }

  hasReached(): boolean {
    return this.#said.some(({ reached }) => reached);
  }

  async ready(): Promise<void> {
    await until(`a worker to be ready ${this.#errors}`, () => this.#says('ready'), 30_000);
  }

  /** Resolves when it has sent its message, or is gone. */
  async sent(): Promise<void> {
    await until('a message to be sent', () => this.#says('sent') || this.isGone, 60_000);
  }

  goOn(): void {
    if (!this.isGone && this.#child.connected) this.#child.send('go on', () => {});
  }

  kill(signal: NodeJS.Signals): void {
    if (!this.isGone) this.#child.kill(signal);
  }

  async end(): Promise<void> {
    this.kill('SIGCONT');
    this.kill('SIGKILL');
    await until('a member to end', () => this.isGone);
  }

  #says(field: keyof Said): boolean {
    return this.#said.some((one) => one[field]);
  }
}
