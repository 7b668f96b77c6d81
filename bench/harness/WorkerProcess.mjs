import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../worker.mjs', import.meta.url));
const taskTimeoutMs = 180_000;
const killAfterMs = 10_000;

/** A process that runs tasks, with a heap and compiled code of its own. */
export class WorkerProcess {
  static #all = new Set();
  #child;
  #exited;

  constructor({ env, execArgv }) {
    this.#child = fork(program, { env, execArgv });
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => resolve(code ?? signal));
      this.#child.once('error', resolve);
    });
    WorkerProcess.#all.add(this);
    this.#exited.then(() => WorkerProcess.#all.delete(this));
  }

  static async endAll() {
    await Promise.all([...WorkerProcess.#all].map((worker) => worker.end()));
  }

  /** Runs a task once. Rejects if the task fails or times out, or if the process exits first. */
  async run(task) {
    const { timeoutMs = taskTimeoutMs } = task;
    let timer;
    const timeout = new Promise((_, reject) => {
      const error = new Error(`No answer within ${timeoutMs} ms.`);
      timer = setTimeout(reject, timeoutMs, error);
    });
    const died = this.#exited.then((how) => {
      throw new Error(`The worker ended with ${how} before it answered.`);
    });
    const answer = new Promise((resolve, reject) => {
      this.#child.once('message', ({ error, value }) =>
        error === undefined ? resolve(value) : reject(new Error(error)),
      );
      this.#child.send(task, (error) => error && reject(error));
    });
    try {
      return await Promise.race([answer, died, timeout]);
    } catch (cause) {
      throw new Error(`${JSON.stringify(task)} failed.`, { cause });
    } finally {
      clearTimeout(timer);
      died.catch(() => {});
    }
  }

  /** Ends the process and waits for its exit. Node writes a CPU profile on the way out. */
  async end() {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), killAfterMs);
    await this.#exited;
    clearTimeout(timer);
  }
}
