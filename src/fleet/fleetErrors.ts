import { ClaudeActorsError } from '../errors.js';

export function staleEpoch(key: string, epoch: number, newest: unknown): ClaudeActorsError {
  const message = `The record ${key} has another owner now (epoch ${String(newest)}, and this write has ${epoch}). Stop working on it: the lease has expired.`;
  return new ClaudeActorsError('StaleEpoch', message, { sessionId: key });
}

export function invalidFleetOption(
  option: string,
  message: string,
  cause?: unknown,
): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, { option }, { cause });
}
