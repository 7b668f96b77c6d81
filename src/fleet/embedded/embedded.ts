import { defaultFleet } from '../../defaults/fleetDefaults.js';
import type {
  Engine,
  EngineStatus,
  EngineWorker,
  EngineWorkSettings,
  Lease,
  WakeSettings,
} from '../engineTypes.js';
import { invalidFleetOption } from '../fleetErrors.js';
import { type EmbeddedParts, EmbeddedWorker, leasePrefix } from './EmbeddedWorker.js';
import { isHeld, isWanted, leaseRecord, woken } from './leaseRecord.js';

class EmbeddedEngine implements Engine {
  readonly leaseMs: number;
  #context: Omit<EmbeddedParts, 'leaseMs'> | undefined;

  constructor(leaseMs: number) {
    this.leaseMs = leaseMs;
  }

  open(context: Omit<EmbeddedParts, 'leaseMs'>): void {
    this.#context = context;
  }

  async wake(id: string, { priority = 0, delayMs = 0 }: WakeSettings = {}): Promise<void> {
    const { store, clock } = this.#parts;
    await store.change(`${leasePrefix}${id}`, (before) => {
      const record = woken(leaseRecord(before), { now: clock.now(), delayMs, priority });
      return { state: { ...record } };
    });
  }

  async work(
    run: (lease: Lease) => Promise<void>,
    settings: EngineWorkSettings,
  ): Promise<EngineWorker> {
    const worker = new EmbeddedWorker(this.#parts, run, settings);
    await worker.start();
    return worker;
  }

  async status(): Promise<EngineStatus> {
    const { store, clock } = this.#parts;
    const records = (await store.list(leasePrefix)).map(({ state }) => leaseRecord(state));
    const now = clock.now();
    const leased = records.filter((record) => isHeld(record, now)).length;
    return { leased, waiting: records.filter(isWanted).length - leased };
  }

  async close(): Promise<void> {}

  get #parts(): EmbeddedParts {
    if (this.#context) return { ...this.#context, leaseMs: this.leaseMs };
    throw invalidFleetOption('engine', 'Call `engine.open()` first, or use `createFleet()`.');
  }
}

/**
 * The engine that needs no server: it keeps wake-ups and leases in the fleet's store. With
 * `memoryStore()` it serves one process, with `fileStore()` the processes of one machine.
 *
 * @param settings - `leaseMs`: how long a lease lasts without being renewed. Default: 30 seconds.
 */
export function embedded({ leaseMs = defaultFleet.leaseMs }: { leaseMs?: number } = {}): Engine {
  if (!(leaseMs >= 100)) {
    throw invalidFleetOption('leaseMs', '`leaseMs` must be a number of at least 100.');
  }
  return new EmbeddedEngine(leaseMs);
}
