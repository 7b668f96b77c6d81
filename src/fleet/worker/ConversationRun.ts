import { hasWork, isWaiting } from '../../machines/fleet/conversationLedger.js';
import { type ConversationRecord, isLeased } from '../../machines/fleet/conversationRecord.js';
import type {
  ConversationContext,
  ConversationEvent,
  Mail,
} from '../../machines/fleet/conversationTypes.js';
import type { ApprovalNotice } from '../../options/approvalTypes.js';
import type { Lease } from '../engineTypes.js';
import { staleEpoch } from '../fleetErrors.js';
import type { FleetRowData } from '../fleetTypes.js';
import { ChangeSignal } from './ChangeSignal.js';
import type { LiveProcess, ProcessObserver, TurnEnd } from './liveProcess.js';
import { approvalOutput } from './messageParts.js';
import { Outbox } from './Outbox.js';
import { messageOf, type RunServices, wakeIfQueued } from './runServices.js';

type Output = Omit<Extract<ConversationEvent, { type: 'output' }>, 'epoch' | 'at'>;

/**
 * A worker's work on one conversation, for as long as it has the lease: hands messages to the process
 * one after the other, writes what comes out, and gives the conversation back when it is idle.
 */
export class ConversationRun implements ProcessObserver {
  readonly #lease: Lease;
  readonly #services: RunServices;
  readonly #outbox: Outbox;
  #epoch = 0;
  #process: LiveProcess | undefined;
  #turn: Mail | undefined;
  #turnEnd: Promise<void> | undefined;
  #isBusy = true;
  #isStale = false;
  #isOverdue = false;
  #validUntil = 0;
  readonly #changes = new ChangeSignal();
  #lastCommand = 0;

  constructor(lease: Lease, services: RunServices) {
    this.#lease = lease;
    this.#services = services;
    this.#outbox = new Outbox(services.records, lease.id, () => this.#loseLease());
    lease.signal.addEventListener('abort', () => this.#loseLease());
  }

  /** Whether it needs its process now. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Whether a process may start now. Late in a lease, a new process could outlive it. */
  get mayStart(): boolean {
    // A program that was frozen goes on before its timers tell it how late it is.
    return !this.#isStale && !this.#isOverdue && this.#now() < this.#validUntil;
  }

  /** Ends the process if it is idle, because another conversation needs the place. */
  parkIfIdle(): void {
    if (!this.#turn) this.#process?.park();
  }

  /** Something has changed: reads the conversation again. */
  look(): void {
    this.#changes.note();
  }

  async run(): Promise<void> {
    const { records, worker, recovery, store, engine, slots } = this.#services;
    const { id } = this.#lease;
    const taken = { type: 'lease.taken', worker, recovery, at: this.#now() } as const;
    const { outcome, record } = await records.send(id, taken);
    if (!record) return;
    this.#epoch = record.epoch;
    await this.#recordLostUsage(record);
    if (outcome !== 'taken') return;
    if (!isLeased(record)) return wakeIfQueued(engine, record);
    if (!(await slots.take(record.tenant, id))) {
      await this.#event({ type: 'lease.released' });
      // The worker that frees a place wakes this conversation. If it dies first, this wake-up does.
      await engine.wake(id, { delayMs: engine.leaseMs });
      return;
    }
    const unwatch = await store.watch(records.keyOf(id), ({ note }) => note || this.look());
    try {
      await this.#runProcess(record);
    } finally {
      unwatch();
      this.#process?.release();
      await slots.release(record.tenant, id);
    }
  }

  /** Records what a cut-off turn used, unless the worker that took over has already done so. */
  async #recordLostUsage(record: ConversationRecord): Promise<void> {
    if (!record.lostTurn) return;
    for (const row of await this.#services.lostUsage(record)) {
      if (row.type === 'usage') await this.#event({ type: 'output', usage: row.usage }, [row]);
    }
  }

  async #runProcess(first: ConversationRecord): Promise<void> {
    const { deadline, host, slots } = this.#services;
    const token = crypto.randomUUID();
    const release = deadline.watch(token, this.#lease, () => {
      this.#isOverdue = true;
      this.#process?.stop();
    });
    const unlisten = this.#lease.onRenewed((validMs) => {
      this.#isOverdue = false;
      this.#validUntil = this.#now() + validMs;
    });
    const unrenew = slots.renewWith(this.#lease, first.tenant);
    try {
      if (!this.#isStale) this.#process = await host.open(first, token, this);
      try {
        await this.#work();
      } finally {
        // After an error too: another worker may start a process next.
        await this.#endProcess();
      }
      await this.#giveBack();
    } finally {
      release();
      unlisten();
      unrenew();
    }
  }

  /** Works until there is nothing to do any more, or the conversation has another owner. */
  async #work(): Promise<void> {
    for (;;) {
      this.#changes.forget();
      const record = this.#isStale ? undefined : await this.#services.records.read(this.#lease.id);
      if (!record || record.epoch !== this.#epoch || !isLeased(record)) return;
      if (await this.#doNext(record)) return;
      await this.#changes.next();
    }
  }

  /** Does what the record asks for. True if it needs nothing more from this worker. */
  async #doNext(record: ConversationRecord): Promise<boolean> {
    const process = this.#process as LiveProcess;
    const { command } = record;
    if (command && command.number > this.#lastCommand) {
      this.#lastCommand = command.number;
      if (command.kind !== 'interrupt') return true;
      await process.interrupt().catch(() => {});
      await this.#event({ type: 'command.done', number: command.number });
    }
    if (this.#turn) return false;
    const { isDraining } = this.#services;
    if (hasWork(record as unknown as ConversationContext) && !isDraining()) {
      const mail = record.mail.find(isWaiting);
      if (mail) await this.#sendToProcess(mail, record);
      return false;
    }
    if (process.isGone) return true;
    if (isDraining()) process.park();
    this.#setBusy(false);
    return false;
  }

  /** Records that the message was handed over before it sends it, so that it is never sent twice. */
  async #sendToProcess(mail: Mail, { doubt }: ConversationRecord): Promise<void> {
    const { outcome } = await this.#event({ type: 'turn.handed', id: mail.id });
    if (outcome !== 'taken' || this.#isStale) return;
    this.#turn = mail;
    this.#setBusy(true);
    if (mail.resumes) {
      this.#turnEnd = this.#process?.resume().then((end) => this.#onTurnEnd(mail, end));
      return;
    }
    const message = messageOf(mail, doubt);
    this.#turnEnd = this.#process?.send(message).then((end) => this.#onTurnEnd(mail, end));
  }

  async #onTurnEnd({ id }: Mail, end: TurnEnd): Promise<void> {
    await this.#noteDeferred()
      .then(() => this.#settle(id, end))
      // The outcome could not be stored. The next owner finds a message that has none.
      .catch(() => this.#loseLease());
    this.#turn = undefined;
    this.look();
  }

  async #settle(id: string, end: TurnEnd): Promise<void> {
    switch (end.kind) {
      case 'lost': {
        const { record } = await this.#event({ type: 'output' });
        // It was stopped or closed. Then `lease.released` gives the message its outcome.
        if (record?.command && record.command.kind !== 'interrupt') return;
        await this.#event({
          type: 'process.lost',
          reason: 'processLost',
          recovery: this.#services.recovery,
        });
        return;
      }
      case 'returned':
        await this.#event({ type: 'turn.returned', id });
        return;
      case 'failed':
        await this.#event({ type: 'turn.settled', id, outcome: 'failed', error: end.error });
        return;
      default:
        await this.#event({ type: 'turn.settled', id, outcome: end.kind });
    }
  }

  /** Records where the calls of open approvals wait: a deferred one holds back messages. */
  async #noteDeferred(): Promise<void> {
    for (const { id, held } of await this.#services.openApprovals(this.#lease.id)) {
      await this.#event({ type: 'approval.noted', id, held });
    }
  }

  /** Ends the process, and waits until it is gone and its last output is stored. */
  async #endProcess(): Promise<void> {
    const process = this.#process;
    while (process && !process.isGone) {
      this.#changes.forget();
      process.stop();
      if (!process.isGone) await this.#changes.next();
    }
    await this.#turnEnd;
    await this.#outbox.flush();
  }

  /** Gives the conversation back, and wakes it if there is more to do. */
  async #giveBack(): Promise<void> {
    const { id } = this.#lease;
    const { records, engine } = this.#services;
    const before = await records.read(id);
    // Throws so that the engine wakes the conversation again: this run has not answered its wake-up.
    if (this.#isStale || before?.epoch !== this.#epoch) {
      throw staleEpoch(id, this.#epoch, before?.epoch);
    }
    // After an interruption there is nothing to give back.
    if (isLeased(before)) await this.#event({ type: 'lease.released' });
    await wakeIfQueued(engine, await records.read(id));
  }

  onRows(rows: readonly FleetRowData[], tools: ConversationContext['tools'] | undefined): void {
    this.#background({ type: 'output', ...(tools && { tools }) }, rows);
  }

  onTokens(text: string, parentToolUseId: string | null): void {
    const { store, records } = this.#services;
    const note = { type: 'tokens', text, parentToolUseId };
    store.publish(records.keyOf(this.#lease.id), this.#epoch, note);
  }

  onUsage(usage: Parameters<ProcessObserver['onUsage']>[0]): void {
    this.#background({ type: 'output', usage }, [{ type: 'usage', usage }]);
  }

  onSessionId(sessionId: string): void {
    this.#background({ type: 'output', sessionId });
  }

  onApproval(notice: ApprovalNotice): void {
    const { event, rows } = approvalOutput(notice, this.#lease.id) ?? {};
    if (event) this.#event(event, rows).catch(() => {});
  }

  onGone(): void {
    this.look();
  }

  /** Sends an event of this owner. It is refused if the conversation has another owner by now. */
  #event<Event extends { type: ConversationEvent['type'] }>(
    event: Event,
    rows?: readonly FleetRowData[],
  ) {
    const whole = { ...event, epoch: this.#epoch, at: this.#now() } as unknown;
    return this.#outbox.send(whole as ConversationEvent, rows);
  }

  #background(event: Output, rows?: readonly FleetRowData[]): void {
    // If it fails, the outbox has called `#loseLease` already.
    this.#event(event, rows).catch(() => {});
  }

  /** Stops the work: the lease is gone, or output could not be stored and must not have a gap. */
  #loseLease(): void {
    this.#isStale = true;
    this.look();
  }

  #setBusy(isBusy: boolean): void {
    if (this.#isBusy === isBusy) return;
    this.#isBusy = isBusy;
    this.#services.onBusy(this);
  }

  #now(): number {
    return this.#services.clock.now();
  }
}
