import { readVariable } from '../ffi/environment/environment.js';
import type { Options } from '../options/types.js';

/** Whether `env` leaves the CLI without a PATH. */
export function lacksPath({ env, envMode }: Options, platform: NodeJS.Platform): boolean {
  if (env === undefined || envMode === 'overlay') return false;
  return readVariable(env, 'PATH', platform) === undefined;
}

export const pathMissing = {
  code: 'PathMissing',
  message:
    "`env` replaces the whole environment and has no PATH, so Claude Code finds no programs. Add `PATH: process.env.PATH`, or set `envMode: 'overlay'` to add to this program's environment.",
  context: { option: 'env' },
};

const stateVariable = 'CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS';

/** Whether the caller asked the CLI for `session_state_changed` messages. */
export function requestsStateEvents({ env, envMode }: Options): boolean {
  const inherits = env === undefined || envMode === 'overlay';
  const inherited = inherits ? process.env[stateVariable] : undefined;
  const value = env && stateVariable in env ? env[stateVariable] : inherited;
  return value !== undefined && !['', '0', 'false'].includes(value);
}
