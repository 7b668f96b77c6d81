import { type Lane, lanes, type StoryNotice, type StorySpan } from './story/story.js';

/** A span in its place: which lane, and which of the lane's tracks if some run at the same time. */
export interface PlacedSpan {
  span: StorySpan;
  track: number;
}

export interface PlacedLane {
  lane: Lane;
  /** In pixels, from the top of the timeline. */
  top: number;
  tracks: number;
  /** In the order of their start. */
  spans: PlacedSpan[];
}

export interface TimelineLayout {
  lanes: PlacedLane[];
  height: number;
}

/** In pixels. */
export const timelineSizes = { ruler: 22, track: 15, laneGap: 5, markWidth: 9 };
/** Of one lane. What runs beside that many others is drawn over them. */
const maxTracks = 4;

/** Places spans in lanes. Lanes without a span are left out. */
export function layoutTimeline(spans: readonly StorySpan[]): TimelineLayout {
  const byLane = new Map<Lane, StorySpan[]>();
  for (const span of spans) {
    const known = byLane.get(span.lane);
    if (known) known.push(span);
    else byLane.set(span.lane, [span]);
  }
  const { ruler, track, laneGap } = timelineSizes;
  let top = ruler + laneGap;
  const placed = lanes.flatMap((lane) => {
    const own = byLane.get(lane);
    if (!own) return [];
    const packed = packSpans(own);
    const tracks = 1 + Math.max(...packed.map((one) => one.track));
    const place = { lane, top, tracks, spans: packed };
    top += tracks * track + laneGap;
    return place;
  });
  return { lanes: placed, height: top };
}

/** Puts each span on the first track that is free when it starts. */
function packSpans(spans: readonly StorySpan[]): PlacedSpan[] {
  const sorted = [...spans].sort((one, other) => one.startedAt - other.startedAt);
  const ends: number[] = [];
  return sorted.map((span) => {
    const free = ends.findIndex((end) => end <= span.startedAt);
    const track = free === -1 ? Math.min(ends.length, maxTracks - 1) : free;
    ends[track] = Math.max(ends[track] ?? 0, span.endedAt ?? Number.POSITIVE_INFINITY);
    return { span, track };
  });
}

/** What lies under a point of the timeline. Times and pixels are converted by the caller. */
export function spanAt(
  { lanes: placed }: TimelineLayout,
  y: number,
  at: number,
  tolerance: number,
  now: number,
): StorySpan | undefined {
  const { track: height } = timelineSizes;
  const lane = placed.find(({ top, tracks }) => y >= top && y < top + tracks * height);
  if (!lane) return undefined;
  const track = Math.floor((y - lane.top) / height);
  const under = lane.spans.filter(({ span, track: own }) => {
    const end = span.endedAt ?? now;
    return own === track && span.startedAt - tolerance <= at && end + tolerance >= at;
  });
  // Of several within the tolerance, the one that is nearest.
  const distance = ({ span }: PlacedSpan) =>
    Math.max(0, span.startedAt - at, at - (span.endedAt ?? now));
  return under.sort((one, other) => distance(one) - distance(other))[0]?.span;
}

/** The problem whose mark is nearest to a time, if it is near enough. */
export function problemAt(
  problems: readonly StoryNotice[],
  at: number,
  tolerance: number,
): StoryNotice | undefined {
  const near = problems.filter((one) => Math.abs(one.at - at) <= tolerance);
  return near.sort((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0];
}
