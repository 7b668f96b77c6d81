import type { UserFrame } from './actors/messages/userMessage.js';
import type { UserMessage } from './codec/messages.js';
import type { Options } from './options/types.js';

/**
 * What `query` is called with, as in the official SDK.
 *
 * @example { prompt: 'Fix the bug', options: { maxTurns: 5 } }
 */
export type QueryCall = {
  /** What to ask: text, or an iterable of messages. */
  prompt: string | AsyncIterable<UserMessage>;
  /** How to start the CLI and how to talk to it. */
  options?: Options;
};

/** A prompt whose messages need not have all fields. */
export type QueryPrompt = string | AsyncIterable<UserFrame>;

/** Tells `query(call)` from `query(prompt, options)`. */
export function isQueryCall(given: QueryCall | QueryPrompt): given is QueryCall {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  return isObject && !(Symbol.asyncIterator in given);
}
