import { Followed } from './Followed.js';
import { settle, until } from './waiting.js';

export type Checked = { ok: true } | { ok: false; why: string; cause?: unknown };

/** Repeats a check until it passes, since an application that does I/O needs a moment; then gives up. */
export async function checkState(check: () => unknown, patienceMs: number): Promise<Checked> {
  const deadline = performance.now() + patienceMs / 2;
  for (;;) {
    let failed: { error: unknown } | undefined;
    const tried = new Followed('check', 0, async () => {
      try {
        await check();
      } catch (error) {
        failed = { error };
      }
    });
    if (!(await until(() => tried.isSettled, patienceMs))) {
      return { ok: false, why: 'it does not come to an end' };
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
