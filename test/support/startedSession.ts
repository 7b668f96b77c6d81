import { afterEach } from '@jest/globals';
import type { Options } from '../../src/options/types.js';
import type { Session } from '../../src/Session.js';
import { startSession } from '../../src/startSession.js';
import { agree, type Talk, type TalkingCli, talkingCli } from './talkingCli.js';

const open: Session[] = [];

afterEach(async () => {
  for (const session of open.splice(0)) await session.stop();
});

export function stopAfterTest(session: Session): Session {
  open.push(session);
  return session;
}

/** A session that is stopped after the test, with the CLI that it talks to. */
export async function start(
  talk: Talk = {},
  options: Options = {},
  prompt?: string,
): Promise<{ session: Session; port: TalkingCli }> {
  const port = talkingCli(talk);
  const session = await startSession({ prompt, options: { port, ...options } });
  return { session: stopAfterTest(session), port };
}

/** Answers the handshake, and nothing else. */
export const askedOnce: Talk['onRequest'] = (request) =>
  request.subtype === 'initialize' ? agree(request) : undefined;

/** Leaves the request to take a message back to the test. */
export const notTakingBack: Talk['onRequest'] = (request) =>
  request.subtype === 'cancel_async_message' ? undefined : agree(request);

export function answerToLast({ heard }: TalkingCli, response: object): object {
  const request_id = heard.at(-1)?.request_id;
  return { type: 'control_response', response: { subtype: 'success', request_id, response } };
}

export const line = (frame: object) => `${JSON.stringify(frame)}\n`;
export const types = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);
