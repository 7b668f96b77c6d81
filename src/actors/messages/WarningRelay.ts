import type { Warning } from '../../options/runtimeTypes.js';

/** Keeps warnings until somebody listens; from then on they pass straight through. */
export class WarningRelay {
  #kept: Warning[] = [];
  #listen: ((warning: Warning) => void) | undefined;

  readonly tell = (warning: Warning): void => {
    if (this.#listen) this.#listen(warning);
    else this.#kept.push(warning);
  };

  listen(listen: (warning: Warning) => void): void {
    this.#listen = listen;
    for (const warning of this.#kept) listen(warning);
    this.#kept = [];
  }
}
