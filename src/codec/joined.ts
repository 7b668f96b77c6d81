import { Buffer } from 'node:buffer';

let scratch = Buffer.alloc(0);

/**
 * The pieces as one run, good until the next call. One buffer serves all and stays as large as the
 * longest line seen: fresh memory costs four times the copy itself.
 */
export function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (scratch.length < size) scratch = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const piece of pieces) {
    scratch.set(piece, at);
    at += piece.length;
  }
  return scratch.subarray(0, size);
}
