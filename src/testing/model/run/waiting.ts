import { setImmediate as nextTurnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import { TrackedCall } from './TrackedCall.js';

/** Lets everything happen that is already due, and what follows from it. */
export async function settle(turns = 3): Promise<void> {
  for (let i = 0; i < turns; i++) await nextTurnOfLoop();
}

/** Waits in real time, because an application may do I/O. False if the time is up. */
export async function waitUntil(isTrue: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (let turns = 0; !isTrue(); turns++) {
    if (performance.now() > deadline) return false;
    if (turns < 20) await nextTurnOfLoop();
    else await sleep(1);
  }
  return true;
}

export type CheckOutcome = { ok: true } | { ok: false; why: string; cause?: unknown };

/** Repeats a check until it passes or half of the patience is used up. */
export async function retryCheck(check: () => unknown, patienceMs: number): Promise<CheckOutcome> {
  const deadline = performance.now() + patienceMs / 2;
  for (;;) {
    let failed: { error: unknown } | undefined;
    const tried = new TrackedCall('check', 0, async () => {
      try {
        await check();
      } catch (error) {
        failed = { error };
      }
    });
    if (!(await waitUntil(() => tried.isSettled, patienceMs))) {
      return { ok: false, why: 'it does not settle' };
    }
    if (!failed) return { ok: true };
    const { error } = failed;
    if (performance.now() > deadline) {
      return {
        ok: false,
        why: error instanceof Error ? error.message : String(error),
        cause: error,
      };
    }
    await settle();
  }
}
