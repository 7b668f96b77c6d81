import { ClaudeActorsError } from '../errors.js';
import type { Content } from './runtimeTypes.js';

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * What a variable says of the page to report to: `page` for one of this process's own, or the
 * address that `claude-actors inspect` gave. Another machine is never told anything.
 */
export function pageTarget(variable: string, value: string): { url?: string; content: Content } {
  if (value === 'page') return { content: 'hidden' };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'http:' || !loopback.has(url.hostname)) {
    throw new ClaudeActorsError(
      'InvalidOption',
      `The environment variable ${variable} must be 'page', or the address on this machine that \`claude-actors inspect\` prints. Correct ${variable}, or unset it.`,
      { option: 'inspect' },
    );
  }
  const content = url.searchParams.get('content') === 'shown' ? 'shown' : 'hidden';
  return { url: `${url.origin}${url.pathname.replace(/\/?$/, '/')}`, content };
}
