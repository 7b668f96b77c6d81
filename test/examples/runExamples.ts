import { cpSync, readdirSync, statSync } from 'node:fs';
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
    cpSync(join(examples, name), file, { recursive: true });
    // One that has several files is a folder, and begins with its index.
    return { file: statSync(file).isDirectory() ? join(file, 'index.mjs') : file };
  });
}
