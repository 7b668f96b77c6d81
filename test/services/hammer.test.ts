import { describe, expect, it } from '@jest/globals';
import { type Service, startPostgres, startRedis } from '../../scripts/services.mjs';
import { bullmq, type Engine, type Lease, memoryStore } from '../../src/fleet/index.js';
import { describeServices } from './support/describeServices.js';
import { realTime } from './support/realTime.js';

/** A longer run: FLEET_HAMMER_MS=60000. */
const runsForMs = Number(process.env.FLEET_HAMMER_MS ?? 5_000);
const leaseMs = 2_000;
const conversations = 6;
let queues = 0;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Mailboxes of numbers. Whoever posts one waits until it is read, and posts the next at that moment. */
class Mailboxes {
  readonly posted = new Map<string, number>();
  readonly #read = new Map<string, number>();
  readonly #readers = new Map<string, () => void>();
  #runs = 0;

  /** Reads a mailbox until it is empty, and ends: the next number comes just then. */
  readonly run = async ({ id }: Lease): Promise<void> => {
    this.#runs += 1;
    // Some runs end at once, some later; some fail, and the number is read by the next.
    if (this.#runs % 3 === 0) await pause(Math.random() * 4);
    if (this.#runs % 50 === 0) throw new Error('this run fails');
    this.#read.set(id, this.posted.get(id) ?? 0);
    this.#readers.get(id)?.();
    if (this.#runs % 2 === 0) await pause(Math.random() * 2);
  };

  async isRead(id: string, withinMs: number): Promise<boolean> {
    const number = this.posted.get(id) ?? 0;
    const isRead = () => (this.#read.get(id) ?? 0) >= number;
    if (isRead()) return true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#readers.set(id, () => {
        if (!isRead()) return;
        clearTimeout(timer);
        resolve();
      });
    });
    return isRead();
  }
}

/** Hammers on a queue with two workers, and returns the numbers that nobody has read. */
async function hammer(service: Service, crashes: number): Promise<{ lost: string[]; all: number }> {
  const queue = `hammer-${process.pid}-${++queues}`;
  const open = (): Engine => {
    const engine = bullmq({ connection: service.url, queue, leaseMs, clockSkewMs: 100 });
    engine.open({ store: memoryStore(), clock: realTime });
    return engine;
  };
  const engines = [open(), open(), open()];
  const mail = new Mailboxes();
  const settings = (worker: string) => ({ worker, concurrency: 2 });
  const workers = await Promise.all(
    engines.slice(1).map((engine, at) => engine.work(mail.run, settings(`w${at}`))),
  );
  // A fleet changes it whenever a conversation becomes idle or busy.
  const changing = setInterval(() => {
    for (const worker of workers) worker.concurrency = 1 + Math.floor(Math.random() * 4);
  }, 7);
  const until = Date.now() + runsForMs;
  const lost: string[] = [];
  const talk = async (id: string) => {
    const [sender] = engines as [Engine];
    for (let number = 1; Date.now() < until && lost.length === 0; number++) {
      mail.posted.set(id, number);
      // Whoever gets an error sends again.
      while (
        !(await sender.wake(id).then(
          () => true,
          () => false,
        ))
      )
        await pause(50);
      if (!(await mail.isRead(id, leaseMs + 10_000))) lost.push(`${id}: ${number}`);
    }
  };
  const crash = async () => {
    for (let times = 0; times < crashes; times++) {
      await pause(runsForMs / (crashes + 1));
      await service.restart({ signal: 'SIGQUIT' });
    }
  };
  const ids = Array.from({ length: conversations }, (_, at) => `c${at}`);
  await Promise.all([...ids.map(talk), crash()]);
  clearInterval(changing);
  await Promise.all(workers.map((worker) => worker.close()));
  await Promise.all(engines.map((engine) => engine.close()));
  return { lost, all: [...mail.posted.values()].reduce((sum, one) => sum + one, 0) };
}

describeServices('wake-ups that come in the moment in which a run ends', () => {
  describe.each([
    ['Redis', startRedis],
    ['PostgreSQL', startPostgres],
  ])('on %s', (name, start) => {
    it.each([0, 2])(
      'are not lost, with %d crashes of the server',
      async (crashes) => {
        const service = await start();
        try {
          const { lost, all } = await hammer(service, crashes);
          process.stdout.write(`${name}: ${all} wake-ups, ${crashes} crashes\n`);
          expect(lost).toEqual([]);
          expect(all).toBeGreaterThan(2 * conversations);
        } finally {
          await service.stop();
        }
      },
      runsForMs + 60_000,
    );
  });
});
