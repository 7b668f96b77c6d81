import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { UsageError } from '../UsageError.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Runs a program on this terminal; resolves with its exit code, as a shell would tell it. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Variables,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], { stdio: 'inherit', env: { ...env } });
    // The terminal's Ctrl-C reaches it by itself; what is sent to us alone is passed on.
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on('SIGTERM', pass);
    child.once('error', (error: NodeJS.ErrnoException) => {
      process.off('SIGTERM', pass);
      reject(new UsageError(`${file} cannot be started (${error.code}). Give a program after --.`));
    });
    child.once('close', (code, signal) => {
      process.off('SIGTERM', pass);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
