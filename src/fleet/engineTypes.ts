import type { ClockLike } from '../options/runtimeTypes.js';
import type { FleetStore } from './storeTypes.js';

/** A clock that also tells the time, such as a `simulatedClock()`. */
export interface FleetClock extends ClockLike {
  /** The time in milliseconds since 1970. */
  now(): number;
}

/** The exclusive right to work on a conversation, for a limited time that the engine keeps renewing. */
export interface Lease {
  /** The conversation. */
  readonly id: string;
  /**
   * Aborted when the lease is lost: another worker has it, or may soon have it, because it could not be
   * renewed in time. Never aborted after the worker's function has settled.
   */
  readonly signal: AbortSignal;
  /**
   * Calls `listen` at once and after each renewal, with the milliseconds for which no other worker can
   * get the lease. They count from the call, and never promise too much: the engine subtracts the time
   * that the renewal took.
   *
   * @returns A function that ends it.
   */
  onRenewed(listen: (validMs: number) => void): () => void;
}

/** Takes wake-ups on one machine. */
export interface EngineWorker {
  /** At most this many leases are held at once. May be changed at any time; 0 takes no more. */
  concurrency: number;
  /** Takes no more leases, and resolves once none is held. */
  close(): Promise<void>;
}

/** How to work. */
export interface EngineWorkSettings {
  /** The name of the worker, unique in the fleet. */
  worker: string;
  /** How many leases it may hold at once. */
  concurrency: number;
}

/** How to wake a conversation. */
export interface WakeSettings {
  /** Smaller numbers come first; equal ones in the order of their wake-ups. Default: 0. */
  priority?: number;
  /** Do not run it before this many milliseconds have passed. Another wake-up may come sooner. */
  delayMs?: number;
}

/** How many conversations an engine knows of. */
export interface EngineStatus {
  /** How many wait for a worker. */
  waiting: number;
  /** How many have a worker. */
  leased: number;
}

/**
 * Decides which worker works on which conversation, and when. It knows conversations by their id only.
 *
 * - After every `wake`, some worker's function starts for that conversation. Several wake-ups while it
 *   waits lead to one run. A wake-up while it is leased leads to another run afterwards.
 * - There is never more than one valid lease for a conversation.
 * - If a worker dies or is frozen, another one gets the conversation, at most `leaseMs` plus 5 seconds
 *   later.
 * - If the function rejects, the conversation is woken again after a pause.
 */
export interface Engine {
  /** How long a lease lasts without being renewed, in milliseconds. */
  readonly leaseMs: number;
  /** Called once, by `createFleet`, before anything else. */
  open(context: { store: FleetStore; clock: FleetClock }): void;
  /** Resolves once the wake-up would survive the death of this process. */
  wake(id: string, settings?: WakeSettings): Promise<void>;
  /**
   * Starts a worker.
   *
   * @param run - Works on a conversation. The lease is given back when it settles.
   * @param settings - Its name, and how many leases it may hold.
   */
  work(run: (lease: Lease) => Promise<void>, settings: EngineWorkSettings): Promise<EngineWorker>;
  /** Counts what waits and what is leased. */
  status(): Promise<EngineStatus>;
  /** Closes connections. Call it after the workers have been closed. */
  close(): Promise<void>;
}
