import { ClaudeActorsError } from '../../../errors.js';
import type { ScriptedProcess } from './ScriptedProcess.js';

/** Something the application was asked to do, and what became of it. */
export class TrackedCall {
  readonly step: string;
  readonly index: number;
  isSettled = false;
  /** Never rejects. */
  readonly settled: Promise<void>;
  /** Set if it rejected with an error that does not come from this library. */
  failure: { error: unknown } | undefined;

  constructor(step: string, index: number, run: () => unknown) {
    this.step = step;
    this.index = index;
    this.settled = new Promise((resolve) => resolve(run())).then(
      () => {
        this.isSettled = true;
      },
      (error: unknown) => {
        this.isSettled = true;
        if (!comesFromLibrary(error)) this.failure = { error };
      },
    );
  }
}

/** An application may rethrow or wrap this library's errors: that is a proper ending. */
function comesFromLibrary(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++) {
    // The application may have a copy of the library of its own.
    if (one instanceof ClaudeActorsError || ('code' in one && 'category' in one)) return true;
  }
  return false;
}

export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

interface Unfinished {
  started: TrackedCall | undefined;
  calls: readonly TrackedCall[];
  closed: TrackedCall | undefined;
  processes: readonly ScriptedProcess[];
  patienceMs: number;
}

/** Says what is still unfinished when all should be over, and which step it belongs to. */
export function describeUnfinished({ started, calls, closed, processes, patienceMs }: Unfinished): {
  problem: string;
  at?: number;
} {
  if (!started?.isSettled) {
    return { problem: `\`start\` has not settled ${patienceMs} ms after the end of the path.` };
  }
  const hung = calls.find(({ isSettled }) => !isSettled);
  if (hung) {
    const { step, index: at } = hung;
    const which = at < 0 ? '' : ` (step ${at + 1})`;
    const problem = `"${step}"${which} has never settled, ${patienceMs} ms after the end of the path: the application left its caller waiting.`;
    return { problem, at };
  }
  if (closed && !closed.isSettled) {
    return { problem: `\`close\` has not settled after ${patienceMs} ms.` };
  }
  const alive = processes.filter(({ isReleased }) => !isReleased).length;
  if (alive === 0) return { problem: 'The session or query has not ended.' };
  const problem = `${alive} of ${processes.length} CLI processes are left: the application closed without ending them.`;
  return { problem };
}
