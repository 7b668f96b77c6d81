import { type Actor, createActor } from 'xstate';
import type { Approvals } from '../Approvals.js';
import { poolMachine } from '../actors/machines.js';
import { patientClock } from '../actors/patientClock.js';
import type { Approval } from '../codec/approvals.js';
import { defaultPool } from '../defaults/poolDefaults.js';
import type { ClaudeActorsError } from '../errors.js';
import { conversationId, conversationName } from '../ffi/conversationId.js';
import type { Options } from '../options/types.js';
import type { SessionEventMap } from '../sessionEvents.js';
import { deferred } from '../util/deferred.js';
import { swallowErrors } from '../util/swallowErrors.js';
import { PoolApprovals } from './PoolApprovals.js';
import { PooledConversation } from './PooledConversation.js';
import { type PooledEventType, PooledSession, type PooledState } from './PooledSession.js';
import { type EventOwner, PoolFollowers } from './PoolFollowers.js';
import { PoolSpares, type SpareSource, startConnected } from './PoolSpares.js';
import { invalidKey, invalidTenant, otherTenant, poolDrained, poolFailed } from './poolErrors.js';
import { checkPoolOptions, type SessionPoolOptions } from './poolOptions.js';
import { type DrainReport, type PoolStatus, statusOf } from './poolStatus.js';

interface Found {
  conversation: PooledConversation;
  handle: PooledSession;
}

type Notice = 'pool.message' | 'pool.withdrawn' | 'pool.approval';
type Clock = NonNullable<Parameters<typeof patientClock>[0]>;

/**
 * Serves many conversations with a limited number of CLI processes.
 *
 * A conversation gets a process when it has a message to send, and is parked when it has been idle
 * for long or another one needs the place: its process ends, its transcript stays, and the next
 * message resumes it.
 */
export class SessionPool implements AsyncDisposable {
  readonly #options: SessionPoolOptions;
  readonly #actor: Actor<typeof poolMachine>;
  readonly #ended = deferred<DrainReport>();
  /** By their names, as everything below: those that have a process or wait for one. */
  readonly #active = new Map<string, PooledConversation>();
  /** All conversations that somebody still holds. */
  readonly #known = new Map<string, WeakRef<PooledConversation>>();
  /** The names of the conversations by their ids, so that no two stand for one of them. */
  readonly #namesById = new Map<string, string>();
  readonly #handles = new WeakMap<PooledConversation, PooledSession>();
  readonly #forgotten = new FinalizationRegistry<{ name: string; ids: Set<string> }>(
    ({ name, ids }) => {
      if (this.#known.get(name)?.deref()) return;
      this.#known.delete(name);
      for (const id of ids) this.#namesById.delete(id);
    },
  );
  readonly #spares: PoolSpares;
  readonly #followers = new PoolFollowers();
  readonly #approvals: PoolApprovals | undefined;
  readonly #parkWaiters = new Map<string, (() => void)[]>();
  readonly #stopped: string[] = [];
  #isDraining = false;
  #drainMs = Number.POSITIVE_INFINITY;

  /** @param options - What to run, and how many of it. */
  constructor(options: SessionPoolOptions = {}, internal: { spares?: SpareSource } = {}) {
    checkPoolOptions(options, internal.spares !== undefined);
    this.#options = options;
    this.#spares = new PoolSpares(() => this.#optionsOfSpare(), internal.spares);
    const { max = defaultPool.max, perTenant = max, warm = defaultPool.warm } = options;
    const { idleMs = defaultPool.idleMs, maxRssMb, clock, inspect } = options;
    this.#actor = createActor(poolMachine, {
      input: {
        settings: {
          ...defaultPool,
          ...{ max, perTenant, warm, maxRssMb },
          idleMs: idleMs === Number.POSITIVE_INFINITY ? undefined : idleMs,
        },
        hosts: {
          conversation: (name) => this.#active.get(name) as PooledConversation,
          spares: this.#spares,
        },
      },
      clock: patientClock(clock as Clock | undefined),
      ...(inspect && { inspect: swallowErrors(inspect) }),
    });
    this.#actor.on('slotEnded', ({ key, outcome }) => this.#onSlotEnded(key, outcome));
    this.#actor.on('slotChanged', ({ key, phase }) => {
      // Also if messages wait: another process gets them.
      if (phase === 'awaitingApproval' || phase === 'resolving') this.#parked(key);
    });
    this.#actor.subscribe({
      complete: () => this.#finish(),
      error: (cause) => {
        for (const { session } of this.#active.values()) void session?.stop();
        this.#spares.stop();
        this.#finish(poolFailed(cause));
      },
    });
    this.#approvals = options.approvals && this.#connect(options.approvals);
    this.#actor.start();
  }

  /**
   * The conversation with this key. Two calls with one key get the same object, and nothing is
   * started before the first message is sent.
   *
   * @param given - A name of your own, such as the id of a chat; the same key finds the same
   * conversation after a restart. The id of a conversation works too. Without a key, a new
   * conversation: keep its `sessionId`.
   * @param settings - `tenant`: whose conversation it is. Each tenant has keys of its own. Tenants take
   * turns when the pool is full.
   */
  session(given?: string, { tenant = '' }: { tenant?: string } = {}): PooledSession {
    if (given !== undefined && (typeof given !== 'string' || given === '')) throw invalidKey(given);
    if (typeof tenant !== 'string') throw invalidTenant(tenant);
    if (given === undefined) return this.#find(crypto.randomUUID(), tenant, false).handle;
    return this.#find(given, tenant).handle;
  }

  #find(key: string, tenant = '', hasKey = true): Found {
    const id = conversationId(key, tenant);
    const name = this.#namesById.get(id) ?? conversationName(key, tenant);
    const known = this.#active.get(name) ?? this.#known.get(name)?.deref();
    if (known) {
      if (known.tenant !== tenant) throw otherTenant(key);
      return { conversation: known, handle: this.#handles.get(known) as PooledSession };
    }
    const ids = new Set([id]);
    this.#namesById.set(id, name);
    const conversation: PooledConversation = new PooledConversation(
      { key, tenant, name, sessionId: id },
      {
        optionsOf: (one, whose) => this.#optionsOf(one, whose),
        idOf: async (one) => this.#options.store?.sessionId(one, tenant),
        remember: async (one, newId) => {
          this.#namesById.set(newId, name);
          ids.add(newId);
          await this.#options.store?.rememberSessionId(one, newId, tenant);
        },
        isNew: !hasKey,
        mayTakeSpare: () =>
          (!hasKey || this.#options.store !== undefined) && this.#spares.fits(key),
        start: startConnected,
        takeSpare: (id, listener) => this.#spares.take(id, listener),
        notify: (type) => this.#notify(type, conversation),
        relay: (type, event) => this.#followers.notify(type, event, { key, tenant }),
        approvals: this.#approvals,
        refusal: () => (this.#isDraining ? poolDrained() : undefined),
      },
    );
    const handle = new PooledSession({
      conversation,
      state: () => this.#stateOf(name),
      park: () => this.#park(name),
      retain: () => this.#followers.retain(conversation),
    });
    this.#handles.set(conversation, handle);
    this.#known.set(name, new WeakRef(conversation));
    this.#forgotten.register(conversation, { name, ids });
    return { conversation, handle };
  }

  /** How many processes live, and how many conversations wait. */
  get status(): PoolStatus {
    return statusOf(this.#actor.getSnapshot().context.ledger);
  }

  /**
   * Calls `listen` for every event of a type, or for every message, of all conversations.
   *
   * @param type - The type of event, or `message`.
   * @param listen - Your listener. It also gets whose event it is. If it throws, the pool goes on.
   * @returns A function that removes the listener.
   */
  on<Type extends PooledEventType>(
    type: Type,
    listen: (event: SessionEventMap[Type], of: EventOwner) => void,
  ): () => void {
    return this.#followers.on(type, listen);
  }

  /** The XState actor behind this pool. Subscribe to it, or read its snapshot. */
  get actor(): Actor<typeof poolMachine> {
    return this.#actor;
  }

  /**
   * Shuts the pool down in order: takes no more messages, lets those that were accepted be answered,
   * ends each process once it is idle. Resolves when no process is left.
   *
   * @param settings - `timeoutMs`: how long turns may take (default 30 s). What is not finished by
   * then is stopped: turns that were running end with an error result, or reject if the CLI writes
   * none; messages that were not sent reject with `PoolDrained`. A second call can shorten the time.
   */
  drain({ timeoutMs = defaultPool.drainMs }: { timeoutMs?: number } = {}): Promise<DrainReport> {
    if (!this.#isDraining) {
      this.#isDraining = true;
      this.#actor.send({ type: 'pool.drain', timeoutMs });
      // Nobody will answer in time. The model is told so, and the questions stay open.
      this.#approvals?.drain([...this.#active.values()].map(({ sessionId }) => sessionId));
    } else if (timeoutMs < this.#drainMs && this.#actor.getSnapshot().status === 'active') {
      this.#actor.send({ type: 'pool.drain', timeoutMs });
    }
    this.#drainMs = Math.min(timeoutMs, this.#drainMs);
    return this.#ended.promise;
  }

  /** Stops everything now. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.drain({ timeoutMs: 0 });
  }

  #optionsOf(key: string, tenant: string): Options | Promise<Options> {
    const { options = {}, clock } = this.#options;
    const shared = clock && { clock };
    const gate = this.#approvals && { approvals: this.#approvals.gate };
    if (typeof options !== 'function') return { ...shared, ...options, ...gate };
    const given = Promise.resolve(options(key, { tenant }));
    return given.then((own) => ({ ...shared, ...own, ...gate }));
  }

  /** What all sessions have in common, if each has options of its own. */
  #optionsOfSpare(): Options {
    const { options = {}, clock } = this.#options;
    const gate = this.#approvals && { approvals: this.#approvals.gate };
    return { ...(clock && { clock }), ...(typeof options === 'object' && options), ...gate };
  }

  #connect(approvals: Approvals): PoolApprovals {
    return new PoolApprovals(approvals, {
      ownerOf: (id) => {
        const all = [...this.#active.values()];
        const { key, tenant } = all.find(({ sessionId }) => sessionId === id) ?? {};
        return { ...(key !== undefined && { key }), ...(tenant !== undefined && { tenant }) };
      },
      onSettled: (approval, wake) => {
        const conversation = this.#isDraining ? undefined : this.#conversationOf(approval, wake);
        if (!conversation || !(wake || this.#active.has(conversation.name))) return;
        this.#notify('pool.approval', conversation, wake);
      },
      onNotice: (notice) => {
        const conversation = this.#conversationOf(notice.approval);
        conversation?.events.appendApproval(notice);
        if (notice.change === 'used' || notice.change === 'recalled') conversation?.noteContinued();
      },
    });
  }

  /** The conversation that an approval is about. Its key may be another one: the id. */
  #conversationOf({ sessionId, key, tenant }: Approval, opens = false) {
    const name = this.#namesById.get(sessionId) ?? conversationName(key ?? '', tenant);
    const known = this.#active.get(name) ?? this.#known.get(name)?.deref();
    // One without a key is about a session that is not the pool's.
    return known || !opens || key === undefined ? known : this.#find(key, tenant).conversation;
  }

  #notify(type: Notice, conversation: PooledConversation, wake = false): void {
    const { name, tenant } = conversation;
    this.#active.set(name, conversation);
    this.#actor.send({ type, key: name, tenant, wake });
  }

  #stateOf(name: string): PooledState {
    return this.#actor.getSnapshot().context.ledger.slots.get(name)?.phase ?? 'parked';
  }

  #park(name: string): Promise<void> {
    if (['parked', 'awaitingApproval'].includes(this.#stateOf(name))) return Promise.resolve();
    return new Promise((resolve) => {
      this.#parkWaiters.set(name, [...(this.#parkWaiters.get(name) ?? []), resolve]);
      this.#actor.send({ type: 'pool.park', key: name });
    });
  }

  /** The conversation has no process. */
  #parked(name: string): void {
    for (const resolve of this.#parkWaiters.get(name) ?? []) resolve();
    this.#parkWaiters.delete(name);
  }

  #onSlotEnded(name: string, outcome: 'parked' | 'stopped'): void {
    const conversation = this.#active.get(name);
    this.#active.delete(name);
    this.#parked(name);
    if (!conversation) return;
    if (outcome === 'stopped') {
      this.#stopped.push(conversation.key);
      conversation.reject(poolDrained());
    }
    // A message may have come when the conversation was already on its way out.
    if (conversation.waiting > 0) this.#notify('pool.message', conversation);
  }

  #finish(error?: ClaudeActorsError): void {
    this.#isDraining = true;
    this.#approvals?.close();
    for (const conversation of this.#active.values()) conversation.reject(error ?? poolDrained());
    if (error) this.#ended.reject(error);
    else this.#ended.resolve({ stopped: this.#stopped });
  }
}
