export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  /** Gives the promise, for a caller that is told at once. */
  reject(error: unknown): Promise<Value>;
}

/** A promise to be settled from outside. Left alone, its rejection is not reported as unhandled. */
export function deferred<Value>(): Deferred<Value> {
  let settle!: { resolve(value: Value): void; reject(error: unknown): void };
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => {});
  return {
    promise,
    resolve: settle.resolve,
    reject(error) {
      settle.reject(error);
      return promise;
    },
  };
}
