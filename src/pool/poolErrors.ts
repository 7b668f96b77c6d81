import { ClaudeActorsError } from '../errors.js';

export function poolDrained(): ClaudeActorsError {
  const message =
    'The pool is shutting down and takes no more messages. Send this one to another pool, or after the restart.';
  return new ClaudeActorsError('PoolDrained', message);
}

export function poolFailed(cause: unknown): ClaudeActorsError {
  const message =
    'The pool failed because of a bug in claude-actors, and its processes were stopped. Please report it together with the cause.';
  return new ClaudeActorsError('ProcessError', message, {}, { cause });
}

export function invalidKey(key: unknown): ClaudeActorsError {
  const message = `\`pool.session()\` was called with ${JSON.stringify(key)} as the key. Pass a string that is not empty, or nothing for a new conversation.`;
  return new ClaudeActorsError('InvalidOption', message, { option: 'key' });
}

export function invalidTenant(tenant: unknown): ClaudeActorsError {
  const message = `\`pool.session()\` was called with ${JSON.stringify(tenant)} as the tenant. Pass a string, such as the id of the user, or leave it out.`;
  return new ClaudeActorsError('InvalidOption', message, { option: 'tenant' });
}

export function otherTenant(key: string): ClaudeActorsError {
  const message = `The conversation ${JSON.stringify(key)} was opened for another tenant. Pass that tenant, or a key that is not the id of a conversation.`;
  return new ClaudeActorsError('InvalidOption', message, { option: 'tenant' });
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ClaudeActorsError && /No conversation found/i.test(textOf(error));
}

export function isInUse(error: unknown): boolean {
  return error instanceof ClaudeActorsError && /already in use/i.test(textOf(error));
}

function textOf({ message, details }: ClaudeActorsError): string {
  return `${message} ${details.stderrTail ?? ''}`;
}

export function conversationStartError(error: unknown): ClaudeActorsError {
  if (error instanceof ClaudeActorsError) return error;
  const message = `The conversation could not be started: ${String(error)}. Check the options of the pool, and its store.`;
  return new ClaudeActorsError('SessionStoreFailed', message, {}, { cause: error });
}
