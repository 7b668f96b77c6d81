import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Lets everything that is already due happen, and what it sets off. */
export async function settle(turns = 3): Promise<void> {
  for (let i = 0; i < turns; i++) await turn();
}

/** Waits in real time, for an application may do I/O; resolves with whether it came true. */
export async function until(isTrue: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (let turns = 0; !isTrue(); turns++) {
    if (performance.now() > deadline) return false;
    if (turns < 20) await turn();
    else await sleep(1);
  }
  return true;
}
