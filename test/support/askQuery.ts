import type { UserFrame } from '../../src/actors/messages/userMessage.js';
import { proceed } from '../../src/codec/hooks.js';
import type { Message } from '../../src/codec/messages.js';
import type { Options } from '../../src/options/types.js';
import { query } from '../../src/Query.js';
import { type Talk, talkingCli } from './talkingCli.js';

/** A hook that changes nothing. */
export const hooks = { Stop: [{ hooks: [() => proceed()] }] };

/** The type and subtype of each message. */
export const kinds = (messages: readonly Message[]) =>
  messages.map((message) =>
    'subtype' in message ? `${message.type}/${message.subtype}` : message.type,
  );

/** Runs a query on a CLI that says what the test wants. */
export function ask(
  prompt: string | AsyncIterable<UserFrame>,
  talk: Talk = {},
  options: Options = {},
) {
  const port = talkingCli(talk);
  const run = query(prompt, { port, ...options });
  return { run, port };
}

export const askOnce = (prompt: string, talk: Talk = {}, options: Options = {}) =>
  ask(prompt, talk, { mode: 'oneShot', ...options });
