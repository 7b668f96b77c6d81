import type { Recording } from '../../testing/recording/recording.js';

/** What passes between two lines if the recording does not say. */
const stepMs = 1;
/** The end of the year 9999. A clock cannot show much more. */
const maxTime = Date.UTC(10_000, 0) - 1;

/**
 * When each line of a recording was written, in milliseconds since 1970. Lines have times of their
 * own, or else the CLI's messages have; lines without a time follow the one before. Never goes back.
 */
export function lineTimes({ lines }: Pick<Recording, 'lines'>): number[] {
  const known = lines.map(({ entry }) => {
    const { at } = entry;
    if (typeof at === 'number' && at >= 0 && at <= maxTime) return at;
    const time = 'message' in entry ? Date.parse(String(entry.message?.timestamp)) : Number.NaN;
    return Number.isNaN(time) ? undefined : time;
  });
  const first = known.findIndex((time) => time !== undefined);
  let at = first < 0 ? 0 : (known[first] as number) - (first + 1) * stepMs;
  return known.map((time) => {
    at = Math.max(at + stepMs, time ?? 0);
    return at;
  });
}
