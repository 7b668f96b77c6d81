import type { Abortable } from './CallbackJob.js';

/**
 * What a hook gets as its third argument: an object with one key, `signal`. The signal is read only
 * if the hook does, because creating it takes time. All contexts share one getter: a getter of its
 * own would give each of them a hidden class, which V8 keeps until a full collection.
 */
export class HookContext implements Abortable {
  static readonly #signal: PropertyDescriptor & ThisType<HookContext> = {
    enumerable: true,
    get() {
      return this.#abortable.signal;
    },
  };
  declare readonly signal: AbortSignal;
  readonly #abortable: Abortable;

  constructor(abortable: Abortable) {
    this.#abortable = abortable;
    Object.defineProperty(this, 'signal', HookContext.#signal);
  }
}
