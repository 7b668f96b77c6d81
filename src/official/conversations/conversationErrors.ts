import { ClaudeActorsError } from '../../errors.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether this is the id of a conversation. Nothing else becomes part of a path. */
export function isSessionId(id: unknown): id is string {
  return typeof id === 'string' && uuid.test(id);
}

export function requireSessionId(id: unknown): void {
  if (isSessionId(id)) return;
  throw invalidArgument(
    'sessionId',
    `Invalid sessionId: ${id}. Pass the id of a conversation, a UUID.`,
  );
}

export function invalidArgument(option: string, message: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, { option });
}

/** `where` begins with a space, or is empty. */
export function sessionNotFound(sessionId: string, where: string): ClaudeActorsError {
  const remedy = 'listSessions() lists the conversations that there are.';
  const message = `Session ${sessionId} not found${where}. ${remedy}`;
  return new ClaudeActorsError('SessionNotFound', message, { sessionId });
}
