import type { ClaudeActorsError } from '../errors.js';
import type { KnowsProcess } from '../machines/processTypes.js';
import type { OperationOutcome } from '../machines/session/sessionTypes.js';
import { type Deferred, deferred } from '../util/deferred.js';
import { onAbort } from '../util/onAbort.js';
import { operationError } from './operations.js';

interface Operation {
  subtype: string;
  promise: Deferred<unknown>;
  /** Stops listening to the caller's signal, which may outlive many operations. */
  removeListener(): void;
}

/** The control requests whose callers wait for an answer. */
export class OpenOperations {
  readonly #operations = new Map<string, Operation>();
  readonly #launch: KnowsProcess;

  constructor(launch: KnowsProcess) {
    this.#launch = launch;
  }

  get size(): number {
    return this.#operations.size;
  }

  /** `onCancel` is called if the caller's signal is aborted before the answer has come. */
  open(
    key: string,
    subtype: string,
    signal: AbortSignal | undefined,
    onCancel: () => void,
  ): Promise<unknown> {
    const promise = deferred<unknown>();
    const removeListener = signal ? onAbort(signal, onCancel) : () => {};
    this.#operations.set(key, { subtype, promise, removeListener });
    return promise.promise;
  }

  settle(key: string, outcome: OperationOutcome, requestId?: string): void {
    const operation = this.#operations.get(key);
    if (!operation) return;
    this.#operations.delete(key);
    operation.removeListener();
    if (outcome.kind === 'succeeded') {
      operation.promise.resolve(outcome.response);
      return;
    }
    const facts = { operation: operation.subtype, requestId, launch: this.#launch };
    operation.promise.reject(operationError(facts, outcome));
  }

  /** Rejects all that are left. */
  failAll(errorFor: (subtype: string) => ClaudeActorsError): void {
    for (const [key, { subtype }] of [...this.#operations]) {
      this.settle(key, { kind: 'refused', error: errorFor(subtype) });
    }
  }
}
