import type { ErrorDetails } from '../../errors.js';
import { redactArgv } from '../../ffi/environment/secrets.js';
import type { Command } from '../../ffi/process/port.js';

export interface ProcessFacts {
  spawned(pid: number | undefined): void;
  /** What an error about the exit tells of the process; made only where there is one. */
  exited(): () => ErrorDetails;
}

export function processFacts(
  { file, args, cwd, env }: Command,
  plan: { cliVersion?(): string | undefined },
): ProcessFacts {
  let pid: number | undefined;
  let began = performance.now();
  return {
    spawned(given) {
      pid = given;
      began = performance.now();
    },
    exited() {
      const uptimeMs = Math.round(performance.now() - began);
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
