import assert from 'node:assert/strict';
import type { Engine, EngineWorker, Lease } from '../fleet/engineTypes.js';

/** A rule that the engine of a fleet must follow. */
export interface EngineContract {
  /** The rule. */
  readonly name: string;
  /**
   * Rejects with an `AssertionError` if an engine breaks the rule.
   *
   * @param engine - An engine without wake-ups, opened.
   * @param other - Another connection to the same queue, opened, as from another machine.
   */
  check(engine: Engine, other: Engine): Promise<void>;
}

const same: (actual: unknown, expected: unknown) => void = assert.deepEqual;

/** Notes the runs of workers, and lets a test decide when each of them ends. */
class Runs {
  readonly started: string[] = [];
  readonly leases: Lease[] = [];
  readonly #workers: EngineWorker[] = [];
  readonly #open: { id: string; end: (error?: Error) => void }[] = [];
  readonly #running = new Set<string>();
  overlaps = 0;

  async work(engine: Engine, worker: string, concurrency = 10): Promise<EngineWorker> {
    const run = (lease: Lease) => this.#run(lease, worker);
    const created = await engine.work(run, { worker, concurrency });
    this.#workers.push(created);
    return created;
  }

  /** Ends the oldest run of a conversation. */
  end(id: string, error?: Error): void {
    const index = this.#open.findIndex((run) => run.id === id);
    const [run] = index < 0 ? [] : this.#open.splice(index, 1);
    run?.end(error);
  }

  async waitForStarts(count: number, milliseconds = 10_000): Promise<void> {
    await eventually(() => this.started.length >= count, milliseconds);
    assert.ok(
      this.started.length >= count,
      `${this.started.length} runs have started, and ${count} should have: ${this.started}`,
    );
  }

  async close(): Promise<void> {
    const closing = this.#workers.map((worker) => worker.close());
    const ending = setInterval(() => {
      for (const { id } of [...this.#open]) this.end(id);
    }, 5);
    await Promise.all(closing);
    clearInterval(ending);
  }

  async #run(lease: Lease, worker: string): Promise<void> {
    const { id } = lease;
    if (this.#running.has(id)) this.overlaps += 1;
    this.#running.add(id);
    this.leases.push(lease);
    this.started.push(`${id}@${worker}`);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#open.push({ id, end: (error) => (error ? reject(error) : resolve()) });
      });
    } finally {
      this.#running.delete(id);
    }
  }
}

async function eventually(isDone: () => boolean, milliseconds: number): Promise<void> {
  for (let waited = 0; !isDone() && waited < milliseconds; waited += 10) await pause(10);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function withRuns(check: (runs: Runs) => Promise<void>): Promise<void> {
  const runs = new Runs();
  try {
    await check(runs);
  } finally {
    await runs.close();
  }
}

/** The rules of a fleet's engine. `checkEngine` runs them all. They take real time. */
export const engineContracts: readonly EngineContract[] = [
  {
    name: 'a wake-up starts a run, also if no worker was there when it came',
    check: (engine, other) =>
      withRuns(async (runs) => {
        await engine.wake('a');
        await runs.work(other, 'w');
        await runs.waitForStarts(1);
        await engine.wake('b');
        await runs.waitForStarts(2);
        same([...runs.started].sort(), ['a@w', 'b@w']);
      }),
  },
  {
    name: 'wake-ups that wait count once, one during a run leads to another run',
    check: (engine, other) =>
      withRuns(async (runs) => {
        for (let times = 0; times < 5; times++) await engine.wake('a');
        await runs.work(engine, 'w1');
        await runs.work(other, 'w2');
        await runs.waitForStarts(1);
        await pause(100);
        same(runs.started.length, 1);
        for (let times = 0; times < 5; times++) await (times % 2 ? engine : other).wake('a');
        await pause(100);
        same(runs.started.length, 1);
        runs.end('a');
        await runs.waitForStarts(2);
        runs.end('a');
        await pause(200);
        same([runs.started.length, runs.overlaps], [2, 0]);
      }),
  },
  {
    name: 'no wake-up is lost, and no two runs of a conversation overlap',
    check: (engine, other) =>
      withRuns(async (runs) => {
        await runs.work(engine, 'w1', 4);
        await runs.work(other, 'w2', 4);
        const ids = Array.from({ length: 10 }, (_, index) => `c${index}`);
        const answered = new Map<string, number>();
        for (let round = 0; round < 5; round++) {
          for (const id of ids) answered.set(id, runs.started.length);
          await Promise.all(ids.map((id, index) => (index % 2 ? engine : other).wake(id)));
          const isAnswered = (id: string) =>
            runs.started.slice(answered.get(id)).some((run) => run.startsWith(`${id}@`));
          for (let waited = 0; !ids.every(isAnswered) && waited < 10_000; waited += 5) {
            await pause(5);
            for (const id of ids) runs.end(id);
          }
          same(
            ids.filter((id) => !isAnswered(id)),
            [],
          );
        }
        same(runs.overlaps, 0);
      }),
  },
  {
    name: 'a worker holds no more leases than it may',
    check: (engine) =>
      withRuns(async (runs) => {
        const worker = await runs.work(engine, 'w', 2);
        for (const id of ['a', 'b', 'c', 'd']) await engine.wake(id);
        await runs.waitForStarts(2);
        await pause(200);
        same(runs.started.length, 2);
        worker.concurrency = 3;
        await runs.waitForStarts(3);
        await pause(200);
        same(runs.started.length, 3);
      }),
  },
  {
    name: 'smaller priorities come first',
    check: (engine, other) =>
      withRuns(async (runs) => {
        await engine.wake('later', { priority: 10 });
        await engine.wake('soon', { priority: 5 });
        await engine.wake('now', { priority: 1 });
        await runs.work(other, 'w', 1);
        for (const [index, id] of ['now', 'soon', 'later'].entries()) {
          await runs.waitForStarts(index + 1);
          runs.end(id);
        }
        same(runs.started, ['now@w', 'soon@w', 'later@w']);
      }),
  },
  {
    name: 'a more urgent wake-up brings forward what waits already',
    check: (engine, other) =>
      withRuns(async (runs) => {
        await engine.wake('a', { priority: 10 });
        await engine.wake('b', { priority: 5 });
        await engine.wake('a', { priority: 1 });
        // It does not become less urgent again.
        await engine.wake('a', { priority: 20 });
        await runs.work(other, 'w', 1);
        for (const [index, id] of ['a', 'b'].entries()) {
          await runs.waitForStarts(index + 1);
          runs.end(id);
        }
        same(runs.started, ['a@w', 'b@w']);
      }),
  },
  {
    name: 'a delayed wake-up waits, and another one does not wait for it',
    check: (engine) =>
      withRuns(async (runs) => {
        await runs.work(engine, 'w');
        await engine.wake('a', { delayMs: 700 });
        await engine.wake('b', { delayMs: 60_000 });
        await pause(100);
        same(runs.started, []);
        await engine.wake('b');
        await runs.waitForStarts(2);
        same(runs.started, ['b@w', 'a@w']);
      }),
  },
  {
    name: 'a run that rejects is repeated',
    check: (engine) =>
      withRuns(async (runs) => {
        await runs.work(engine, 'w');
        await engine.wake('a');
        await runs.waitForStarts(1);
        runs.end('a', new Error('the run failed'));
        await runs.waitForStarts(2, 30_000);
        same(runs.overlaps, 0);
      }),
  },
  {
    name: 'a lease is renewed for as long as the run takes',
    check: (engine, other) =>
      withRuns(async (runs) => {
        await runs.work(engine, 'w1');
        await runs.work(other, 'w2');
        await engine.wake('a');
        await runs.waitForStarts(1);
        const valid: number[] = [];
        const [lease] = runs.leases;
        const stop = lease?.onRenewed((validMs) => valid.push(validMs));
        await pause(engine.leaseMs * 2);
        stop?.();
        same([runs.started.length, lease?.signal.aborted], [1, false]);
        assert.ok(valid.length >= 3, `it was renewed ${valid.length} times`);
        assert.ok(valid.every((validMs) => validMs > 0 && validMs <= engine.leaseMs));
      }),
  },
  {
    name: 'a worker that closes takes nothing new, and others do',
    check: (engine, other) =>
      withRuns(async (runs) => {
        const worker = await runs.work(engine, 'w1');
        await engine.wake('a');
        await runs.waitForStarts(1);
        const closing = worker.close();
        await other.wake('b');
        await pause(100);
        same(runs.started, ['a@w1']);
        await runs.work(other, 'w2');
        await runs.waitForStarts(2);
        runs.end('a');
        await closing;
        same(runs.started, ['a@w1', 'b@w2']);
      }),
  },
  {
    name: 'the status counts what waits and what is leased',
    check: (engine, other) =>
      withRuns(async (runs) => {
        same(await other.status(), { waiting: 0, leased: 0 });
        await runs.work(engine, 'w', 1);
        await engine.wake('a');
        await runs.waitForStarts(1);
        await engine.wake('b');
        await engine.wake('c');
        same(await other.status(), { waiting: 2, leased: 1 });
      }),
  },
];

/**
 * Checks that the engine of a fleet follows the rules. Rejects at the first one it breaks, and names it.
 * What happens when a worker dies needs processes, so it is not among them.
 *
 * @param create - Returns two opened connections to the same empty queue. It is called for each rule;
 * the engines are closed afterwards. Use a lease of a few seconds at most: the rules wait for it.
 * @returns The names of the rules that were checked.
 */
export async function checkEngine(
  create: () => [Engine, Engine] | Promise<[Engine, Engine]>,
): Promise<string[]> {
  for (const { name, check } of engineContracts) {
    const engines = await create();
    try {
      await check(...engines);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The engine breaks the rule "${name}": ${why}`, { cause });
    } finally {
      for (const engine of engines) await engine.close();
    }
  }
  return engineContracts.map(({ name }) => name);
}
