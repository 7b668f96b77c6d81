import type { FrameBody, Row } from './rows.js';

export interface FrameFilter {
  /** Text to find anywhere in a frame, ignoring case. */
  text: string;
  dir: '' | 'in' | 'out';
  type: string;
}

export type FrameRow = FrameBody & { n: number; at: number };

/** The frames of one session or query that match a filter. */
export function filterFrames(rows: readonly Row[], id: string, filter: FrameFilter): FrameRow[] {
  const text = filter.text.trim().toLowerCase();
  return rows.filter((row): row is FrameRow => {
    if (row.kind !== 'frame' || row.id !== id) return false;
    if (filter.dir && row.dir !== filter.dir) return false;
    if (filter.type && row.type !== filter.type) return false;
    return text === '' || searchedTexts(row).some((one) => one.toLowerCase().includes(text));
  });
}

/** The frame types that occur in a session or query, sorted. */
export function frameTypes(rows: readonly Row[], id: string): string[] {
  const types = rows.flatMap((row) => (row.kind === 'frame' && row.id === id ? row.type : []));
  return [...new Set(types)].sort();
}

function searchedTexts({
  type,
  subtype = '',
  about = '',
  ref = '',
  text = '',
}: FrameRow): string[] {
  return [`${type}/${subtype} ${about}`, ref, text];
}
