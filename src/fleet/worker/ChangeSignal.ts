/** Lets one reader wait for changes without missing any: forget, look, then wait for the next. */
export class ChangeSignal {
  #hasChanged = false;
  #wake: () => void = () => {};

  /** Something has changed. */
  note(): void {
    this.#hasChanged = true;
    this.#wake();
  }

  /** What the reader looks at from now on includes all changes so far. */
  forget(): void {
    this.#hasChanged = false;
  }

  /** Resolves with the first change after `forget`, which may have come already. */
  next(): Promise<void> {
    if (this.#hasChanged) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
