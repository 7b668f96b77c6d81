import assert from 'node:assert/strict';
import { ConversationRecords } from '../../../src/fleet/ConversationRecords.js';
import { embedded } from '../../../src/fleet/embedded/embedded.js';
import { FleetSession } from '../../../src/fleet/FleetSession.js';
import { type Engine, type FleetStore, type Lease, memoryStore } from '../../../src/fleet/index.js';
import { ConversationRun } from '../../../src/fleet/worker/ConversationRun.js';
import type {
  FleetProcessHost,
  LiveProcess,
  ProcessObserver,
  TurnEnd,
} from '../../../src/fleet/worker/liveProcess.js';
import { TenantSlots } from '../../../src/fleet/worker/TenantSlots.js';
import { WakeSweep } from '../../../src/fleet/worker/WakeSweep.js';
import type { ConversationRecord } from '../../../src/machines/fleet/conversationRecord.js';
import { estimateUsage } from '../../../src/machines/usage/transcriptUsage.js';
import { noUsage } from '../../../src/machines/usage/usageTotals.js';
import type { UsageRow } from '../../../src/machines/usage/usageTypes.js';
import type { SessionStore } from '../../../src/options/sessionStoreTypes.js';

/** Parts that a mutant replaces. */
export interface Parts {
  store(base: FleetStore): FleetStore;
  records(store: FleetStore): ConversationRecords;
  /** The engine of a worker, or of those who send. */
  engine(base: Engine, whose: 'worker' | 'sender', store: FleetStore): Engine;
  /** Whether processes end before their lease does. */
  hasGuard: boolean;
  /** Whether a worker looks at its lease once more before it starts a process. */
  checksLease: boolean;
  /** Whether workers look for messages that nobody was woken for. */
  hasSweep: boolean;
  /** Whether senders die before they wake anybody, and the store fails: without a sweep, that costs messages. */
  losesWakes: boolean;
  /** What happens after a turn was cut off. */
  recovery: 'wait' | 'continue';
}

export const realParts: Parts = {
  store: (base) => base,
  records: (store) => new ConversationRecords(store),
  engine: (base) => base,
  hasGuard: true,
  checksLease: true,
  hasSweep: true,
  losesWakes: true,
  recovery: 'wait',
};

/** Something that may happen, and how often it does. */
export interface Choice {
  weight: number;
  run: () => void;
}

interface Op {
  member: Member;
  run: () => unknown;
  /** The store fails: before the call takes effect, or before its answer arrives. */
  fail?: (isDone: boolean) => unknown;
}

interface Timer {
  member: Member;
  at: number;
  run: () => void;
}

interface Member {
  name: string;
  state: 'running' | 'frozen' | 'dead';
}

const leaseMs = 1000;
const conversation = 'c';
const transcript = { projectKey: 'p', sessionId: conversation };

/** What an answer costs: one call of a tool. */
const usageOf = (id: string, at: number): UsageRow => ({
  ...{ ...noUsage, id, at, sessionId: conversation, toolCalls: 1 },
});
const isEstimated = (usage: unknown): boolean => (usage as UsageRow).estimated;
export const messages = ['m1', 'm2', 'm3'];

/** Lets the promises of the code run until they wait for the simulation. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A process that tells the simulation what it is sent. */
class FakeProcess implements LiveProcess {
  readonly #sim: Simulation;
  readonly member: Member;
  readonly epoch: number;
  readonly token: string;
  readonly #observer: ProcessObserver;
  /** Where its transcript goes. */
  readonly #mirror: SessionStore;
  isAlive = false;
  isStarting = false;
  #turn: { uuid: string; content: unknown; end: (end: TurnEnd) => void } | undefined;

  constructor(
    sim: Simulation,
    member: Member,
    record: ConversationRecord,
    token: string,
    observer: ProcessObserver,
    mirror: SessionStore,
  ) {
    this.#mirror = mirror;
    this.#sim = sim;
    this.member = member;
    this.epoch = record.epoch;
    this.token = token;
    this.#observer = observer;
  }

  get isGone(): boolean {
    return !this.isAlive && !this.isStarting;
  }

  get isWorking(): boolean {
    return this.isAlive && this.#turn !== undefined;
  }

  send({ uuid, content }: { uuid: string; content: unknown }): Promise<TurnEnd> {
    return new Promise((end) => {
      this.#turn = { uuid, content, end };
      if (this.isAlive) this.#deliver();
      else this.isStarting = true;
    });
  }

  /** The CLI is there, unless its worker may not start it any more. */
  begin(): void {
    if (!this.isStarting) return;
    this.isStarting = false;
    if (this.#sim.checksLease && !(this.#observer as ConversationRun).mayStart) {
      this.#end({ kind: 'lost' });
      return;
    }
    this.#sim.onStart(this);
    this.isAlive = true;
    // An interrupt has taken it back.
    if (this.#turn) this.#deliver();
  }

  #deliver(): void {
    const { uuid, content } = this.#turn ?? {};
    this.#sim.sent.push(String(uuid));
    this.#sim.heard.push(JSON.stringify(content));
    this.#sim.endOverdue();
  }

  /** The CLI answers. */
  answer(): void {
    const turn = this.#turn;
    if (!turn) return;
    this.#turn = undefined;
    this.#sim.op(this.member, () => {
      const message = { type: 'result', uuid: turn.uuid, epoch: this.epoch };
      this.#observer.onRows([{ type: 'message', message: message as never }], undefined);
      const entry = { type: 'assistant', uuid: turn.uuid, epoch: this.epoch };
      this.#mirror.append(transcript, [entry]).catch(() => {});
      this.#observer.onUsage(usageOf(turn.uuid, this.#sim.now));
      turn.end({ kind: 'answered' });
    });
  }

  /** The process ends, whoever does it. */
  die(): void {
    if (this.isAlive) this.#end({ kind: 'lost' });
  }

  #end(end: TurnEnd): void {
    this.isAlive = false;
    this.isStarting = false;
    const turn = this.#turn;
    this.#turn = undefined;
    this.#sim.op(this.member, () => {
      turn?.end(end);
      this.#observer.onGone();
    });
  }

  resume(): Promise<TurnEnd> {
    return Promise.resolve({ kind: 'discarded' });
  }
  async interrupt(): Promise<void> {
    if (this.isAlive) return this.answer();
    const turn = this.#turn;
    this.#turn = undefined;
    if (turn) this.#sim.op(this.member, () => turn.end({ kind: 'discarded' }));
  }
  park(): void {
    if (!this.#turn) this.die();
  }
  stop(): void {
    if (this.isStarting) this.#end({ kind: 'lost' });
    else this.die();
  }
  /** Its worker takes no more messages. */
  drain(): void {
    if (this.isStarting) this.#end({ kind: 'returned' });
  }
  release(): void {}
}

/** Two workers and a sender on one store. Every call of the store is a step that the walk chooses. */
export class Simulation {
  readonly sent: string[] = [];
  /** What processes were told, as JSON. */
  readonly heard: string[] = [];
  readonly #failures: string[] = [];
  readonly #parts: Parts;
  readonly #base: FleetStore;
  readonly #ops: Op[] = [];
  readonly #timers = new Set<Timer>();
  readonly #processes: FakeProcess[] = [];
  readonly #deadlines = new Map<string, number>();
  readonly #workers: Member[] = [];
  readonly #app: Member = { name: 'app', state: 'running' };
  readonly #chat: FleetSession;
  /** What an application was told was not stored. */
  readonly #rejected = new Set<string>();
  #now = 1;
  #posted = 0;
  #faults = 2;
  #commands = 2;
  readonly #drains = new Map<Member, () => void>();

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#base = parts.store(memoryStore());
    this.#chat = this.#chatOf(this.#engineOf(this.#app));
  }

  #chatOf(engine: Engine): FleetSession {
    const store = this.#storeOf(this.#app);
    const records = this.#parts.records(store);
    const clock = this.#clockOf(this.#app);
    return new FleetSession(conversation, {
      ...{ store, records, clock, engine, approvals: {} as never },
      ending: new AbortController().signal,
    });
  }

  static async create(parts: Parts): Promise<Simulation> {
    const sim = new Simulation(parts);
    await new ConversationRecords(sim.#base).create({
      ...{ id: conversation, tenant: '', cwd: undefined, at: 0 },
    });
    for (const name of ['w1', 'w2']) await sim.#startWorker(name);
    return sim;
  }

  get checksLease(): boolean {
    return this.#parts.checksLease;
  }

  get now(): number {
    return this.#now;
  }

  op(member: Member, run: () => unknown, fail?: Op['fail']): void {
    this.#ops.push({ member, run, ...(fail && { fail }) });
  }

  onStart(process: FakeProcess): void {
    const others = this.#processes.filter((one) => one !== process && one.isAlive);
    // Thrown here, it would be taken for a failure of the worker.
    if (others.length > 0) this.#failures.push('two processes live for one conversation');
  }

  /** What may happen next. The same walk always has the same choices. */
  choices(): Choice[] {
    const found: Choice[] = [];
    const add = (weight: number, run: () => void) => void found.push({ weight, run });
    for (const op of this.#ops) {
      if (op.member.state !== 'running') continue;
      // The steps of one member happen in their order.
      if (this.#ops.find(({ member }) => member === op.member) !== op) continue;
      add(10, () => {
        this.#ops.splice(this.#ops.indexOf(op), 1);
        op.run();
      });
      const { fail } = op;
      if (!fail || this.#faults === 0 || !this.#parts.losesWakes) continue;
      for (const isDone of [false, true]) {
        add(0.1, () => {
          this.#faults -= 1;
          this.#ops.splice(this.#ops.indexOf(op), 1);
          fail(isDone);
        });
      }
    }
    for (const process of this.#processes) {
      const isRunning = process.member.state === 'running';
      if (process.isStarting && isRunning) add(2, () => process.begin());
    }
    for (const process of this.#processes) {
      if (process.isWorking) add(0.5, () => process.answer());
    }
    for (const process of this.#processes) {
      if (process.isAlive && !process.isWorking) add(0.5, () => process.park());
    }
    if (this.#posted < messages.length) {
      add(0.5, () => this.#post());
      if (this.#parts.losesWakes) add(0.1, () => this.#postAndDie());
    }
    add(1.5, () => this.#advance(leaseMs / 4));
    if (this.#commands > 0 && this.#posted > 0) {
      for (const name of ['stop', 'interrupt', 'resume'] as const) {
        add(0.1, () => {
          this.#commands -= 1;
          this.#chat[name]().catch(() => {});
        });
      }
    }
    if (this.#faults > 0) {
      if (this.#parts.losesWakes) add(0.1, () => this.#loseQueue());
      for (const worker of this.#workers.filter(({ state }) => state === 'running')) {
        const drain = this.#drains.get(worker);
        if (drain) add(0.1, drain);
        add(0.1, () => this.#kill(worker));
        add(0.3, () => {
          this.#faults -= 1;
          worker.state = 'frozen';
        });
      }
      for (const process of this.#processes.filter(({ isWorking }) => isWorking)) {
        add(0.1, () => {
          this.#faults -= 1;
          process.die();
        });
      }
    }
    for (const worker of this.#workers.filter(({ state }) => state === 'frozen')) {
      add(0.1, () => {
        worker.state = 'running';
      });
    }
    return found;
  }

  async step(choose: (choices: readonly Choice[]) => Choice | undefined): Promise<void> {
    choose(this.choices())?.run();
    await settle();
  }

  /** Freezes a worker while its process starts, works or has just answered, until its lease is over. */
  async freezeOwner(when: 'starting' | 'working' | 'answering'): Promise<void> {
    this.#post();
    const isThere = when === 'starting' ? 'isStarting' : 'isWorking';
    for (let steps = 0; steps < 100; steps++) {
      const process = this.#processes.find((one) => one[isThere]);
      if (process) {
        if (when === 'answering') process.answer();
        process.member.state = 'frozen';
        break;
      }
      await this.step((choices) => choices[0]);
    }
    for (let times = 0; times < 5; times++) this.#advance(leaseMs / 4);
    await settle();
  }

  /** Posts a message some steps after an idle process was parked: while its owner gives up the lease. */
  async postWhileReleasing(afterSteps: number): Promise<void> {
    this.#post();
    for (let steps = 0; steps < 100 && this.#now < leaseMs; steps++) {
      if (this.#ops.length > 0) await this.step((choices) => choices[0]);
      else if (this.#processes.some(({ isGone, isWorking }) => isWorking || !isGone)) {
        if (this.#processes.every(({ isStarting, isWorking }) => !isStarting && !isWorking)) break;
        for (const process of this.#processes) process.begin();
        for (const process of this.#processes) process.answer();
      } else break;
    }
    for (const process of this.#processes) process.park();
    for (let steps = 0; steps < afterSteps; steps++) await this.step((choices) => choices[0]);
    this.#post();
  }

  /** Posts the last message, and nobody is woken for it. */
  postLastAndDie(): void {
    while (this.#posted < messages.length - 1) this.#post();
    if (this.#parts.losesWakes) this.#postAndDie();
  }

  /** Lets everything come to an end without further faults, and checks the promises. */
  async finish(): Promise<void> {
    this.#faults = 0;
    this.#commands = 0;
    while (this.#posted < messages.length) this.#post();
    for (const worker of this.#workers) if (worker.state === 'frozen') worker.state = 'running';
    if (this.#workers.every((one) => one.state === 'dead' || !this.#drains.has(one)))
      await this.#startWorker('w3');
    for (let rounds = 0; rounds < 400; rounds++) {
      const op = this.#ops.findIndex(({ member }) => member.state === 'running');
      if (op >= 0) this.#ops.splice(op, 1)[0]?.run();
      else {
        const starting = this.#processes.find(
          ({ isStarting, member }) => isStarting && member.state === 'running',
        );
        const working = this.#processes.find(({ isWorking }) => isWorking);
        if (starting) starting.begin();
        else if (working) working.answer();
        else if (await this.#sendAgain()) continue;
        else if (await this.#isDone()) break;
        else this.#advance(leaseMs / 4);
      }
      await settle();
    }
    await this.#check();
  }

  /** An application that got an error sends its message again. It does not, if it looks and it is there. */
  async #sendAgain(): Promise<boolean> {
    const rows = await this.#base.rows(`conversation/${conversation}`);
    const missing = messages.find(
      (id) =>
        this.#rejected.has(id) &&
        !rows.some(({ data }) => data.type === 'posted' && data.id === id),
    );
    this.#rejected.clear();
    if (missing === undefined) return false;
    this.#send(missing);
    return true;
  }

  async #isDone(): Promise<boolean> {
    const record = await this.#record();
    if (record.state === 'interrupted' && record.mail.length > 0) {
      void this.#chat.resume();
      return false;
    }
    const { cut, noted } = await this.#lostTurns();
    return record.mail.length === 0 && !record.command && noted >= cut;
  }

  async #record(): Promise<ConversationRecord> {
    const state: unknown = await this.#base.read(`conversation/${conversation}`);
    return state as ConversationRecord;
  }

  /** How many turns were cut off by the death of a worker, and for how many the usage was noted. */
  async #lostTurns(): Promise<{ cut: number; noted: number }> {
    const rows = (await this.#base.rows(`conversation/${conversation}`)).map(({ data }) => data);
    const cut = rows.filter((row) => row.type === 'interrupted' && row.reason === 'workerLost');
    const noted = rows.filter((row) => row.type === 'usage' && isEstimated(row.usage));
    return { cut: cut.length, noted: noted.length };
  }

  /** Once a new owner has written, an older one writes no more. */
  async #checkTranscript(): Promise<void> {
    let newest = 0;
    for (const { epoch } of (await this.#base.load(transcript)) ?? []) {
      assert.ok(Number(epoch) >= newest, 'a stale worker has written to the transcript');
      newest = Number(epoch);
    }
  }

  /** The promises, told without the code that keeps them. */
  async #check(): Promise<void> {
    const rows = (await this.#base.rows(`conversation/${conversation}`)).map(({ data }) => data);
    assert.deepEqual(this.#failures, []);
    const settled = rows.filter(({ type }) => type === 'settled');
    for (const id of messages) {
      const outcomes = settled.filter((row) => row.id === id);
      assert.equal(outcomes.length, 1, `${id} has ${outcomes.length} outcomes`);
      const isHeard = this.heard.some((text) => text.includes(`Hi ${id}`));
      const isDiscarded = outcomes[0]?.outcome === 'discarded';
      assert.ok(!(isHeard && isDiscarded), 'a message was discarded that a process had');
    }
    assert.equal(new Set(this.sent).size, this.sent.length, 'a message was sent twice');
    const posted = rows.filter(({ type }) => type === 'posted').map(({ id }) => id);
    // One that was sent again may come later.
    assert.deepEqual(posted.sort(), messages, 'a message was not stored once');
    await this.#checkTranscript();
    let answers = 0;
    let epoch = 0;
    let acknowledged = 0;
    let reported = 0;
    const used = new Set<unknown>();
    for (const row of rows) {
      if (row.type === 'usage') {
        const { id } = row.usage as UsageRow;
        assert.ok(!used.has(id), 'usage was written twice');
        used.add(id);
        if (!isEstimated(row.usage)) reported += 1;
      }
      const message = row.message as { epoch: number } | undefined;
      if (message) {
        answers += 1;
        assert.ok(message.epoch >= epoch, 'a stale worker has written');
        epoch = message.epoch;
      }
      if (row.type === 'settled' && row.outcome === 'answered') {
        answers -= 1;
        assert.ok(answers >= 0, 'a message was acknowledged before its answer was written');
        acknowledged += 1;
        assert.ok(reported >= acknowledged, 'a message was acknowledged before its usage');
      }
    }
    const { cut: lost, noted } = await this.#lostTurns();
    assert.equal(noted, lost, 'the usage of a turn that was cut off was not noted once');
    const { usage } = await this.#record();
    assert.equal(usage.toolCalls, used.size, 'the sum of the usage is not that of its rows');
    const cut = rows.filter(({ type }) => type === 'interrupted').flatMap((row) => row.messages);
    const interrupted = settled.filter(({ outcome }) => outcome === 'interrupted');
    assert.deepEqual(
      interrupted.map(({ id }) => id),
      cut,
      'an interruption was not reported',
    );
  }

  /** What the guard does: nothing with the token of a lease that is over stays alive. */
  endOverdue(): void {
    for (const process of this.#processes) {
      if ((this.#deadlines.get(process.token) ?? 0) <= this.#now) process.die();
    }
  }

  #post(): void {
    const id = messages[this.#posted++] as string;
    this.#send(id);
    // An impatient sender.
    this.#send(id);
  }

  #send(id: string, chat = this.#chat): void {
    chat.send(`Hi ${id}`, { id }).catch(() => this.#rejected.add(id));
  }

  /** The sender dies, or loses the queue, as soon as its message is stored. */
  #postAndDie(): void {
    const engine = this.#engineOf(this.#app);
    const id = messages[this.#posted++] as string;
    this.#send(id, this.#chatOf(Object.assign(engine, { wake: () => new Promise(() => {}) })));
  }

  #kill(worker: Member): void {
    this.#faults -= 1;
    worker.state = 'dead';
    for (const process of this.#processes) if (process.member === worker) process.stop();
  }

  /** The queue knows nothing any more: no wake-up, no lease. */
  #loseQueue(): void {
    this.#faults -= 1;
    const empty = { wakes: 0, answered: 0, readyAt: 0, priority: 0, since: 0 };
    void this.#base.change(`lease/${conversation}`, () => ({ state: empty }));
  }

  #advance(milliseconds: number): void {
    this.#now += milliseconds;
    this.endOverdue();
    for (const timer of [...this.#timers].sort((a, b) => a.at - b.at)) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      this.op(timer.member, timer.run);
    }
  }

  async #startWorker(name: string): Promise<void> {
    const member: Member = { name, state: 'running' };
    this.#workers.push(member);
    const store = this.#storeOf(member);
    const clock = this.#clockOf(member);
    const engine = this.#engineOf(member);
    const host: FleetProcessHost = {
      open: (record, token, observer) => {
        const mirror = store.fenced(`conversation/${conversation}`, record.epoch);
        const process = new FakeProcess(this, member, record, token, observer, mirror);
        this.#processes.push(process);
        return process;
      },
    };
    const services = {
      ...{ worker: name, store, clock, engine, host, records: this.#parts.records(store) },
      slots: new TenantSlots(store, engine, clock, undefined),
      recovery: { interrupted: this.#parts.recovery, max: 3, withinMs: 1e6 },
      deadline: {
        watch: (token: string, lease: { onRenewed(listen: (ms: number) => void): () => void }) =>
          lease.onRenewed((validMs) => {
            const dueAt = this.#now + validMs * 0.75;
            this.#deadlines.set(token, this.#parts.hasGuard ? dueAt : Number.POSITIVE_INFINITY);
          }),
      },
      lostUsage: async ({ usageAt, usage: before }: ConversationRecord) => {
        const facts = { since: usageAt, at: this.#now, sessionId: conversation, before };
        const usage = estimateUsage([], { ...facts, inFlight: 1, toolCalls: 1 });
        return usage ? [{ type: 'usage' as const, usage }] : [];
      },
      openApprovals: async () => [],
      isDraining: () => !this.#drains.has(member),
      onBusy: () => {},
    };
    const runs = new Set<ConversationRun>();
    const work = async (lease: Lease) => {
      const run = new ConversationRun(lease, services);
      runs.add(run);
      await run.run().finally(() => runs.delete(run));
    };
    const working = engine.work(work, { worker: name, concurrency: 1 });
    const sweep = new WakeSweep(services);
    this.#drains.set(member, () => {
      this.#drains.delete(member);
      sweep.end();
      void working.then((worker) => worker.close());
      for (const run of runs) run.look();
      for (const process of this.#processes) if (process.member === member) process.drain();
    });
    if (this.#parts.hasSweep) sweep.begin();
    await settle();
  }

  #engineOf(member: Member): Engine {
    const engine = embedded({ leaseMs });
    const store = this.#storeOf(member);
    engine.open({ store, clock: this.#clockOf(member) });
    return this.#parts.engine(engine, member === this.#app ? 'sender' : 'worker', store);
  }

  #clockOf(member: Member) {
    return {
      now: () => this.#now,
      setTimeout: (run: () => void, milliseconds: number): unknown => {
        const timer: Timer = { member, at: this.#now + milliseconds, run };
        this.#timers.add(timer);
        return timer;
      },
      clearTimeout: (timer: unknown) => void this.#timers.delete(timer as Timer),
    };
  }

  /** The store as a member sees it: calls take effect, and are answered, when the walk says so. */
  #storeOf(member: Member): FleetStore {
    const later = <Value>(run: () => Promise<Value>) =>
      new Promise<Value>((resolve, reject) => {
        const call = () =>
          run().then(
            (value) => this.op(member, () => resolve(value)),
            (error: unknown) => this.op(member, () => reject(error)),
          );
        const fail = (isDone: boolean) => {
          const lose = () => this.op(member, () => reject(new Error('the database restarts')));
          return isDone ? run().then(lose, lose) : lose();
        };
        this.op(member, call, fail);
      });
    const base = this.#base;
    return {
      ...({} as FleetStore),
      read: (key) => later(() => base.read(key)),
      change: (key, decide) => later(() => base.change(key, decide)),
      list: (prefix) => base.list(prefix),
      rows: (key, settings) => base.rows(key, settings),
      publish() {},
      watch: (prefix, listen) =>
        base.watch(prefix, (event) => {
          if (member.state !== 'dead') this.op(member, () => listen(event));
        }),
      fenced: (key, epoch) => {
        const inner = base.fenced(key, epoch);
        return { ...inner, append: (...entries) => later(() => inner.append(...entries)) };
      },
    };
  }
}
