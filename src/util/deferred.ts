export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  /** Returns the promise, for a caller that hands it out at once. */
  reject(error: unknown): Promise<Value>;
}

/** A promise that is settled from outside. Nobody has to handle its rejection. */
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
