import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../worker.mjs', import.meta.url));
const longestMs = 180_000;

/** A process in which a task runs again and again, with a heap and compiled code of its own. */
export class WorkerProcess {
  static #all = new Set();
  #child;
  #gone;

  constructor({ env, execArgv }) {
    this.#child = fork(program, { env, execArgv });
    this.#gone = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => resolve(code ?? signal));
      this.#child.once('error', resolve);
    });
    WorkerProcess.#all.add(this);
    this.#gone.then(() => WorkerProcess.#all.delete(this));
  }

  static async endAll() {
    await Promise.all([...WorkerProcess.#all].map((worker) => worker.end()));
  }

  /** Runs a task once; rejects if it fails, the process ends, or it takes far too long. */
  async ask(request) {
    let timer;
    const late = new Promise((_, reject) => {
      const error = new Error(`No answer within ${longestMs} ms.`);
      timer = setTimeout(reject, longestMs, error);
    });
    const died = this.#gone.then((how) => {
      throw new Error(`The process ended with ${how} before it had answered.`);
    });
    const answer = new Promise((resolve, reject) => {
      this.#child.once('message', ({ error, value }) =>
        error === undefined ? resolve(value) : reject(new Error(error)),
      );
      this.#child.send(request, (error) => error && reject(error));
    });
    try {
      return await Promise.race([answer, died, late]);
    } catch (cause) {
      throw new Error(`${JSON.stringify(request)} failed.`, { cause });
    } finally {
      clearTimeout(timer);
      died.catch(() => {});
    }
  }

  /** Lets it go, and waits until it is gone; a profile is written then. */
  async end() {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await this.#gone;
    clearTimeout(timer);
  }
}
