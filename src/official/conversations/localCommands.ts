import { isObject } from '../../codec/jsonObject.js';
import type { ChainEntry } from './messageChain.js';

/**
 * The messages of commands that the CLI ran by itself, such as `/compact`: the command, and what it
 * printed. A note of the CLI comes before each of them.
 */
export function localCommandMessages(chain: readonly ChainEntry[]): ReadonlySet<ChainEntry> {
  const found = new Set<ChainEntry>();
  let state: 'none' | 'noted' | 'ran' = 'none';
  for (const entry of chain) {
    const text = textIn(entry);
    if (entry.isMeta) {
      if (text.startsWith('<local-command-caveat>')) state = 'noted';
    } else if (entry.type === 'assistant') {
      state = 'none';
    } else if (entry.type === 'user') {
      const isNext: boolean =
        state === 'noted'
          ? text.includes('<command-name>')
          : state === 'ran' && /^<local-command-std(out|err)>/.test(text);
      state = isNext ? 'ran' : 'none';
      if (isNext) found.add(entry);
    }
  }
  return found;
}

/** The text of a message, or the first of its texts. */
function textIn({ message }: ChainEntry): string {
  const content = isObject(message) ? message.content : undefined;
  const first = Array.isArray(content)
    ? content.find((block) => isObject(block) && block.type === 'text')?.text
    : content;
  return typeof first === 'string' ? first : '';
}
