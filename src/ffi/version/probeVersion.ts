import type { CommandStart } from '../discovery/commandLine.js';
import { redact } from '../environment/secrets.js';
import type { Port } from '../process/Port.js';
import { parseVersion } from './versionNumber.js';

export type VersionOutcome =
  | { kind: 'known'; version: string; how: 'package' | 'path' | 'probe' }
  /** It answered, and there was no version in the answer. */
  | { kind: 'unreadable'; text: string }
  | { kind: 'failed'; reason: string };

export interface ProbeOptions {
  port: Port;
  env: Readonly<Record<string, string>>;
  /** Ends the probe; there is no time limit but this. */
  signal?: AbortSignal | undefined;
}

const keptBytes = 16 * 1024;
const shownCharacters = 500;

/** Runs `--version`. Resolves once the process is gone, also when aborted. */
export function probeVersion(
  { file, prefixArgs }: CommandStart,
  { port, env, signal }: ProbeOptions,
): Promise<VersionOutcome> {
  if (signal?.aborted) return Promise.resolve(failed('it was given up before it began'));
  return new Promise((resolve) => {
    const out = firstBytes();
    const err = firstBytes();
    let exitCode: number | string | undefined;
    let outEnded = false;

    const settle = (outcome: VersionOutcome) => {
      signal?.removeEventListener('abort', abort);
      handle.release();
      resolve(outcome);
    };
    const conclude = () => {
      // A descendant may hold stdout open; an answer that has come is not kept waiting for it.
      if (exitCode === undefined) return;
      if (!outEnded && !signal?.aborted && parseVersion(out.text()) === undefined) return;
      settle(outcomeOf(exitCode, out.text(), err.text()));
    };
    const outcomeOf = (exit: number | string, text: string, errors: string): VersionOutcome => {
      if (signal?.aborted) return failed('it took too long, or was given up');
      const shown = (said: string) => redact(said.trim(), { env }).slice(0, shownCharacters);
      if (exit !== 0)
        return failed(`it ended with ${exit}: ${shown(errors || text) || 'no output'}`);
      const version = parseVersion(text);
      if (version === undefined) return { kind: 'unreadable', text: shown(text) };
      return { kind: 'known', version, how: 'probe' };
    };
    const abort = () => {
      handle.kill('SIGKILL');
      conclude();
    };

    const handle = port.start(
      { file, args: [...prefixArgs, '--version'], env, stdin: 'ignore' },
      {
        spawned() {},
        failed: (error) => settle(failed(error.message)),
        stdout(bytes) {
          out.add(bytes);
          conclude();
        },
        stdoutEnded() {
          outEnded = true;
          conclude();
        },
        stderr: err.add,
        exited({ code, signal: killedBy }) {
          exitCode = code ?? killedBy ?? 'no exit code';
          conclude();
        },
      },
    );
    signal?.addEventListener('abort', abort);
  });
}

function failed(reason: string): VersionOutcome {
  return { kind: 'failed', reason };
}

function firstBytes() {
  const chunks: Uint8Array[] = [];
  let room = keptBytes;
  return {
    add(bytes: Uint8Array) {
      if (room > 0) chunks.push(bytes.slice(0, room));
      room -= bytes.length;
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}
