import type { Path } from '../Path.js';

/**
 * An application has not survived a life: which step, what is wrong, how it came to it. No
 * AssertionError: there are no two values to compare, and jest would print their absence first.
 */
export class LifeFailure extends Error {
  override readonly name = 'LifeFailure';
  readonly path: Path;
  /** The step that it is about, counted from 1; 0 for the start, and one more than there are for the end. */
  readonly step: number;

  constructor(path: Path, at: number, problem: string, came: readonly string[], cause?: unknown) {
    super(describe(path, at, problem, came), cause === undefined ? undefined : { cause });
    this.path = path;
    this.step = at + 1;
  }
}

function describe(
  { name, steps }: Path,
  at: number,
  problem: string,
  came: readonly string[],
): string {
  const list = steps.map((step, index) => {
    const mark = index === at ? '→' : ' ';
    return `  ${mark} ${String(index + 1).padStart(2)}. ${step}`;
  });
  return [
    problem,
    `in the life "${name}":`,
    ...list,
    ...(at >= steps.length ? ['  →  and then the end'] : []),
    `states: ${came.length > 0 ? came.join(' → ') : 'none'}`,
  ].join('\n');
}
