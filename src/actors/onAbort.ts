interface Fan {
  runs: Set<() => void>;
  all(): void;
}

const fans = new WeakMap<AbortSignal, Fan>();

/**
 * Calls `run` when the signal is aborted; the function returned ends that. However many sessions
 * and operations share a signal, it has one listener: Node warns on the console of more than ten.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const fan = fans.get(signal) ?? spread(signal);
  fan.runs.add(run);
  return () => {
    fan.runs.delete(run);
    if (fan.runs.size > 0) return;
    signal.removeEventListener('abort', fan.all);
    fans.delete(signal);
  };
}

function spread(signal: AbortSignal): Fan {
  const runs = new Set<() => void>();
  const fan = {
    runs,
    all() {
      for (const run of [...runs]) run();
    },
  };
  signal.addEventListener('abort', fan.all, { once: true });
  fans.set(signal, fan);
  return fan;
}
