interface SharedListener {
  callbacks: Set<() => void>;
  onAbort(): void;
}

const shared = new WeakMap<AbortSignal, SharedListener>();

/**
 * Calls `callback` when the signal is aborted; returns a function that cancels this. However many
 * callers share a signal, it has one listener: Node prints a warning for more than ten.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const listener = shared.get(signal) ?? listenTo(signal);
  listener.callbacks.add(callback);
  return () => {
    listener.callbacks.delete(callback);
    if (listener.callbacks.size > 0) return;
    signal.removeEventListener('abort', listener.onAbort);
    shared.delete(signal);
  };
}

function listenTo(signal: AbortSignal): SharedListener {
  const callbacks = new Set<() => void>();
  const listener = {
    callbacks,
    onAbort() {
      for (const callback of [...callbacks]) callback();
    },
  };
  signal.addEventListener('abort', listener.onAbort, { once: true });
  shared.set(signal, listener);
  return listener;
}
