// Systems that differ from this one, as far as Linux can play them: in namespaces of their own.
// They need root. Each runs the cases on Node.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runtime } from '../../../scripts/runtimes.mjs';
import { posixCases } from '../cases.mjs';
import { cleanEnv } from '../targets.mjs';

const nodeVersion = '22.23.3';
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Runs a program after a shell script has changed the mounts that it sees. */
const mounted = (script, more = {}) => ({
  wrap: (command) => ['unshare', '--mount', 'sh', '-euc', `${script}\nexec "$@"`, 'sh', ...command],
  ...more,
});

const hide = (...files) =>
  files
    .filter((file) => existsSync(file))
    .map((file) => `mount --bind /dev/null ${file}`)
    .join('\n');
const shells = ['/usr/bin/dash', '/usr/bin/bash', '/bin/busybox'];

function casesWithout(pattern) {
  return Object.fromEntries(Object.entries(posixCases).filter(([name]) => !pattern.test(name)));
}

const systems = {
  'macOS (/proc hidden, BSD ps)': mounted(
    'mkdir -p "$REAL_PROC"\nmount --bind /proc "$REAL_PROC"\nmount -t tmpfs none /proc',
    {
      nodeArgs: ['--import', pathToFileURL(here('asMacos.mjs')).href],
      env({ folder, node, env }) {
        const bin = join(folder, 'bsd');
        mkdirSync(bin, { recursive: true });
        const REAL_PROC = join(folder, 'real-proc');
        // Exact values: whoever calls `ps` gives it a small environment.
        const script = `#!/bin/sh\nREAL_PROC='${REAL_PROC}' exec '${node}' '${here('bsdPs.mjs')}' "$@"\n`;
        writeFileSync(join(bin, 'ps'), script, { mode: 0o755 });
        return { ...env, REAL_PROC, PATH: `${bin}:${env.PATH}` };
      },
    },
  ),
  'Alpine (busybox)': mounted(
    'mkdir -p "$BUSYBOX"\n/bin/busybox --install -s "$BUSYBOX"\n' +
      'mount --bind /bin/busybox /usr/bin/dash',
    {
      env({ folder, env }) {
        const BUSYBOX = join(folder, 'busybox');
        return { ...env, BUSYBOX, PATH: `${BUSYBOX}:${env.PATH}` };
      },
    },
  ),
  'bash as sh': mounted('mount --bind /usr/bin/bash /usr/bin/dash'),
  'no shell': mounted(hide(...shells)),
  'no ps': mounted(hide('/usr/bin/ps')),
  'PID 1': {
    wrap: (command) => ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', ...command],
    // The first process of a container cannot kill itself.
    cases: casesWithout(/^killed/),
    // `unshare` fails to pass a SIGKILL on.
    hidesExit: true,
  },
  'read-only root': mounted(
    'mount --bind "$TMPDIR" "$TMPDIR"\nmount --bind "$PWD" "$PWD"\n' +
      'mount -o remount,bind,ro "$PWD"\nmount -o remount,bind,ro /',
    { env: ({ folder, env }) => ({ ...env, TMPDIR: folder }) },
  ),
  'no home, user without a name': {
    wrap: (command) => [
      ...['setpriv', '--reuid=12345', '--regid=12345', '--clear-groups'],
      ...['env', '-u', 'HOME', ...command],
    ],
    // The cache may belong to root alone.
    node({ folder, node }) {
      const copy = join(folder, 'node');
      if (!existsSync(copy)) copyFileSync(node, copy);
      return copy;
    },
  },
};

export const systemTargets = Object.entries(systems).map(([name, system]) => ({
  name,
  cases: system.cases ?? posixCases,
  inShort: (name) => /^(query|store|stop|parent|killed 1)/.test(name),
  missing: () => (process.getuid?.() === 0 ? undefined : 'it needs root'),
  hidesExit: system.hidesExit,
  path: (path) => path,
  command(program, args, folder) {
    const cached = runtime('node', nodeVersion);
    const node = system.node?.({ folder, node: cached }) ?? cached;
    const env = system.env?.({ folder, node, env: cleanEnv(node) }) ?? cleanEnv(node);
    const command = [node, ...(system.nodeArgs ?? []), program, ...args];
    const [file, ...rest] = system.wrap(command);
    return { file, args: rest, env };
  },
}));
