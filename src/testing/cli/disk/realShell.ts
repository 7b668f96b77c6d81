import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Interrupted } from '../Interrupted.js';
import type { ShellOutcome } from '../shell.js';

export interface ShellPlace {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Ends the command, and all that it started. */
  signal: AbortSignal;
}

/** Runs a command as the CLI does: in a shell that leads a process group of its own. */
export function realShell(
  command: string,
  { cwd, env, signal }: ShellPlace,
): Promise<ShellOutcome> {
  if (signal.aborted) return Promise.reject(new Interrupted());
  const child = spawn(existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh', ['-c', command], {
    cwd,
    env: { ...env, CLAUDECODE: '1' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const pipe of ['stdout', 'stderr'] as const) {
    child[pipe].setEncoding('utf8').on('data', (text: string) => {
      said[pipe] += text;
    });
  }
  return new Promise((resolve, reject) => {
    const end = () => {
      killGroup(child.pid);
      reject(new Interrupted());
    };
    signal.addEventListener('abort', end, { once: true });
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      signal.removeEventListener('abort', end);
      const quiet = said.stdout === '' && said.stderr === '';
      resolve({ ...said, code: code ?? (killedBy ? 137 : 1), takes: 0, quiet });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
