import { type Prompt, planSession } from './actors/cliPlan.js';
import { checkCall } from './options/checkCall.js';
import { checkPrompt } from './options/checkPrompt.js';
import type { Options } from './options/types.js';
import { Session } from './Session.js';

export interface SessionStart {
  /** Sent first; the messages of an iterable one by one. */
  prompt?: Prompt;
  options?: Options;
}

/** Starts the CLI; resolves when it is ready, or rejects with why it is not. */
export async function startSession(start: SessionStart = {}): Promise<Session> {
  checkCall(start, 'startSession()');
  const { prompt, options } = start;
  if (prompt !== undefined) checkPrompt(prompt);
  const plan = planSession(options);
  const session = new Session(plan, typeof prompt === 'string' ? prompt : undefined);
  await Session.start(session);
  if (typeof prompt === 'object') Session.feedFirst(session, prompt);
  return session;
}
