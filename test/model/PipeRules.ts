import { type Line, same } from './Seen.js';

const writeTimeout = 5000;

/** What must be written, in order, and what happens to it if the pipe is full or fails. */
export class PipeRules {
  /** The first is with the pipe; the others wait for it. */
  #due: { key: string; since: number }[] = [];
  /** Cancelled or failed: they must not be written any more. */
  readonly #gone = new Set<string>();
  #seen = 0;
  #held = false;

  get isHeld(): boolean {
    return this.#held;
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
  }

  owe(key: string, now: number): void {
    this.#due.push({ key, since: now });
  }

  /** Not written: it waits, was cancelled, or has failed. */
  isOut(key: string): boolean {
    return this.#gone.has(key) || this.#due.some((line) => line.key === key);
  }

  withdraw(key: string): void {
    this.#drop((line, place) => place > 0 && line.key === key);
  }

  /** The CLI is ending: what the pipe does not have yet is never written. */
  withdrawWaiting(): string[] {
    return this.#drop((_, place) => place > 0);
  }

  withdrawAll(): void {
    this.#drop(() => true);
  }

  #drop(which: (line: { key: string }, place: number) => boolean): string[] {
    const dropped = this.#due.filter(which);
    for (const { key } of dropped) this.#gone.add(key);
    this.#due = this.#due.filter((line) => !dropped.includes(line));
    return dropped.map(({ key }) => key);
  }

  /** The line in the pipe fails, and the next one is tried. */
  fail(now: number): string | undefined {
    const [first] = this.#due.splice(0, 1);
    if (first) this.#gone.add(first.key);
    const [next] = this.#due;
    if (next) next.since = now;
    return first?.key;
  }

  /** It has had a line for too long. */
  isStuck(now: number): boolean {
    const [first] = this.#due;
    return this.#held && first !== undefined && now - first.since >= writeTimeout;
  }

  /** Exactly what was due must be written, in order; all of it if the pipe accepts it. */
  take(written: readonly Line[]): void {
    for (const line of written.slice(this.#seen)) {
      const key = keyOf(line);
      if (key === undefined) continue;
      const first = this.#due.shift();
      if (first?.key !== key) throw new Error(`${key} was written, and due was ${first?.key}`);
    }
    this.#seen = written.length;
    const [first] = this.#due;
    if (first && !this.#held) throw new Error(`${first.key} was not written`);
  }

  /** Ids count up from 0, the handshake is first, and all else is written in the order asked. */
  checkOrder(written: readonly Line[], asked: readonly string[]): void {
    const requests = written.filter((line) => line.type === 'control_request');
    const numbers = requests.map((line) => Number(line.request_id?.replace('req_', '')));
    // A number may have been given to a request that was never written.
    const rising = [...new Set(numbers)].sort((a, b) => a - b);
    same(numbers, this.#gone.size > 0 ? rising : requests.map((_, index) => index));
    if (requests[0]) same(requests[0].request?.subtype, 'initialize');
    const labels = written.flatMap((line) => labelOf(line) ?? []);
    same(
      labels,
      asked.filter((label) => labels.includes(label)),
    );
  }
}

/** The name that the test has for a message or a request; the handshake has none. */
export function labelOf(line: Line): string | undefined {
  return line.type === 'user' ? line.uuid : line.request?.label;
}

function keyOf(line: Line): string | undefined {
  return line.response ? `answer ${line.response.request_id}` : labelOf(line);
}
