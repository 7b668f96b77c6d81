import type { Host } from '../host.js';

export interface CtrlC {
  readonly pressed: boolean;
  /** Does what a Ctrl-C does. */
  press(): void;
  stop(): void;
}

/** Each Ctrl-C takes the next step. After the last step, one more terminates the program. */
export function onCtrlC({ onInterrupt }: Host, steps: readonly (() => void)[]): CtrlC {
  let taken = 0;
  const press = () => {
    const step = steps[taken];
    taken += 1;
    if (taken >= steps.length) stop();
    step?.();
  };
  const stop = onInterrupt(press);
  return {
    get pressed() {
      return taken > 0;
    },
    press,
    stop,
  };
}
