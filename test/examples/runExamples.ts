import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Runs, runPrograms } from '../support/runPrograms.js';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

export const exampleNames: readonly string[] = readdirSync(examples).filter(
  (name) => name !== 'README.md',
);

/** Runs every example as a program of its own. */
export function runExamples(): Runs<string> {
  return runPrograms(exampleNames, (name, home) => {
    const file = join(home, name);
    copyFileSync(join(examples, name), file);
    return { file };
  });
}
