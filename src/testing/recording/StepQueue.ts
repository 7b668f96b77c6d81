import { recordingLimits } from '../../defaults.js';
import { Fifo } from '../../util/Fifo.js';

/** Work that yields now and then. */
export type Steps = Iterator<void, void>;

interface Job {
  steps: Steps;
  size: number;
}

const { workMs } = recordingLimits;

/**
 * Does jobs one after the other, in order. A short job is done at once. A long one is done in steps,
 * with turns of the event loop between them, and the jobs behind it wait.
 */
export class StepQueue {
  readonly #jobs = new Fifo<Job>();
  readonly #onChange: (waiting: number) => void;
  #waiting = 0;
  #isScheduled = false;

  /** `onChange` is told how much waits whenever that changes, in the unit of `size`. */
  constructor(onChange: (waiting: number) => void) {
    this.#onChange = onChange;
  }

  add(steps: Steps, size = 0): void {
    if (this.#jobs.length === 0 && steps.next().done) return;
    this.#jobs.push({ steps, size });
    this.#changeWaiting(size);
    this.#schedule();
  }

  /** Calls back when all jobs so far are done: at once if there are none. */
  afterJobs(callback: () => void): void {
    this.add({
      next() {
        callback();
        return { done: true, value: undefined };
      },
    });
  }

  /** Does everything that waits, now. */
  flush(): void {
    this.#workUntil(Number.POSITIVE_INFINITY);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#workUntil(performance.now() + workMs);
      if (this.#jobs.length > 0) this.#schedule();
    });
  }

  #workUntil(deadline: number): void {
    for (let job = this.#jobs.at(0); job; job = this.#jobs.at(0)) {
      while (!job.steps.next().done) if (performance.now() > deadline) return;
      this.#jobs.shift();
      this.#changeWaiting(-job.size);
      if (performance.now() > deadline) return;
    }
  }

  #changeWaiting(by: number): void {
    this.#waiting += by;
    this.#onChange(this.#waiting);
  }
}
