import { textOf } from '../../codec/jsonObject.js';
import { ClaudeActorsError, type ErrorDetails } from '../../errors.js';
import { redactArgv } from '../../ffi/environment/secrets.js';
import type { Command } from '../../ffi/process/port.js';

export interface ProcessDetails {
  spawned(pid: number | undefined): void;
  /** Details for an error about the exit; computed only if there is one. */
  exited(): () => ErrorDetails;
}

export function processDetails(
  { file, args, cwd, env }: Command,
  plan: { cliVersion?(): string | undefined },
): ProcessDetails {
  let pid: number | undefined;
  let startedAt = performance.now();
  return {
    spawned(spawnedPid) {
      pid = spawnedPid;
      startedAt = performance.now();
    },
    exited() {
      const uptimeMs = Math.round(performance.now() - startedAt);
      return () => ({
        pid,
        uptimeMs,
        cliPath: file,
        cliVersion: plan.cliVersion?.(),
        argv: redactArgv(args, { env }),
        cwd,
      });
    },
  };
}

/** Wraps whatever was thrown during the start in a `ClaudeActorsError`. */
export function startError(cause: unknown): ClaudeActorsError {
  if (cause instanceof ClaudeActorsError) return cause;
  const message = `Could not start Claude Code: ${textOf(cause)}. Run \`claude-actors doctor\` to check the installation.`;
  return new ClaudeActorsError('SpawnFailed', message, {}, { cause });
}
