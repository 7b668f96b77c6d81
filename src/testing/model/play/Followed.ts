import { ClaudeActorsError } from '../../../errors.js';

/** What became of something that the application was asked to do. */
export class Followed {
  readonly step: string;
  readonly index: number;
  isSettled = false;
  /** Never rejects. */
  readonly settled: Promise<void>;
  /** An error that is not one of this library's, passed on. */
  failure: { error: unknown } | undefined;
  error: unknown;

  constructor(step: string, index: number, run: () => unknown) {
    this.step = step;
    this.index = index;
    this.settled = new Promise((resolve) => resolve(run())).then(
      () => {
        this.isSettled = true;
      },
      (error: unknown) => {
        this.isSettled = true;
        this.error = error;
        if (!isPassedOn(error)) this.failure = { error };
      },
    );
  }
}

/** An application may pass the library's own errors on, or wrap them: that is a proper end. */
function isPassedOn(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++) {
    if (one instanceof ClaudeActorsError || one.name === 'ClaudeActorsError') return true;
  }
  return false;
}

export function told(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
