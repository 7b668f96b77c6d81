import type { Host } from '../Host.js';

/** Each Ctrl-C takes the next step; after the last, one more ends the program at once. */
export function ctrlC(
  { onInterrupt }: Pick<Host, 'onInterrupt'>,
  steps: readonly (() => void)[],
): { readonly pressed: boolean; stop(): void } {
  let taken = 0;
  const stop = onInterrupt(() => {
    const step = steps[taken];
    taken += 1;
    if (taken >= steps.length) stop();
    step?.();
  });
  return {
    get pressed() {
      return taken > 0;
    },
    stop,
  };
}
