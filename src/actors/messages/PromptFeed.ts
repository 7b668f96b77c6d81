import type { ClaudeActorsError } from '../../errors.js';
import type { Warning } from '../../options/runtimeTypes.js';

/** An iterable prompt that is being sent. A failure becomes a warning. */
export class PromptFeed {
  /** Resolves when the iterable has ended or failed. */
  readonly done: Promise<void>;
  #error: ClaudeActorsError | undefined;

  constructor(fed: Promise<void>, warn: (warning: Warning) => void) {
    this.done = fed.catch((error: ClaudeActorsError) => {
      // The session reports elsewhere why it is over.
      if (error.code === 'SessionStopped') return;
      this.#error = error;
      const { code, message } = error;
      warn({ code: 'PromptFailed', message, context: { code, error } });
    });
  }

  /** Why it failed. */
  get error(): ClaudeActorsError | undefined {
    return this.#error;
  }
}
