import { type Actor, createActor } from 'xstate';
import type { Approval } from '../../codec/approvals.js';
import type { ApprovalStep } from '../../machines/approvals/approvalRecord.js';
import type { GateAnswer, GatedCall } from '../../options/approvalTypes.js';
import { deferred } from '../../util/deferred.js';
import { approvalMachine } from '../machines.js';
import { patientClock } from '../patientClock.js';
import type { ApprovalLedger } from './ApprovalLedger.js';
import { inDoubt, notAnswered, withdrawnReason } from './approvalTexts.js';

type Clock = Parameters<typeof patientClock>[0];

export interface HoldSettings {
  /** Undefined: for as long as the process lives. */
  holdMs: number | undefined;
  /** Put the call off as soon as the CLI can. */
  defers: boolean;
  clock: Clock;
  epoch: number | undefined;
}

/** A call that a running process holds until its approval is answered. */
export class HeldCall {
  readonly #id: string;
  readonly #ledger: ApprovalLedger;
  readonly #call: GatedCall;
  readonly #settings: HoldSettings;
  readonly #answer = deferred<GateAnswer>();
  readonly #actor: Actor<typeof approvalMachine>;
  readonly #unfollow: () => void;
  readonly #onAbort = () => queueMicrotask(() => this.#leave());
  #checking: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor({ id }: Approval, ledger: ApprovalLedger, call: GatedCall, settings: HoldSettings) {
    this.#id = id;
    this.#ledger = ledger;
    this.#call = call;
    this.#settings = settings;
    const { holdMs, clock, defers } = settings;
    this.#actor = createActor(approvalMachine, { input: { holdMs }, clock: patientClock(clock) });
    this.#actor.subscribe(({ value }) => {
      if (value.call === 'recalled') this.recall();
    });
    this.#unfollow = ledger.follow(({ approval }) => {
      if (approval.id === id) this.#check();
    });
    this.#actor.start();
    call.signal.addEventListener('abort', this.#onAbort);
    if (call.signal.aborted) this.#onAbort();
    if (defers) void call.canDefer.then((can) => can && this.#step({ type: 'approval.defer' }));
    // It may have been answered before anybody followed.
    this.#check();
  }

  get answer(): Promise<GateAnswer> {
    return this.#answer.promise;
  }

  get sessionId(): string {
    return this.#call.sessionId;
  }

  /** Lets the CLI continue without the call. The approval stays open. */
  recall(): void {
    this.#step({ type: 'approval.recall' });
  }

  /** The CLI no longer waits: the turn was interrupted, or the process ends. */
  #leave(): void {
    if (this.#call.isRunning()) this.#step({ type: 'approval.withdraw', at: Date.now() });
    else this.recall();
  }

  #step(step: ApprovalStep): void {
    if (this.#isOver) return;
    this.#ledger
      .change(this.#id, step, { epoch: this.#settings.epoch })
      .then(() => this.#check())
      .catch((error: unknown) => this.#finish(error));
  }

  #check(): void {
    this.#checking = this.#checking
      .then(() => this.#settle())
      .catch((error: unknown) => this.#finish(error));
  }

  async #settle(): Promise<void> {
    if (this.#isOver) return;
    const approval = await this.#ledger.load(this.#id);
    // An aborted call cannot take an answer any more.
    if (approval?.state === 'answered' && !this.#call.signal.aborted) {
      const step = { type: 'approval.use', at: Date.now() } as const;
      const used = await this.#ledger.change(this.#id, step, { epoch: this.#settings.epoch });
      if (used?.decision) this.#finish(undefined, used.decision);
    } else if (!approval || approval.state === 'withdrawn') {
      this.#finish(undefined, { behavior: 'deny', message: withdrawnReason });
    } else if (approval.state === 'used') {
      this.#finish(undefined, { behavior: 'deny', message: inDoubt });
    } else if (approval.held === 'deferred') {
      this.#finish(undefined, { behavior: 'defer' });
    } else if (approval.held === 'recalled') {
      this.#finish(undefined, { behavior: 'deny', message: notAnswered });
    }
  }

  #finish(error: unknown, answer?: GateAnswer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unfollow();
    this.#actor.stop();
    this.#call.signal.removeEventListener('abort', this.#onAbort);
    if (answer) this.#answer.resolve(answer);
    else this.#answer.reject(error);
  }
}
