import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { until } from '../../support/until.js';
import type { MainProgram, Running } from './runMain.js';

// In util-linux, so on every Linux. Other systems have a `script` with other arguments.
const script = '/usr/bin/script';
const hasScript = process.platform === 'linux' && existsSync(script);

/** A block of tests that need a terminal. */
export function onTerminal(name: string, tests: () => void): void {
  if (hasScript) describe(name, tests);
  else describe.skip(name, tests);
}

export interface Terminal extends Running {
  /** Waits for a text on the screen, from the last one on, and then presses keys. */
  after(text: string, keys: string): Promise<void>;
}

/** The command on a terminal of its own. */
export function inTerminal(main: MainProgram, args: readonly string[], env = {}): Terminal {
  const command = [process.execPath, main.path, ...args].map((one) => `'${one}'`).join(' ');
  const options = { stdin: null, env: { ...env, SHELL: '/bin/sh' } };
  const running = main.spawn(script, ['-qec', command, '/dev/null'], options);
  let seen = 0;
  return {
    ...running,
    async after(text, keys) {
      const found = await until(`"${text}" on the screen`, () => {
        const at = running.out().indexOf(text, seen);
        return at === -1 ? undefined : at + text.length;
      });
      seen = found;
      running.child.stdin?.write(keys);
    },
  };
}
