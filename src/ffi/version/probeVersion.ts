import { versionLimits } from '../../defaults.js';
import type { ClaudeActorsError } from '../../errors.js';
import { redact } from '../../secrets/redact.js';
import { parseVersion } from '../../util/versionNumber.js';
import type { CliCommand } from '../discovery/cliCommand.js';
import type { Port } from '../process/port.js';

export type VersionOutcome =
  | { kind: 'known'; version: string; how: 'package' | 'path' | 'probe' }
  /** The CLI printed something, but no version. */
  | { kind: 'unreadable'; text: string }
  /** `error`: the CLI could not even be started. */
  | { kind: 'failed'; reason: string; error?: ClaudeActorsError };

export interface ProbeOptions {
  port: Port;
  env: Readonly<Record<string, string>>;
  /** Aborts the probe. There is no other time limit. */
  signal?: AbortSignal | undefined;
}

const { maxOutputBytes, maxQuotedCharacters } = versionLimits;

/** Runs the CLI with `--version`. Resolves once the process has exited, even if aborted. */
export function probeVersion(
  { file, prefixArgs }: CliCommand,
  { port, env, signal }: ProbeOptions,
): Promise<VersionOutcome> {
  if (signal?.aborted) return Promise.resolve(failed('it was aborted before it started'));
  return new Promise((resolve) => {
    const out = firstBytes();
    const err = firstBytes();
    let exitCode: number | string | undefined;
    let outEnded = false;
    let startError: ClaudeActorsError | undefined;

    const settle = (outcome: VersionOutcome) => {
      signal?.removeEventListener('abort', abort);
      handle.release();
      resolve(outcome);
    };
    const conclude = () => {
      // A descendant may keep stdout open. Do not wait for it once we have the version.
      if (exitCode === undefined) return;
      if (!outEnded && !signal?.aborted && parseVersion(out.text()) === undefined) return;
      settle(outcomeOf(exitCode, out.text(), err.text()));
    };
    const outcomeOf = (exit: number | string, text: string, errors: string): VersionOutcome => {
      if (signal?.aborted) return failed('it timed out or was aborted');
      const quote = (output: string) => redact(output.trim()).slice(0, maxQuotedCharacters);
      if (exit !== 0) {
        const reason = `it exited with ${exit}: ${quote(errors || text) || 'no output'}`;
        return failed(reason, startError);
      }
      const version = parseVersion(text);
      if (version === undefined) return { kind: 'unreadable', text: quote(text) };
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
        failed: (error) => settle(failed(error.message, error)),
        stdout(bytes) {
          out.add(bytes);
          conclude();
        },
        stdoutEnded() {
          outEnded = true;
          conclude();
        },
        stderr: err.add,
        exited({ code, signal: killedBy, startFailure }) {
          startError = startFailure;
          exitCode = code ?? killedBy ?? 'no exit code';
          conclude();
        },
      },
    );
    signal?.addEventListener('abort', abort);
  });
}

function failed(reason: string, error?: ClaudeActorsError): VersionOutcome {
  return { kind: 'failed', reason, ...(error && { error }) };
}

function firstBytes() {
  const chunks: Uint8Array[] = [];
  let room = maxOutputBytes;
  return {
    add(bytes: Uint8Array) {
      if (room > 0) chunks.push(bytes.slice(0, room));
      room -= bytes.length;
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}
