import { OpenTurn } from '../actors/OpenTurns.js';
import { sessionEnded, turnError } from '../actors/operations.js';
import type { ClaudeActorsError } from '../errors.js';
import { uuidInUse } from '../machines/session/sessionErrors.js';
import type { SessionEmitted, UserMessageOut } from '../machines/session/sessionTypes.js';
import type { TurnReport } from '../machines/session/turnReport.js';

interface Letter extends UserMessageOut {
  open: OpenTurn;
}

/**
 * The messages of a pool's conversation that are not answered. It reports what a session cannot: what
 * happens to a message while no process has it.
 */
export class PooledMail {
  readonly #report: (turn: TurnReport) => void;
  /** Messages that no process has been given. */
  #waiting: Letter[] = [];
  /** Messages that the current process has not answered. */
  readonly #sent = new Map<string, OpenTurn>();

  constructor(report: (turn: TurnReport) => void) {
    this.#report = report;
  }

  /** How many messages wait for a process. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether the current process has answered all it was given. */
  get isAnswered(): boolean {
    return this.#sent.size === 0;
  }

  /** Whether the current process has the message. */
  isSent(uuid: string): boolean {
    return this.#sent.has(uuid);
  }

  /** Adds a message that waits. False if it is refused: because of `refusal`, or its uuid is in use. */
  add(message: UserMessageOut, open: OpenTurn, refusal?: ClaudeActorsError): boolean {
    const { uuid } = message;
    if (refusal) this.#refuse({ uuid, open }, refusal);
    // The event would look as if it were about the other message.
    else if (this.#isKnown(uuid)) open.refuse(uuidInUse(uuid));
    else this.#report({ uuid, state: 'queued' });
    if (open.isOpen) this.#waiting.push({ ...message, open });
    return open.isOpen;
  }

  /** Adds a message that goes before all that wait. `settled` hears whether it was answered. */
  addFirst(message: UserMessageOut, settled: (isAnswered: boolean) => void): OpenTurn {
    const open = new OpenTurn();
    open.result.then(
      () => settled(true),
      () => settled(false),
    );
    this.#waiting.unshift({ ...message, open });
    this.#report({ uuid: message.uuid, state: 'queued' });
    return open;
  }

  /** Takes the messages for the process: all, or one if it has answered the last. */
  take(isOneByOne: boolean): UserMessageOut[] {
    if (isOneByOne && !this.isAnswered) return [];
    return this.#waiting.splice(0, isOneByOne ? 1 : this.waiting).map(({ open, ...message }) => {
      this.#sent.set(message.uuid, open);
      return message;
    });
  }

  /** Takes back a message that waits. */
  withdraw(uuid: string): boolean {
    const index = this.#waiting.findIndex((letter) => letter.uuid === uuid);
    if (index < 0) return false;
    const [letter] = this.#waiting.splice(index, 1);
    letter?.open.fail(turnError({ kind: 'discarded', why: 'cancelled' }));
    this.#report({ uuid, state: 'discarded' });
    return true;
  }

  /** Notes what the session says about a message that it was given. */
  onTurn(emitted: Extract<SessionEmitted, { type: 'turn' }>): void {
    const open = this.#sent.get(emitted.uuid);
    if (emitted.state === 'started') open?.start();
    if (!('outcome' in emitted || 'error' in emitted)) return;
    this.#sent.delete(emitted.uuid);
    const { outcome, error } = emitted;
    if (outcome && 'result' in outcome) open?.complete(outcome.result);
    else if (emitted.state === 'refused' && error) open?.refuse(error);
    else open?.fail(error ?? turnError(outcome));
  }

  /** Fails the messages that wait. */
  reject(error: ClaudeActorsError): void {
    for (const letter of this.#waiting.splice(0)) this.#refuse(letter, error);
  }

  /** Fails the messages that the process was given: it is gone. Without an error, it was stopped. */
  lose(failure: ClaudeActorsError | undefined): void {
    const outcome = { kind: 'stopped', reason: 'stop' } as const;
    const error = failure ?? sessionEnded('the message', { outcome, launch: { facts: undefined } });
    for (const open of this.#sent.values()) open.fail(error);
    this.#sent.clear();
  }

  #isKnown(uuid: string): boolean {
    return this.isSent(uuid) || this.#waiting.some((letter) => letter.uuid === uuid);
  }

  #refuse({ uuid, open }: Pick<Letter, 'uuid' | 'open'>, error: ClaudeActorsError): void {
    open.refuse(error);
    this.#report({ uuid, state: 'refused', error });
  }
}
