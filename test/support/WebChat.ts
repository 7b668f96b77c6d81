import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Build, buildSources } from './buildSources.js';
import { publish } from './runPrograms.js';
import { until } from './until.js';

const example = fileURLToPath(new URL('../../examples/web-chat', import.meta.url));

/** The server of `examples/web-chat`, as a process that can be restarted. */
export class WebChat {
  readonly #build: Build = buildSources();
  readonly #file: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #output = '';
  #port = '0';

  /** `env`: its whole environment, besides what it sets for its CLI. */
  constructor(env: Record<string, string>) {
    this.#env = env;
    const directory = fileURLToPath(this.#build.url('..'));
    publish(directory);
    cpSync(example, join(directory, 'web-chat'), { recursive: true });
    this.#file = join(directory, 'web-chat', 'server.mjs');
  }

  /** Starts the server, at the address that it had before. Returns the address. */
  async start(): Promise<string> {
    const child = spawn(process.execPath, [this.#file], {
      cwd: this.#env.HOME,
      env: { ...this.#env, PORT: this.#port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#output = '';
    for (const pipe of [child.stdout, child.stderr]) {
      pipe.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    const url = await until(
      'the address of the chat',
      () => {
        if (child.exitCode !== null) throw new Error(`The server has ended: ${this.#output}`);
        return /http:\/\/127\.0\.0\.1:\d+/.exec(this.#output)?.[0];
      },
      30_000,
    );
    this.#port = new URL(url).port;
    return url;
  }

  /** Ends the server as a platform would. Returns its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    this.#build.remove();
  }

  /** What the server printed, for the error of a test. */
  get output(): string {
    return this.#output;
  }
}
