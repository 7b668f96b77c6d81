import type { LaunchMode } from '../codec/buildArgv.js';
import { ClaudeActorsError } from '../errors.js';
import { invalidOption } from './invalidOption.js';
import { optionsForSession, resolveLaunch } from './resolveLaunch.js';
import type { Options } from './types.js';

/** In UTF-8. A longer prompt goes through stdin, whatever a command line would take. */
const longestPrompt = 64 * 1024;

/**
 * Whether one run from the command line does, or a session over stdin is needed. Throws
 * `InvalidOption` or `ArgumentTooLong` where the caller wants a mode that cannot be had.
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
      "is 'oneShot', which takes a string as prompt. Use mode: 'session' or 'auto' for a prompt that is an async iterable.",
    );
  }
  if (mode === 'auto') {
    if (Buffer.byteLength(prompt) > longestPrompt) return 'session';
    if (optionsForSession(options).length > 0) return 'session';
  }
  try {
    resolveLaunch(options, 'oneShot', prompt, platform);
    return 'oneShot';
  } catch (error) {
    if (mode === 'auto' && isTooLong(error)) return 'session';
    throw error;
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof ClaudeActorsError && error.code === 'ArgumentTooLong';
}
