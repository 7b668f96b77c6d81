import type { Abortable } from './CallbackJob.js';

const source = Symbol('source');

/** All contexts share it: a getter of its own would give each one a hidden class to be collected. */
const signalOfSource: PropertyDescriptor & ThisType<{ [source]: Abortable }> = {
  enumerable: true,
  get() {
    return this[source].signal;
  },
};

/**
 * What a hook gets as its third argument: an object with one key, `signal`. The signal is created
 * when the hook reads it, because that takes time and most hooks never do.
 */
export class HookContext implements Abortable {
  declare readonly signal: AbortSignal;

  constructor(abortable: Abortable) {
    // Not a private field: a program may wrap the context in a proxy or inherit from it.
    Object.defineProperty(this, source, { value: abortable });
    Object.defineProperty(this, 'signal', signalOfSource);
  }
}
