import { ClaudeActorsError } from '../errors.js';
import type { Host } from './Host.js';
import { programName } from './help.js';
import { printable } from './printable.js';
import { stylesFor } from './styles.js';

/** Says on stderr what went wrong; the messages of our errors say what to do about it. */
export function tellError(error: unknown, { stderr, env }: Pick<Host, 'stderr' | 'env'>): void {
  const { red } = stylesFor(stderr, env);
  const code = error instanceof ClaudeActorsError ? `${error.code}: ` : '';
  const message = error instanceof Error ? error.message : String(error);
  stderr.line(`${red(`${programName}:`)} ${code}${printable(message)}`);
}
