import type { Queue, Worker } from 'bullmq';
import { defaultBullmq } from '../../defaults/fleetBackends.js';
import { invalidFleetOption } from '../fleetErrors.js';
import { loadPeer } from '../loadPeer.js';

/** How to reach the queue. */
export interface BullmqSettings {
  /**
   * `redis://…` or `postgres://…`, or an object: the options of `ioredis` for Redis, those of a `Pool` of
   * `pg` with a `connectionString` for PostgreSQL 13 or later.
   */
  connection: string | Readonly<Record<string, unknown>>;
  /** The name of the queue, without a colon. All machines of a fleet use the same. Default: `claude-actors`. */
  queue?: string;
  /** How long a lease lasts without being renewed, in milliseconds. Default: 30 seconds. */
  leaseMs?: number;
  /**
   * By how much the clocks of two workers may differ, in milliseconds. It matters on PostgreSQL only,
   * where BullMQ compares the clocks of workers. Default: 1 second.
   */
  clockSkewMs?: number;
  /** Is called with errors of the connection. BullMQ goes on by itself. */
  onError?: (error: Error) => void;
}

export interface BullmqClasses {
  Queue: typeof Queue;
  Worker: typeof Worker;
  /** For adding jobs: gives up after some seconds. */
  queueConnection: Record<string, unknown>;
  /** For taking jobs: waits as long as it takes. */
  workerConnection: Record<string, unknown>;
  /** Whether the time at which a lease ends is compared with the clock of another worker. */
  comparesClocks: boolean;
}

/** Loads BullMQ, for Redis or PostgreSQL. */
export async function loadBullmqClasses({ connection }: BullmqSettings): Promise<BullmqClasses> {
  const options = typeof connection === 'string' ? parse(connection) : connection;
  if (isPostgres(options)) {
    const needed = ['bullmq() on PostgreSQL', ['bullmq', 'pg']] as const;
    const peer = await loadPeer('bullmq', ...needed);
    await loadPeer('pg', ...needed);
    const classes = peer.withBackend(peer.createPostgresBackend);
    const { Queue, Worker } = classes as unknown as Pick<BullmqClasses, 'Queue' | 'Worker'>;
    // BullMQ creates its tables, or brings them up to date, one program at a time.
    const both = { migrate: true, ...options };
    return { Queue, Worker, queueConnection: both, workerConnection: both, comparesClocks: true };
  }
  const needed = ['bullmq() on Redis', ['bullmq', 'ioredis']] as const;
  const { Queue, Worker } = await loadPeer('bullmq', ...needed);
  await loadPeer('ioredis', ...needed);
  const queueConnection = { ...defaultBullmq.redis, ...options };
  const workerConnection = { ...queueConnection, maxRetriesPerRequest: null };
  return { Queue, Worker, queueConnection, workerConnection, comparesClocks: false };
}

function isPostgres({ connectionString }: Readonly<Record<string, unknown>>): boolean {
  return typeof connectionString === 'string';
}

function parse(address: string): Record<string, unknown> {
  if (/^rediss?:/.test(address)) return { url: address };
  if (/^postgres(ql)?:/.test(address)) return { connectionString: address };
  const message = `The address of a queue begins with redis:// or postgres://, unlike "${address.split('@').at(-1)}".`;
  throw invalidFleetOption('connection', message);
}
