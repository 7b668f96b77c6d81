import { Buffer, isUtf8 } from 'node:buffer';

/** Whether the pieces are UTF-8 when joined, without joining them: a character may be cut in two. */
export function areUtf8(pieces: readonly Buffer[]): boolean {
  // The last character of the pieces so far, whole or not.
  let open: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const head = continuationsAt(piece);
    open = Buffer.concat([open, piece.subarray(0, head)]);
    if (head === piece.length) continue;
    const last = lastCharacter(piece, head);
    if (!isUtf8(open) || !isUtf8(piece.subarray(head, last))) return false;
    open = piece.subarray(last);
  }
  return isUtf8(open);
}

/** How many bytes at the start continue a character: no valid one has more than three. */
function continuationsAt(piece: Buffer): number {
  let count = 0;
  while (count < 3 && isContinuation(piece[count])) count++;
  return count;
}

function lastCharacter(piece: Buffer, from: number): number {
  let at = piece.length - 1;
  while (at > from && isContinuation(piece[at])) at--;
  return at;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}
