import { isUuid } from '../options/checks/simpleChecks.js';
import type { resolveOptions } from '../options/resolveOptions.js';
import type { Options } from '../options/types.js';

type Resolved = ReturnType<typeof resolveOptions>;

/** Flags in `extraArgs` that decide about the conversation. Then the CLI chooses its id. */
const conversationFlags = ['session-id', 'resume', 'r', 'continue', 'c', 'fork-session', 'from-pr'];

/**
 * Chooses the id of a new conversation, so that it is known before the CLI's first message. The CLI
 * refuses a chosen id for a conversation that is continued, unless it is forked.
 */
export function withSessionId(resolved: Resolved): Resolved {
  const { options } = resolved;
  const { sessionId, extraArgs = {} } = options;
  const decidesItself = conversationFlags.some((flag) => Object.hasOwn(extraArgs, flag));
  if (sessionId !== undefined || decidesItself || (continues(options) && !options.forkSession)) {
    return resolved;
  }
  return { ...resolved, options: { ...options, sessionId: crypto.randomUUID() } };
}

/** The id that the conversation will have, as far as the options say. */
export function knownSessionId(options: Options): string | undefined {
  const { sessionId, resume, forkSession } = options;
  if (sessionId !== undefined) return sessionId;
  // The CLI also takes the title of a conversation.
  return resume !== undefined && !forkSession && isUuid(resume) ? resume : undefined;
}

function continues({ resume, continue: latest }: Options): boolean {
  return Boolean(resume) || latest === true;
}
