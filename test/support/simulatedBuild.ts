import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliVersion, Scenario } from '../../src/testing/scenario.js';
import { compileSources, readSources } from './buildSources.js';

const cache = fileURLToPath(new URL('../../.cache/simulated/', import.meta.url));
const kept = 60 * 60_000;
const program = 'src/testing/simulatedCli.js';

/** The simulated CLI of a version, its model played by the API of the test, its tools real. */
export function simulatedCli(version: CliVersion): { path: string; env: Record<string, string> } {
  const folder = build();
  const scenarioFile = join(folder, `${version}.json`);
  if (!existsSync(scenarioFile)) {
    const scenario: Scenario = { version, model: 'api', tools: 'real' };
    writeFileSync(scenarioFile, JSON.stringify(scenario));
  }
  return {
    path: join(folder, program),
    env: { CLAUDE_ACTORS_SCENARIO: scenarioFile },
  };
}

/** The folder of a build of the sources as they are now, made once for all files of tests. */
function build(): string {
  const hash = createHash('sha256');
  for (const [path, source] of readSources()) hash.update(`${path}\0${source}\0`);
  const folder = join(cache, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  compileSources(draft);
  // As npm installs it, for a port that starts what it is told to.
  chmodSync(join(draft, program), 0o755);
  try {
    renameSync(draft, folder);
  } catch {
    // Another worker was faster.
    rmSync(draft, { recursive: true, force: true });
  }
  removeOld(folder);
  return folder;
}

function removeOld(current: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const isOld = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > kept;
    if (folder !== current && isOld) rmSync(folder, { recursive: true, force: true });
  }
}
