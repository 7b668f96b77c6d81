import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cover, covers } from '../../testing/model/chart/ChartCoverage.js';
import type { Covered } from '../../testing/model/chart/PathGenerator.js';
import type { Path } from '../../testing/model/path.js';
import { queryModel } from '../../testing/model/query/queryModel.js';
import { sessionModel } from '../../testing/model/session/sessionModel.js';
import { didYouMean, nearestName } from '../../util/nearestName.js';
import { defineCommand } from '../Command.js';
import { exitCodes } from '../exitCodes.js';
import { UsageError } from '../UsageError.js';
import { driverFile } from './driverFile.js';
import { type Machine, machines, madeBy, type Runner, runners, testFile } from './testFile.js';

export const generateTestsCommand = defineCommand({
  name: 'generate-tests',
  operands: '',
  summary: 'Writes a test for every life that your application must survive',
  notes: [
    'The tests run your application with a CLI in memory and simulated time: no model, no key.',
    'Beside them lies a driver that you fill in. It is written once and never written over.',
  ],
  flags: {
    out: { kind: 'text', value: 'directory', help: 'Where to write (needed)' },
    runner: { kind: 'text', value: 'runner', help: `${runners.join(', ')} (needed)` },
    machine: { kind: 'text', value: 'machine', help: `${machines.join(' or ')} (session)` },
    cover: { kind: 'text', value: 'cover', help: `${covers.join(', ')} (transitions)` },
  },
  async run({ values, operands }, { stdout }) {
    if (operands.length > 0)
      throw new UsageError(`Leave "${operands[0]}" out: all is said by options.`);
    const { out } = values;
    if (out === undefined) throw new UsageError('Say where to write the tests: --out <directory>.');
    const runner = oneOf('runner', values.runner, runners);
    const machine = oneOf('machine', values.machine, machines, 'session');
    const cover = oneOf('cover', values.cover, covers, 'transitions');
    const names = { tests: `${machine}.lives.test.mjs`, driver: `${machine}.driver.mjs` };
    const { paths, met } = livesOf(machine, cover);
    await mkdir(out, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${out} cannot be written to (${error.code}). Give another directory.`);
    });
    const file = join(out, names.tests);
    await writeTests(file, testFile({ machine, runner, cover, paths, driver: names.driver }));
    stdout.line(`${file}: written, ${paths.length} lives, ${met.covered} of ${met.total} ${cover}`);
    const driver = join(out, names.driver);
    const isNew = await writeOnce(driver, driverFile(machine, names.driver));
    stdout.line(`${driver}: ${isNew ? 'written; fill it in' : 'kept, as it is yours'}`);
    stdout.line(`Run them: ${commandLines[runner](out)}`);
    return exitCodes.ok;
  },
});

const commandLines: Readonly<Record<Runner, (out: string) => string>> = {
  jest: (out) => `NODE_OPTIONS=--experimental-vm-modules npx jest ${out}`,
  vitest: (out) => `npx vitest run ${out}`,
  node: (out) => `node --test ${join(out, '*.test.mjs')}`,
};

function livesOf(machine: Machine, cover: Cover): { paths: readonly Path[]; met: Covered } {
  if (machine === 'query') {
    const paths = queryModel.paths({ cover });
    return { paths, met: queryModel.coverage(paths)[cover] };
  }
  const paths = sessionModel.paths({ cover });
  return { paths, met: sessionModel.coverage(paths)[cover] };
}

function oneOf<Name extends string>(
  flag: string,
  given: string | undefined,
  known: readonly Name[],
  otherwise?: Name,
): Name {
  const found = given === undefined ? otherwise : known.find((name) => name === given);
  if (found !== undefined) return found;
  const list = known.join(', ');
  if (given === undefined) throw new UsageError(`Say --${flag}: one of ${list}.`);
  const meant = didYouMean(nearestName(given, known));
  throw new UsageError(`--${flag} cannot be "${given}".${meant} It is one of ${list}.`);
}

/** What was made here may be made anew; another file of that name is somebody's. */
async function writeTests(file: string, text: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => madeBy);
  if (!before.startsWith(madeBy)) {
    throw new UsageError(
      `${file} is there, and was not made by this command. Move it, or give another directory.`,
    );
  }
  await writeFile(file, text);
}

/** Whether it was written: a file that is there is left as it is. */
async function writeOnce(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
