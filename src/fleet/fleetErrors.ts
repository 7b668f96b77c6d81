import { ClaudeActorsError } from '../errors.js';

export function staleEpoch(key: string, epoch: number, newest: unknown): ClaudeActorsError {
  const message = `The record ${key} has another owner now (epoch ${String(newest)}, and this write has ${epoch}). Stop working on it: the lease has expired.`;
  return new ClaudeActorsError('StaleEpoch', message, { sessionId: key });
}

export function invalidFleetOption(option: string, message: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, { option });
}

/** An optional package that could not be loaded. `all` is what its user needs. */
export function missingPackage(
  user: string,
  name: string,
  all: readonly string[],
  cause: unknown,
): ClaudeActorsError {
  const message = `${user} needs the package ${name}, which could not be loaded. Run \`npm install ${all.join(' ')}\`.`;
  return new ClaudeActorsError('InvalidOption', message, { option: user }, { cause });
}

export function conversationClosed(id: string): ClaudeActorsError {
  const message = `The conversation ${JSON.stringify(id)} was closed and takes no more messages. Use another id.`;
  return new ClaudeActorsError('SessionStopped', message);
}

export function queueUnreachable(reason: Error | undefined): Error {
  const why = reason ? `: ${reason.message || (reason as { code?: string }).code}` : '';
  const message = `The queue of the fleet could not be reached${why}. Check the \`connection\` of \`bullmq()\`, and that the server runs.`;
  return new Error(message, { cause: reason });
}

export function fleetClosed(): ClaudeActorsError {
  const message = 'The fleet was closed. Create another one with `createFleet()`.';
  return new ClaudeActorsError('PoolDrained', message);
}

export function conversationOfOther(id: string): ClaudeActorsError {
  const message = `The conversation ${JSON.stringify(id)} belongs to another tenant. Use one tenant for an id, for example by making the tenant a part of it.`;
  return invalidFleetOption('tenant', message);
}
