import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import process from 'node:process';
import { spawnProgram } from '../../ffi/process/spawnProgram.js';
import { UsageError } from '../UsageError.js';

type Variables = Readonly<Record<string, string | undefined>>;

export interface ProgramExit {
  /** The exit code as a shell reports it: 128 plus the number of a fatal signal. */
  code: number;
  /** Whether we received a termination signal while the program ran. */
  wasSignalled: boolean;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a program on this terminal and waits for its exit. Forwards the signals we receive to it. */
export function runProgram(
  file: string,
  args: readonly string[],
  env: Variables,
): Promise<ProgramExit> {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(file, [...args], { stdio: 'inherit', env: { ...env } });
    let wasSignalled = false;
    const forward = (signal: NodeJS.Signals) => {
      wasSignalled = true;
      // A terminal sends Ctrl-C to the program too, and a second SIGINT may mean something else to it.
      if (signal !== 'SIGINT' || !isInForeground()) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    const stopForwarding = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      stopForwarding();
      reject(new UsageError(`Could not start ${file} (${error.code}). Put a program after --.`));
    });
    child.once('close', (code, signal) => {
      stopForwarding();
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), wasSignalled });
    });
  });
}

/** Whether a terminal sends its Ctrl-C to us, and with us to everything we start. */
function isInForeground(): boolean {
  try {
    // The name in parentheses may contain anything. After it: state, ppid, pgrp, session, tty_nr, tpgid.
    const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8')
      .split(') ')
      .slice(-1)
      .join()
      .split(' ');
    return group === foreground;
  } catch {
    return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  }
}
