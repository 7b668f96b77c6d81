import { spawn, spawnSync } from 'node:child_process';
import { win32 } from 'node:path';
import { readVariable } from '../environment/variables.js';
import type { Family } from './Family.js';

/** The full path: Windows would look for a bare name in the working directory first. */
export function taskkillPath(env: NodeJS.ProcessEnv): string {
  const root = readVariable(env, 'SystemRoot', 'win32') ?? '';
  const fixed = /^[a-z]:[\\/]/i.test(root) ? root : 'C:\\Windows';
  return win32.join(fixed, 'System32', 'taskkill.exe');
}

/** Ends the process and its tree. Without /F only programs with a window take notice. */
export function taskkillArguments(pid: number): string[] {
  return ['/pid', String(pid), '/T', '/F'];
}

export interface Taskkill {
  path: string;
  /** How long the end of the parent may be held up. */
  timeoutMs: number;
  /** What is left to do where `taskkill` cannot be run: the process alone, without its tree. */
  fallback(pid: number): void;
}

/** Windows has no groups and keeps parent pids after death, so `taskkill` finds the tree itself. */
export function windowsFamily(pid: number, taskkill: Taskkill = systemTaskkill()): Family {
  const args = taskkillArguments(pid);
  return {
    signal(signal) {
      // Windows cannot send SIGINT to another process: a console event would hit us as well.
      if (signal === 'SIGINT') return;
      try {
        spawn(taskkill.path, args, { stdio: 'ignore', windowsHide: true })
          .once('error', () => taskkill.fallback(pid))
          .unref();
      } catch {
        taskkill.fallback(pid);
      }
    },
    sweep: () => 0,
    endNow() {
      const { error } = spawnSync(taskkill.path, args, {
        stdio: 'ignore',
        windowsHide: true,
        timeout: taskkill.timeoutMs,
        killSignal: 'SIGKILL',
      });
      if (error) taskkill.fallback(pid);
    },
  };
}

function systemTaskkill(): Taskkill {
  return {
    path: taskkillPath(process.env),
    timeoutMs: 2_000,
    fallback(pid) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    },
  };
}
