import type { Cover } from '../../testing/model/chart/ChartCoverage.js';
import type { Path } from '../../testing/model/path.js';

export const runners = ['jest', 'vitest', 'node'] as const;
export type Runner = (typeof runners)[number];

export const machines = ['session', 'query'] as const;
export type Machine = (typeof machines)[number];

export interface TestFile {
  machine: Machine;
  runner: Runner;
  cover: Cover;
  paths: readonly Path[];
  /** The name of the file that has the driver, which lies beside it. */
  driver: string;
}

/** By this line a file is known to be made here, and may be made anew. */
export const madeBy = '// Made by `claude-actors generate-tests`';

const sources: Readonly<Record<Runner, string>> = {
  jest: '@jest/globals',
  vitest: 'vitest',
  node: 'node:test',
};

/** Tests in ESM, one a life. */
export function testFile({ machine, runner, cover, paths, driver }: TestFile): string {
  const model = `${machine}Model`;
  return [
    `${madeBy} --machine ${machine} --runner ${runner} --cover ${cover}.`,
    '// Make it anew after an update of claude-actors. What is yours is in the driver.',
    `import { test } from '${sources[runner]}';`,
    `import { ${model} } from 'claude-actors/testing';`,
    `import { driver } from './${driver}';`,
    '',
    '/** One life, one test. It is skipped where the driver leaves out what the life needs. */',
    'function life(name, steps, options) {',
    '  const path = { name, steps, options };',
    `  const declare = ${model}.canRun(path, driver) ? test : test.skip;`,
    `  declare(name, () => ${model}.run(path, driver).then(() => {}));`,
    '}',
    ...paths.flatMap((path) => ['', ...lifeLines(path)]),
    '',
  ].join('\n');
}

function lifeLines({ name, steps, options }: Path): string[] {
  const end = options ? `], ${JSON.stringify(options)});` : ']);';
  return [`life(${quoted(name)}, [`, ...steps.map((step) => `  ${quoted(step)},`), end];
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
