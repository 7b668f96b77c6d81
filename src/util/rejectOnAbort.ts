/** The promise, given up when the signal aborts: user code need not heed it. */
export async function whileWanted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted();
  let giveUp: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp);
  }
}
