import { expect } from '@jest/globals';
import type { LaunchMode } from '../../src/codec/buildArgv.js';
import type { ClaudeActorsError } from '../../src/errors.js';
import { type ResolvedLaunch, resolveLaunch } from '../../src/options/resolveLaunch.js';
import type { Options } from '../../src/options/types.js';

export const prefixes = {
  oneShot: ['--print', '--output-format', 'stream-json', '--verbose'],
  session: ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'],
};

/** What every launch has that says nothing of settings and does not allow the mode. */
const ban = '--settings={"permissions":{"disableBypassPermissionsMode":"disable"}}';

export interface Launched extends ResolvedLaunch {
  /** The argv without its fixed parts. */
  flags: string[];
}

export function launch(options: Options, mode: LaunchMode): Launched {
  const resolved = resolveLaunch(options, mode, 'linux');
  const { argv } = resolved;
  const { length } = prefixes[mode];
  expect(argv.slice(0, length)).toEqual(prefixes[mode]);
  const flags = argv.slice(length);
  const { settings, sandbox, allowDangerouslySkipPermissions: allows } = options;
  const isBanned = settings === undefined && sandbox === undefined && !allows;
  expect(flags.includes(ban)).toBe(isBanned);
  return { ...resolved, flags: flags.filter((flag) => flag !== ban) };
}

export function errorOf(run: () => unknown): ClaudeActorsError {
  try {
    run();
  } catch (error) {
    return error as ClaudeActorsError;
  }
  throw new Error('nothing was thrown');
}
