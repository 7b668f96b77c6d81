/** The signal for user code, made when it is looked at: most hooks never do, and it costs 10 µs. */
export class LazySignal {
  #controller: AbortController | undefined;
  #aborted = false;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}
