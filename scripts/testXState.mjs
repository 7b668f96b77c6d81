// Runs the tests that depend on XState, and checks the published types, on the lowest and the newest XState that the
// peer range allows. `npm run test:xstate -- 5.33.1` tries another version, and the path of a test file runs only that.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const range = readJson(join(root, 'package.json')).peerDependencies.xstate;
const lowest = range.replace('^', '');
/** What runs charts, embeds them and shows them to inspectors. */
const allTests = [
  ...['test/actors', 'test/statechart', 'test/machines', 'test/model/query'],
  ...['test/query', 'test/session.test', 'test/embedding.test'],
];

const args = process.argv.slice(2);
const isVersion = (arg) => /^\^?\d/.test(arg);
const files = args.filter((arg) => !isVersion(arg));
const tests = files.length > 0 ? files : allTests;
const versions = args.filter(isVersion);
const failed = (versions.length > 0 ? versions : [lowest, range])
  .map(install)
  .filter((folder) => !check(folder));
process.exitCode = failed.length > 0 ? 1 : 0;

function install(version) {
  const folder = join(root, '.cache', 'xstate', version.replace('^', 'newest-of-'));
  mkdirSync(folder, { recursive: true });
  // A project of its own: below ours, the package's name would lead to our dist.
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--silent'];
  run('npm', ['install', `xstate@${version}`, '--prefix', folder, ...flags], {}, 'inherit');
  return folder;
}

function check(folder) {
  const xstate = join(folder, 'node_modules', 'xstate');
  const { version } = readJson(join(xstate, 'package.json'));
  console.log(`\n== XState ${version}`);
  const typeErrors = checkTypes(folder);
  for (const line of typeErrors) console.log(line);
  if (version === readJson(join(modules, 'xstate', 'package.json')).version) {
    console.log('`npm test` runs on this version.');
    return typeErrors.length === 0;
  }
  const jest = join(modules, 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const options = ['--selectProjects', 'test', '--no-watchman', ...tests];
  const env = { CLAUDE_ACTORS_XSTATE: xstate };
  const { status } = run(process.execPath, [...flags, jest, ...options], env, 'inherit');
  return status === 0 && typeErrors.length === 0;
}

/** What TypeScript finds wrong in the published types, for a user who has this XState. */
function checkTypes(folder) {
  const published = join(folder, 'node_modules', 'claude-actors');
  rmSync(published, { recursive: true, force: true });
  cpSync(join(root, 'dist'), join(published, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(published, 'package.json'));
  const entries = ['', '/inspect', '/testing', '/opentelemetry', '/fleet'];
  const imports = entries.map((entry) => `import 'claude-actors${entry}';\n`);
  writeFileSync(join(folder, 'user.mts'), imports.join(''));
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  const flags = ['--ignoreConfig', '--noEmit', '--pretty', 'false', '--target', 'es2022'];
  const strict = ['--module', 'nodenext', '--strict', '--skipLibCheck', 'false'];
  const file = join(folder, 'user.mts');
  const { stdout } = run(process.execPath, [tsc, ...flags, ...strict, file], {}, 'pipe');
  return stdout
    .split('\n')
    .filter((line) => /^\S/.test(line) && !/node_modules\/(?!claude-actors\/)/.test(line));
}

function run(command, args, env, stdout) {
  const stdio = ['ignore', stdout, 'inherit'];
  const options = { cwd: root, encoding: 'utf8', stdio, env: { ...process.env, ...env } };
  return spawnSync(command, args, options);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
