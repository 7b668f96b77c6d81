import { invalidOption } from './invalidOption.js';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Throws `InvalidOption` for an id that the CLI would exit on. */
export function checkSessionId(sessionId: string): void {
  if (uuid.test(sessionId)) return;
  throw invalidOption('sessionId', "must be a UUID. Make one with randomUUID() of 'node:crypto'.");
}
