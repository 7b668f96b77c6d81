import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ShellOutcome } from '../shell.js';
import { Interrupted } from '../Timers.js';

export interface ShellContext {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Kills the command and everything it started. */
  signal: AbortSignal;
}

/** Runs a command like the CLI: in a shell with a process group of its own. */
export function realShell(
  command: string,
  { cwd, env, signal }: ShellContext,
): Promise<ShellOutcome> {
  if (signal.aborted) return Promise.reject(new Interrupted());
  const child = spawn(
    existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh',
    ['-c', reportingDirectory(command)],
    {
      cwd,
      env: { ...env, CLAUDECODE: '1' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  );
  const before = realpathSync(cwd);
  const read = { stdout: '', stderr: '', finalDirectory: '' };
  for (const [index, name] of (['stdout', 'stderr', 'finalDirectory'] as const).entries()) {
    (child.stdio[index + 1] as Readable).setEncoding('utf8').on('data', (text: string) => {
      read[name] += text;
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
      const { stdout, stderr } = read;
      const quiet = stdout === '' && stderr === '';
      const directory = read.finalDirectory.replace(/\n$/, '');
      const movedTo = directory !== '' && directory !== before ? directory : undefined;
      resolve({ stdout, stderr, code: code ?? (killedBy ? 137 : 1), takes: 0, quiet, movedTo });
    });
  });
}

/** Makes the shell report its final directory on descriptor 3, which the command cannot see. */
function reportingDirectory(command: string): string {
  return `eval '${command.replaceAll("'", "'\\''")}' 3>&- && pwd -P >&3`;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
