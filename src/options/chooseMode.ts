import type { LaunchMode } from '../codec/buildArgv.js';
import { ClaudeActorsError } from '../errors.js';
import { invalidOption } from './invalidOption.js';
import { resolveLaunch, sessionOnlyOptions } from './resolveLaunch.js';
import type { Options } from './types.js';

/**
 * Decides whether a one-shot run is enough, or the prompt and options need a session.
 * Throws `InvalidOption` or `ArgumentTooLong` if the caller demands a mode that cannot work.
 */
export function chooseMode(
  options: Options,
  prompt: string | AsyncIterable<unknown>,
  platform: NodeJS.Platform,
): LaunchMode {
  const { mode = 'auto' } = options;
  if (mode === 'session') return mode;
  if (typeof prompt !== 'string') {
    if (mode === 'auto') return 'session';
    throw invalidOption(
      'mode',
      "is 'oneShot', which takes a string as the prompt. Use `mode: 'session'` or `'auto'` for an async iterable.",
    );
  }
  if (mode === 'auto' && sessionOnlyOptions(options).length > 0) return 'session';
  try {
    resolveLaunch(options, 'oneShot', platform);
    return 'oneShot';
  } catch (error) {
    if (mode === 'auto' && isTooLong(error)) return 'session';
    throw error;
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof ClaudeActorsError && error.code === 'ArgumentTooLong';
}
