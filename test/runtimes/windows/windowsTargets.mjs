// Windows, played by Wine: `node.exe` from the registry in a Wine prefix that exists for one run.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runtime } from '../../../scripts/runtimes.mjs';
import { windowsCases } from '../cases.mjs';

const prefixes = new Map();
const windowsPath = (path) => `Z:${path.replaceAll('/', '\\')}`;

function wineEnv(folder) {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    LANG: 'C.UTF-8',
    DISPLAY: '',
    WINEPREFIX: join(folder, 'wine'),
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    // Our taskkill, and none of the programs that want a desktop.
    WINEDLLOVERRIDES: 'taskkill.exe=n;mscoree,mshtml=',
    NODE_SKIP_PLATFORM_CHECK: '1',
  };
}

/** Makes the prefix: Windows 10, and a taskkill that knows /T, which Wine's does not. */
function preparePrefix(folder, node) {
  const env = wineEnv(folder);
  const log = openSync(join(folder, 'wine.log'), 'a');
  const run = (file, ...args) => spawnSync(file, args, { env, stdio: ['ignore', log, log] });
  if (run('wineboot', '--init').status !== 0) {
    throw new Error('Wine does not start. Install it: apt-get install wine wine64');
  }
  // Stays, so that the services of Wine belong to no case.
  run('wineserver', '--persistent=600');
  run('wine', 'winecfg', '-v', 'win10');
  const windows = join(env.WINEPREFIX, 'drive_c', 'windows');
  copyFileSync(node, join(windows, 'system32', 'taskkill.exe'));
  const shim = fileURLToPath(new URL('taskkill.cjs', import.meta.url));
  copyFileSync(shim, join(env.WINEPREFIX, 'drive_c', 'taskkill.cjs'));
  mkdirSync(join(windows, 'temp'), { recursive: true });
  prefixes.set(folder, env);
}

function windows(name, version) {
  return {
    name,
    cases: windowsCases,
    hidesExit: true,
    path: windowsPath,
    missing: () => (existsSync('/usr/bin/wine') ? undefined : 'it needs Wine'),
    command(program, args, folder) {
      const node = runtime('nodeForWindows', version);
      if (!prefixes.has(folder)) preparePrefix(folder, node);
      const env = { ...prefixes.get(folder), NODE_OPTIONS: '--require=C:/taskkill.cjs' };
      return { file: 'wine', args: [node, windowsPath(program), ...args], env };
    },
    close(folder) {
      const env = prefixes.get(folder);
      if (env) spawnSync('wineserver', ['--kill'], { env });
      prefixes.delete(folder);
    },
  };
}

export const windowsTargets = [
  { ...windows('Windows, Node 20', '20.20.2'), inShort: () => false },
  windows('Windows, Node 22', '22.23.3'),
];
