import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { officialName, officialVersion } from '../../scripts/officialSdk.mjs';
import { manifest } from '../support/manifest.js';
import { installedSdks, packedTarball } from './installation.js';
import { type Registry, registryWith } from './registry.js';

jest.setTimeout(300_000);

const run = promisify(execFile);
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The JSON block of the README that puts us in the place of the official SDK. */
const [, shown = '{}'] = /```json\n([^`]*"overrides"[^`]*)```/.exec(readme) ?? [];
const { dependencies, overrides } = JSON.parse(shown) as Record<string, Record<string, string>>;

let registry: Registry;
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-override-'));
beforeAll(async () => {
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  registry = await registryWith(manifest, packedTarball(), stdout.trim().split('\n').at(-1) ?? '');
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Installs a project as users do, and gives what its program prints. */
async function installAndRun(name: string, project: object, program: string): Promise<string> {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, ...project }));
  writeFileSync(join(cwd, 'program.mjs'), program);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', `--registry=${registry.url}`];
  await run('npm', ['install', ...flags], { cwd });
  // It fails if a peer is missing or a version does not fit.
  await run('npm', ['ls', '--all'], { cwd });
  expect(new Set(installedSdks({ folder: cwd, node: '' }))).toEqual(new Set([manifest.name]));
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd });
  return stdout;
}

const program = `
import * as sdk from '${officialName}';
console.log(typeof sdk.query, typeof sdk.startSession, typeof sdk.createSdkMcpServer);
`;

it('moves an application that imports the SDK itself, with the lines of the README', async () => {
  const stdout = await installAndRun('direct', { dependencies, overrides }, program);
  expect(stdout).toBe('function function function\n');
});

it('moves the packages of an application, with the override alone', async () => {
  const [line] = Object.values(dependencies ?? {});
  const project = {
    dependencies: { 'ai-sdk-provider-claude-code': '4.1.0', zod: '4.6.7' },
    overrides: { [officialName]: line },
  };
  const imports = `import 'ai-sdk-provider-claude-code';\n`;
  const stdout = await installAndRun('transitive', project, `${imports}${program}`);
  expect(stdout).toBe('function function function\n');
});

it('has a version that programs for the official SDK accept', () => {
  // Instrumentation and peer ranges look at it: `>=0.2.0`, `^0.3.145`.
  const [major, minor, patch] = manifest.version.split('.').map(Number);
  const [officialMajor, officialMinor, officialPatch] = officialVersion.split('.').map(Number);
  expect([major, minor]).toEqual([officialMajor, officialMinor]);
  expect(patch).toBeGreaterThanOrEqual(officialPatch ?? 0);
});
