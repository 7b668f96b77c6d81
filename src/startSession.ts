import { type Prompt, planSession } from './actors/cliPlan.js';
import { checkCall, checkPrompt } from './options/checks/checkCall.js';
import type { Options } from './options/types.js';
import { Session } from './Session.js';

/** What `startSession` is called with. */
export interface SessionStart {
  /** The first message, or an iterable of messages that are sent one by one. */
  prompt?: Prompt;
  /** How to start the CLI and how to talk to it. */
  options?: Options;
}

/**
 * Starts the CLI and keeps it running for a conversation of many turns.
 *
 * Resolves when the CLI is ready. Rejects with a `ClaudeActorsError` if it cannot be started.
 *
 * @param start - The first prompt and the options; both may be left out.
 */
export async function startSession(start: SessionStart = {}): Promise<Session> {
  checkCall(start, 'startSession()');
  const { prompt, options } = start;
  if (prompt !== undefined) checkPrompt(prompt);
  const plan = planSession(options);
  const session = new Session(plan, typeof prompt === 'string' ? prompt : undefined);
  await Session.start(session);
  if (typeof prompt === 'object') Session.feedPrompt(session, prompt);
  return session;
}
