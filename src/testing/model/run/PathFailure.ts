import type { Path } from '../path.js';

/**
 * The application failed while a path was played. The message names the step, the problem, and the
 * states on the way there. It is not an AssertionError: there are no two values to compare, and
 * Jest would print them as undefined first.
 */
export class PathFailure extends Error {
  /** Always `PathFailure`. */
  override readonly name = 'PathFailure';
  /** The path that was played. */
  readonly path: Path;
  /** The number of the step, counted from 1. 0 is the start; one past the last step is the end. */
  readonly step: number;

  constructor(path: Path, at: number, problem: string, states: readonly string[], cause?: unknown) {
    super(describe(path, at, problem, states), cause === undefined ? undefined : { cause });
    this.path = path;
    this.step = at + 1;
  }
}

function describe(
  { name, steps }: Path,
  at: number,
  problem: string,
  states: readonly string[],
): string {
  const list = steps.map((step, index) => {
    const mark = index === at ? '→' : ' ';
    return `  ${mark} ${String(index + 1).padStart(2)}. ${step}`;
  });
  return [
    problem,
    `in the path "${name}":`,
    ...list,
    ...(at >= steps.length ? ['  →  and then the end'] : []),
    `states: ${states.length > 0 ? states.join(' → ') : 'none'}`,
  ].join('\n');
}
