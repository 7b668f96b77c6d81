import { OpenTurn } from '../actors/OpenTurns.js';
import { sessionEnded, turnError } from '../actors/operations.js';
import type { ClaudeActorsError } from '../errors.js';
import type { SessionEmitted, UserMessageOut } from '../machines/session/sessionTypes.js';

interface Letter extends UserMessageOut {
  open: OpenTurn;
}

/** The messages of a pool's conversation that are not answered. */
export class PooledMail {
  /** Messages that no process has been given. */
  #waiting: Letter[] = [];
  /** Messages that the current process has not answered. */
  readonly #sent = new Map<string, OpenTurn>();

  /** How many messages wait for a process. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether the current process has answered all it was given. */
  get isAnswered(): boolean {
    return this.#sent.size === 0;
  }

  /** Adds a message that waits. */
  add(message: UserMessageOut, open: OpenTurn): void {
    this.#waiting.push({ ...message, open });
  }

  /** Adds a message that goes before all that wait. `settled` hears whether it was answered. */
  addFirst(message: UserMessageOut, settled: (isAnswered: boolean) => void): OpenTurn {
    const open = new OpenTurn();
    open.result.then(
      () => settled(true),
      () => settled(false),
    );
    this.#waiting.unshift({ ...message, open });
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
    else open?.fail(error ?? turnError(outcome));
  }

  /** Fails the messages that wait. */
  reject(error: ClaudeActorsError): void {
    for (const { open } of this.#waiting.splice(0)) open.fail(error);
  }

  /** Fails the messages that the process was given: it is gone. Without an error, it was stopped. */
  lose(failure: ClaudeActorsError | undefined): void {
    const outcome = { kind: 'stopped', reason: 'stop' } as const;
    const error = failure ?? sessionEnded('the message', { outcome, launch: { facts: undefined } });
    for (const open of this.#sent.values()) open.fail(error);
    this.#sent.clear();
  }
}
