import type { StoredJson } from '../storeTypes.js';

/** What the embedded engine stores about a conversation: its wake-ups, and its lease. */
export interface LeaseRecord {
  /** How many wake-ups there were. */
  wakes: number;
  /** How many of them have been answered by a run. */
  answered: number;
  /** When the next run may start, and how urgent it is. */
  readyAt: number;
  priority: number;
  /** When it was woken first, for the order. */
  since: number;
  /** The lease: who has it, until when, and which wake-ups it answers. */
  lease?: { worker: string; token: string; until: number; answers: number };
}

const unknown: LeaseRecord = { wakes: 0, answered: 0, readyAt: 0, priority: 0, since: 0 };

export function leaseRecord(state: StoredJson | undefined): LeaseRecord {
  return (state as LeaseRecord | undefined) ?? unknown;
}

export function isHeld({ lease }: LeaseRecord, now: number): boolean {
  return lease !== undefined && lease.until > now;
}

/** Whether a worker should run it: it was woken, or the last run did not end. */
export function isWanted({ wakes, answered, lease }: LeaseRecord): boolean {
  return lease !== undefined || wakes > answered;
}

/** When it may be taken next, if it is wanted. */
export function dueAt({ readyAt, lease }: LeaseRecord): number {
  return lease ? lease.until : readyAt;
}

export function woken(
  record: LeaseRecord,
  { now, delayMs, priority }: { now: number; delayMs: number; priority: number },
): LeaseRecord {
  const answers = record.lease?.answers ?? record.answered;
  const isWaiting = record.wakes > answers;
  return {
    ...record,
    wakes: record.wakes + 1,
    readyAt: isWaiting ? Math.min(record.readyAt, now + delayMs) : now + delayMs,
    priority: isWaiting ? Math.min(record.priority, priority) : priority,
    since: isWaiting ? record.since : now,
  };
}

/** The record with a lease for this worker; undefined if it cannot have one. */
export function claimed(
  record: LeaseRecord,
  { worker, token, now, leaseMs }: { worker: string; token: string; now: number; leaseMs: number },
): LeaseRecord | undefined {
  if (!isWanted(record) || dueAt(record) > now) return undefined;
  return { ...record, lease: { worker, token, until: now + leaseMs, answers: record.wakes } };
}

/** The record with a longer lease; undefined if the lease is not ours any more. */
export function renewed(
  record: LeaseRecord,
  { token, now, leaseMs }: { token: string; now: number; leaseMs: number },
): LeaseRecord | undefined {
  const { lease } = record;
  // After its time is over, another worker may be about to take it.
  if (lease?.token !== token || lease.until <= now) return undefined;
  return { ...record, lease: { ...lease, until: now + leaseMs } };
}

/** The record without our lease; undefined if it is not ours any more. */
export function released(
  record: LeaseRecord,
  { token, now, retryMs }: { token: string; now: number; retryMs: number | undefined },
): LeaseRecord | undefined {
  const { lease, ...rest } = record;
  if (lease?.token !== token) return undefined;
  if (retryMs === undefined) return { ...rest, answered: lease.answers };
  return { ...rest, readyAt: now + retryMs };
}
