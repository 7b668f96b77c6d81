import { type Prompt, planSession } from './actors/cliPlan.js';
import { checkCall, checkPrompt } from './options/checks/checkCall.js';
import type { Options } from './options/types.js';
import { Session } from './Session.js';

/** What `startSession` and `createSession` are called with. */
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
  const session = begin(start, 'startSession()');
  await session.ready;
  if (typeof start.prompt === 'object') Session.feedPrompt(session, start.prompt);
  return session;
}

/**
 * Starts the CLI like `startSession`, but returns the session at once, so that you see its first
 * states and can send messages before the CLI is ready. `session.ready` says when it is, or why it
 * could not be started.
 *
 * @param start - The first prompt and the options; both may be left out.
 * @throws `ClaudeActorsError` if an option is invalid.
 */
export function createSession(start: SessionStart = {}): Session {
  const session = begin(start, 'createSession()');
  if (typeof start.prompt === 'object') Session.feedPrompt(session, start.prompt);
  return session;
}

function begin(start: SessionStart, caller: string): Session {
  const warnings = checkCall(start, caller);
  const { prompt, options } = start;
  if (prompt !== undefined) checkPrompt(prompt);
  const plan = planSession(options);
  for (const warning of warnings) plan.warnings.warn(warning);
  const session = new Session(plan, typeof prompt === 'string' ? prompt : undefined);
  Session.start(session);
  return session;
}
