import type { Warning } from '../../options/runtimeTypes.js';

/**
 * Keeps warnings until a run listens, then passes them straight on. The first warnings come from
 * checking the options, before there is a run.
 */
export class WarningRelay {
  #pending: Warning[] = [];
  #listener: ((warning: Warning) => void) | undefined;

  readonly warn = (warning: Warning): void => {
    if (this.#listener) this.#listener(warning);
    else this.#pending.push(warning);
  };

  listen(listener: (warning: Warning) => void): void {
    this.#listener = listener;
    for (const warning of this.#pending) listener(warning);
    this.#pending = [];
  }
}
