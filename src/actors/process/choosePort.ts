import type { Port } from '../../ffi/process/port.js';
import { spawnPort } from '../../ffi/process/spawnPort.js';
import type { Warning } from '../../options/runtimeTypes.js';
import type { Options } from '../../options/types.js';
import { customPort } from './customPort.js';

/** Chooses the port. A custom port knows where its CLI is: no discovery, no version check. */
export function choosePort(
  { port, spawnClaudeCodeProcess, guard }: Options,
  warn: (warning: Warning) => void,
): { port: Port; isCustomPort: boolean } {
  if (port) return { port: port as Port, isCustomPort: (port as Port).plain !== true };
  if (spawnClaudeCodeProcess)
    return { port: customPort(spawnClaudeCodeProcess), isCustomPort: true };
  const onUnguarded = (reason: string) => warn(guardUnavailable(reason));
  return { port: spawnPort({ guard, onUnguarded }), isCustomPort: false };
}

function guardUnavailable(reason: string): Warning {
  const message = `The guard could not be started: ${reason}. If this program is killed with SIGKILL, Claude Code and its tools keep running. Install a shell as /bin/sh, or set \`guard: false\` if you accept that.`;
  return { code: 'GuardUnavailable', message, context: { reason } };
}
