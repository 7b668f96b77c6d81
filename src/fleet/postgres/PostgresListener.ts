import { type Actor, createActor, fromPromise, waitFor } from 'xstate';
import { defaultListener, maxWaitingNotes } from '../../defaults/fleetBackends.js';
import type { Watchers } from '../stores/Watchers.js';
import type { StoredJson } from '../storeTypes.js';
import { listenerMachine } from './listenerMachine.js';
import { encodeNotes, type NoteBatch, NoteDecoder } from './NoteDecoder.js';
import { quoteIdentifier } from './postgresSchema.js';
import type { PostgresClient, PostgresPool } from './postgresTypes.js';

/**
 * Tells watchers what happens on other machines, and sends notes, with LISTEN and NOTIFY. It opens a
 * connection of its own when it is first used. If the connection is lost, it looks up what has changed
 * since, so that watchers miss no change. Notes of that time are lost.
 */
export class PostgresListener {
  readonly #pool: PostgresPool;
  readonly #schema: string;
  readonly #watchers: Watchers;
  readonly #actor: Actor<typeof listenerMachine>;
  readonly #decoder = new NoteDecoder();
  readonly #name = crypto.randomUUID().slice(0, 8);
  #waiting: NoteBatch[] = [];
  #waitingNotes = 0;
  #isSending = false;
  #sent = 0;
  #lastAliveAt: number | undefined;

  constructor(pool: PostgresPool, schema: string, watchers: Watchers) {
    this.#pool = pool;
    this.#schema = schema;
    this.#watchers = watchers;
    const provided = listenerMachine.provide({
      actors: {
        connect: fromPromise(({ signal }) => this.#connect(signal)),
        check: fromPromise(async ({ input }) => {
          await input?.query('SELECT 1');
          this.#lastAliveAt = performance.now();
        }),
      },
      actions: {
        releaseClient: ({ context }) => context.client?.release(true),
        // In a microtask, because the snapshot does not have the client yet.
        sendNotes: () => queueMicrotask(() => void this.#send()),
      },
    });
    this.#actor = createActor(provided);
  }

  /** The channels. The name of a schema keeps fleets in one database apart. */
  static changes(schema: string): string {
    return `${schema}_changes`;
  }

  /** Resolves once it listens. No later change is missed. */
  async ready(): Promise<void> {
    this.#actor.start();
    await waitFor(this.#actor, (state) => state.matches('connected') || state.status === 'done');
  }

  publish(key: string, epoch: number, note: StoredJson): void {
    if (this.#waitingNotes >= maxWaitingNotes) return;
    this.#waitingNotes += 1;
    const last = this.#waiting.findLast((batch) => batch.key === key);
    if (last?.epoch === epoch) last.notes.push(note);
    else this.#waiting.push({ key, epoch, notes: [note] });
    this.#actor.start();
    // Notes of the same tick are sent together.
    if (!this.#isSending) queueMicrotask(() => void this.#send());
  }

  close(): void {
    this.#actor.send({ type: 'close' });
    this.#actor.stop();
  }

  async #connect(signal: AbortSignal): Promise<PostgresClient> {
    const client = await this.#pool.connect();
    try {
      client.on('notification', (message) => this.#onNotification(message as Notification));
      for (const event of ['error', 'end'] as const) {
        client.on(event, () => this.#actor.send({ type: 'lost', client }));
      }
      for (const channel of [PostgresListener.changes(this.#schema), this.#notes]) {
        await client.query(`LISTEN ${quoteIdentifier(channel)}`);
      }
      // Notes may be lost in a crash, so sending one need not wait for the disk.
      await client.query('SET synchronous_commit = off');
      this.#decoder.clear();
      await this.#catchUp(client);
      this.#lastAliveAt = performance.now();
      signal.throwIfAborted();
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Tells watchers of the changes since the last connection was known to be alive. */
  async #catchUp(client: PostgresClient): Promise<void> {
    if (this.#lastAliveAt === undefined) return;
    const sinceMs = performance.now() - this.#lastAliveAt + defaultListener.overlapMs;
    const { rows } = await client.query(
      `SELECT key FROM ${quoteIdentifier(this.#schema)}.records
       WHERE changed_at > clock_timestamp() - $1 * interval '1 millisecond'`,
      [sinceMs],
    );
    for (const { key } of rows) this.#watchers.notify({ key: String(key) });
  }

  #onNotification({ channel, payload = '' }: Notification): void {
    if (channel !== this.#notes) this.#watchers.notify({ key: payload });
    else for (const event of this.#decoder.take(payload)) this.#watchers.notify(event);
  }

  get #notes(): string {
    return `${this.#schema}_notes`;
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let client = this.#client; client && this.#waiting.length > 0; client = this.#client) {
        const batches = this.#waiting;
        this.#waiting = [];
        this.#waitingNotes = 0;
        await this.#sendBatches(client, batches);
      }
    } catch {
      // The machine notices the lost connection, and connects again. These notes are lost.
    } finally {
      this.#isSending = false;
    }
  }

  get #client(): PostgresClient | undefined {
    const { status, context } = this.#actor.getSnapshot();
    return status === 'active' ? context.client : undefined;
  }

  /** Sends notes, except those with a stale epoch. */
  async #sendBatches(client: PostgresClient, batches: NoteBatch[]): Promise<void> {
    const payloads = batches.flatMap((batch) => {
      this.#sent += 1;
      const pieces = encodeNotes(`${this.#name}.${this.#sent}`, batch);
      return pieces.map((piece) => ({ key: batch.key, epoch: batch.epoch, piece }));
    });
    await client.query(
      `SELECT pg_notify($1, ordered.piece) FROM (
         SELECT sent.piece
         FROM unnest($2::text[], $3::float8[], $4::text[]) WITH ORDINALITY AS sent(key, epoch, piece, place)
         JOIN ${quoteIdentifier(this.#schema)}.records ON records.key = sent.key AND records.epoch = sent.epoch
         ORDER BY sent.place
       ) AS ordered`,
      [
        this.#notes,
        payloads.map(({ key }) => key),
        payloads.map(({ epoch }) => epoch),
        payloads.map(({ piece }) => piece),
      ],
    );
  }
}

interface Notification {
  channel: string;
  payload?: string;
}
