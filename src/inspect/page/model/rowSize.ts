import type { RowBody } from './rows.js';

/** About how many bytes a row takes: its text, and some for the rest. */
export function rowSize(row: RowBody): number {
  return 100 + ('text' in row ? (row.text?.length ?? 0) : 0);
}

/** So much goes over the wire in one piece, so that whoever sends it is not held up for long. */
export const pieceBytes = 256 * 1024;

/** How many rows, from one of them on, make a piece; at least one, however long it is. */
export function pieceOf(rows: readonly RowBody[], from: number, most: number): number {
  let bytes = 0;
  let count = 0;
  for (let at = from; at < rows.length && count < most; at += 1) {
    bytes += rowSize(rows[at] as RowBody);
    if (count > 0 && bytes > pieceBytes) break;
    count += 1;
  }
  return count;
}
