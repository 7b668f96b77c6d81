import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import process from 'node:process';
import { spawnProgram } from '../../ffi/process/spawnProgram.js';
import { UsageError } from '../UsageError.js';

type Variables = Readonly<Record<string, string | undefined>>;

export interface ProgramEnd {
  /** As a shell would tell it. */
  code: number;
  /** Whether this program was told to end while it ran. */
  isTold: boolean;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a program on this terminal to its end. Signals that are sent to us alone are passed on to it. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Variables,
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(file, [...args], { stdio: 'inherit', env: { ...env } });
    let isTold = false;
    const pass = (signal: NodeJS.Signals) => {
      isTold = true;
      // A terminal's Ctrl-C reaches the program by itself, and a second one may mean something else to it.
      if (signal !== 'SIGINT' || !isInForeground()) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    const stop = () => {
      for (const signal of signals) process.off(signal, pass);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      stop();
      reject(new UsageError(`${file} cannot be started (${error.code}). Give a program after --.`));
    });
    child.once('close', (code, signal) => {
      stop();
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), isTold });
    });
  });
}

/** Whether the keys of a terminal are for us, and with us for all that we start. */
function isInForeground(): boolean {
  try {
    // What comes after the name, which may hold anything: state, ppid, pgrp, session, tty_nr, tpgid.
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
