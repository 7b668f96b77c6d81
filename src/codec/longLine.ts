import { Buffer, isAscii } from 'node:buffer';
import { areUtf8 } from './areUtf8.js';
import type { BadUtf8Line, LineEnding, TextLine } from './framing.js';
import { joined } from './joined.js';

const CR = 0x0d;

/**
 * A line that came in many pieces. Its text is made when first read, since that costs more than all
 * else: a string of this length needs fresh memory.
 */
export function longLine(pieces: Buffer[], newline: '\n' | ''): TextLine | BadUtf8Line {
  const ending = takeEnding(pieces, newline);
  const ascii = pieces.every((piece) => isAscii(piece));
  if (!ascii && !areUtf8(pieces)) {
    return { kind: 'badUtf8', bytes: Buffer.concat(pieces), ending };
  }
  let text: string | undefined;
  return {
    kind: 'text',
    get text() {
      if (text === undefined) {
        text = joined(pieces).toString(ascii ? 'latin1' : 'utf8');
        pieces.length = 0;
      }
      return text;
    },
    ending,
  };
}

function takeEnding(pieces: Buffer[], newline: '\n' | ''): LineEnding {
  const last = pieces.at(-1);
  if (last?.at(-1) !== CR) return newline;
  pieces.splice(-1, 1, last.subarray(0, -1));
  return `\r${newline}`;
}
