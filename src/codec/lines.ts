import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { areChunksUtf8, concatInScratch } from '../util/chunks.js';

/** How a line ended. `''` and `'\r'` occur only on a last line without a newline. */
export type LineEnding = '\n' | '\r\n' | '\r' | '';

export interface TextLine {
  kind: 'text';
  /** Decoded on first read if the line is long. */
  readonly text: string;
  ending: LineEnding;
}

export interface BadUtf8Line {
  kind: 'badUtf8';
  bytes: Uint8Array;
  ending: LineEnding;
}

/** A line over the limit. It is reported as soon as it passes the limit; the rest is dropped. */
export interface OversizeLine {
  kind: 'oversize';
  head: Uint8Array;
  limit: number;
}

/** A line that ends with `\n`, as nearly all do, is a bare string: it costs no object. */
export type Line = string | TextLine | BadUtf8Line | OversizeLine;

type Newline = '\n' | '';

const CR = 0x0d;

/** The exact bytes of a line, without its ending. Valid UTF-8 survives decoding unchanged. */
export function bytesOf(line: TextLine | BadUtf8Line): Uint8Array {
  return line.kind === 'text' ? Buffer.from(line.text, 'utf8') : line.bytes;
}

/** The text, or undefined if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  // latin1 creates one-byte strings without looking at each character.
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** A line whose text is known: takes a trailing `\r` off it. */
export function lineFromText(text: string, newline: Newline): string | TextLine {
  if (text.charCodeAt(text.length - 1) !== CR) {
    return newline === '\n' ? text : { kind: 'text', text, ending: newline };
  }
  return { kind: 'text', text: text.slice(0, -1), ending: `\r${newline}` };
}

export function lineFromBytes(bytes: Buffer, newline: Newline): Line {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return lineFromText(text, newline);
  const hasCr = bytes[bytes.length - 1] === CR;
  return {
    kind: 'badUtf8',
    bytes: Buffer.from(hasCr ? bytes.subarray(0, -1) : bytes),
    ending: hasCr ? `\r${newline}` : newline,
  };
}

/**
 * A long line that arrived in several chunks. Takes ownership of `chunks`.
 *
 * The text is decoded on first read: a string of this length needs fresh memory, which costs more
 * than everything else.
 */
export function lineFromChunks(chunks: Buffer[], newline: Newline): TextLine | BadUtf8Line {
  const ending = takeEnding(chunks, newline);
  const isAllAscii = chunks.every((chunk) => isAscii(chunk));
  if (!isAllAscii && !areChunksUtf8(chunks)) {
    return { kind: 'badUtf8', bytes: Buffer.concat(chunks), ending };
  }
  let text: string | undefined;
  return {
    kind: 'text',
    get text() {
      if (text === undefined) {
        text = concatInScratch(chunks).toString(isAllAscii ? 'latin1' : 'utf8');
        chunks.length = 0;
      }
      return text;
    },
    ending,
  };
}

function takeEnding(chunks: Buffer[], newline: Newline): LineEnding {
  const last = chunks.at(-1);
  if (last?.at(-1) !== CR) return newline;
  chunks.splice(-1, 1, last.subarray(0, -1));
  return `\r${newline}`;
}
