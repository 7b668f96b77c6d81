// Where the cases run: every runtime, on this system.
import { dirname } from 'node:path';
import process from 'node:process';
import { runtime } from '../../scripts/runtimes.mjs';
import { passes, posixCases, windowsCases } from './cases.mjs';

/** The environment of a case: nothing of the one who runs the tests. */
export function cleanEnv(file) {
  return { PATH: `${dirname(file)}:${process.env.PATH}`, HOME: '/nonexistent', LANG: 'C.UTF-8' };
}

function linux(name, kind, version, runtimeArgs = []) {
  return {
    name,
    cases: posixCases,
    path: (path) => path,
    command(program, args) {
      const file = runtime(kind, version);
      return { file, args: [...runtimeArgs, program, ...args], env: cleanEnv(file) };
    },
  };
}

/** The runtime that runs the tests, on whatever system. */
export const thisTarget = {
  name: `this Node (${process.platform}, ${process.version})`,
  cases: process.platform === 'win32' ? windowsCases : posixCases,
  hidesExit: process.platform === 'win32',
  path: (path) => path,
  command: (program, args) => ({
    file: process.execPath,
    args: [program, ...args],
    env: process.platform === 'win32' ? process.env : cleanEnv(process.execPath),
  }),
};

export const runtimeTargets = [
  linux('Node 20.19', 'node', '20.19.0'),
  // The systems run on this one.
  { ...linux('Node 22', 'node', '22.23.3'), inShort: () => false },
  linux('Node 24', 'node', '24.21.0'),
  linux('Node 26', 'node', '26.10.0'),
  linux('Bun 1.4', 'bun', '1.4.4'),
  linux('Deno 2.9', 'deno', '2.9.6', ['run', '-A']),
  {
    ...linux('Deno 2.9 without --allow-run', 'deno', '2.9.6', [
      ...['run', '--no-prompt', '--allow-env', '--allow-read'],
    ]),
    cases: { 'error of a start that is not allowed': passes('notAllowed.mjs') },
  },
];
