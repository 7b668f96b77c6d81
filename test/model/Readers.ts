import type { LogReader } from '../../src/actors/messages/LogCursor.js';
import type { SessionRuntime } from '../../src/actors/SessionRuntime.js';
import type { MessageFrame } from '../../src/codec/frames.js';
import { settle } from '../support/simulated.js';

type Reader = LogReader<MessageFrame>;

/** Two readers of a session's messages: one reads at once, the other lags behind. */
export class Readers {
  readonly #slow: Reader;
  readonly #eager: string[] = [];
  readonly #lazy: string[] = [];
  #steps = 0;
  #ended = 0;

  constructor({ messages }: SessionRuntime) {
    this.#slow = messages.iterate();
    void this.#readAll(messages.iterate(), this.#eager);
  }

  async #readAll(reader: Reader, into: string[]): Promise<void> {
    for await (const { message } of reader) into.push(uuidOf(message));
    this.#ended += 1;
  }

  /** Every third step the second one reads one message. */
  async step(): Promise<void> {
    this.#steps += 1;
    if (this.#steps % 3 !== 0 || this.#lazy.length >= this.#eager.length) return;
    const { value } = await this.#slow.next();
    if (value) this.#lazy.push(uuidOf(value.message));
  }

  /** Each message once, in order; the second may be behind. */
  check(said: readonly string[]): void {
    same(this.#eager, said);
    same(this.#lazy, said.slice(0, this.#lazy.length));
  }

  /** Both read everything, and reach the end. */
  async finish(said: readonly string[]): Promise<void> {
    void this.#readAll(this.#slow, this.#lazy);
    for (let i = 0; i < said.length && this.#ended < 2; i++) await settle();
    await settle();
    same(this.#eager, said);
    same(this.#lazy, said);
    if (this.#ended !== 2) throw new Error('a reader has not come to an end');
  }
}

function uuidOf(message: object): string {
  return String((message as { uuid?: unknown }).uuid);
}

function same(real: readonly string[], must: readonly string[]): void {
  const isSame = real.length === must.length && real.every((one, place) => one === must[place]);
  if (!isSame) throw new Error(`a reader got ${real.join()} instead of ${must.join()}`);
}
