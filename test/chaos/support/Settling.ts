import { ClaudeActorsError, type Session, type SessionEvent } from '../../../src/index.js';
import { all } from '../../support/all.js';

/** How long a promise may stay open after the end, on a busy machine. */
const settlesWithinMs = 15_000;

/** Follows the promises of a run, and finds those that stay open or fail without a reason. */
export class Settling {
  readonly #open = new Map<symbol, string>();
  readonly problems: string[] = [];
  readonly #all: Promise<unknown>[] = [];

  /** Returns the promise, which does not reject. */
  follow<T>(name: string, promise: Promise<T>): Promise<T | undefined> {
    const key = Symbol(name);
    this.#open.set(key, name);
    const settled = promise.then(
      (value) => {
        this.#open.delete(key);
        return value;
      },
      (error: unknown) => {
        this.#open.delete(key);
        if (!(error instanceof ClaudeActorsError)) {
          this.problems.push(`${name} failed with ${String(error)}`);
        }
        return undefined;
      },
    );
    this.#all.push(settled);
    return settled;
  }

  /** Everything that a program may wait for, while a session runs. */
  followSession(session: Session): Promise<SessionEvent[] | undefined> {
    this.follow('messages', all(session.messages()));
    this.follow('idle', session.idle());
    return this.follow('events', all(session.events()));
  }

  /** The names of those that are still open after the end. */
  async finish(): Promise<string[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, settlesWithinMs);
    });
    await Promise.race([Promise.all(this.#all), late]);
    clearTimeout(timer);
    return [...this.problems, ...[...this.#open.values()].map((name) => `hung: ${name}`)];
  }
}
