import { appendFileSync } from 'node:fs';
import { Random } from '../fixtures/Random.mjs';

/** How often each attack is tried. */
export const times = Number(process.env.CHAOS_TIMES ?? 100);

/** All random choices come from it; the table of figures names it. */
export const seed = process.env.CHAOS_SEED ?? 'no seed';

/** Repeats a single attack, by the number that its failure shows. */
const only = process.env.CHAOS_ONLY;

export interface Figure {
  attack: string;
  /** What was attacked: a version of the CLI, or the runtime alone. */
  cli: string;
  tried: number;
  survived: number;
}

/** Adds a row to the table that is printed at the end. */
export function addFigure(figure: Figure): void {
  const file = process.env.CHAOS_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

export interface Attack {
  name: string;
  cli: string;
  times?: number;
  /** How many run at the same time. */
  lanes?: number;
}

/** Tries an attack many times. `run` returns what went wrong, or nothing if the attack was survived. */
export async function attack(
  { name, cli, times: count = times, lanes = 2 }: Attack,
  run: (random: Random, number: number) => Promise<string[]>,
): Promise<void> {
  const numbers = only === undefined ? [...Array(count).keys()] : [Number(only)];
  const tried = numbers.length;
  const failures: string[] = [];
  const lane = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const problems = await tryOnce(() =>
        run(new Random(`${seed}/${name}/${cli}/${number}`), number as number),
      );
      if (problems.length > 0) failures.push(`#${number}: ${problems.join('; ')}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  addFigure({ attack: name, cli, tried, survived: tried - failures.length });
  if (failures.length === 0) return;
  const shown = failures.slice(0, 10).join('\n');
  const title = `${failures.length} of ${tried} were not survived (CHAOS_SEED=${seed}, CHAOS_ONLY=number)`;
  throw new Error(`${title}:\n${shown}`);
}

async function tryOnce(run: () => Promise<string[]>): Promise<string[]> {
  try {
    return await run();
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}
