import type { StoryNotice, StorySpan } from '../model/story/story.js';
import {
  type PlacedLane,
  type PlacedSpan,
  type TimelineLayout,
  timelineSizes,
} from '../model/timelineLayout.js';
import { type TimeRange, tickLabel, tickStep, ticksOf } from '../model/timeScale.js';

/** Everything that a timeline shows at one moment. */
export interface TimelinePicture {
  layout: TimelineLayout;
  problems: readonly StoryNotice[];
  view: TimeRange;
  /** The start of everything, from which the ruler counts. */
  origin: number;
  /** Where spans without an end end. */
  now: number;
  cursor: number | undefined;
  brush: TimeRange | undefined;
  hovered: StorySpan | undefined;
}

const laneTitles: Readonly<Record<PlacedLane['lane'], string>> = {
  ...{ turn: 'turns', tool: 'tools', hook: 'hooks', permission: 'permissions', mcp: 'MCP' },
  ...{ request: 'requests', task: 'tasks', silence: 'silence' },
};
const { ruler, track, markWidth } = timelineSizes;
/** A shorter span is drawn this wide, in pixels. */
const narrowest = 2;
/** The least width in which a name can be read. */
const nameWidth = 34;
const ellipsisWidth = 9;

/** Draws a timeline. A canvas, because thousands of spans as elements would make scrubbing stutter. */
export class TimelineCanvas {
  readonly element: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #width = 0;
  #colors = new Map<string, string>();

  constructor(element: HTMLCanvasElement) {
    this.element = element;
    this.#context = element.getContext('2d') as CanvasRenderingContext2D;
    const forget = () => this.#colors.clear();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', forget);
  }

  /** The space on the left for the names of lanes. */
  get gutter(): number {
    return this.#width < 500 ? 64 : 88;
  }

  xOf(at: number, { from, to }: TimeRange): number {
    return this.gutter + ((at - from) / (to - from)) * this.#span;
  }

  timeAt(x: number, { from, to }: TimeRange): number {
    return from + ((x - this.gutter) / this.#span) * (to - from);
  }

  get #span(): number {
    return Math.max(1, this.#width - this.gutter - 12);
  }

  /** Makes the canvas as wide as its box. Returns whether there is anything to draw on. */
  resize(height: number): boolean {
    const { element } = this;
    const width = element.parentElement?.clientWidth ?? 0;
    const scale = globalThis.devicePixelRatio || 1;
    this.#width = width;
    const size = [Math.round(width * scale), Math.round(height * scale)] as const;
    if (element.width !== size[0] || element.height !== size[1]) {
      [element.width, element.height] = size;
      element.style.height = `${height}px`;
    }
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
    return width > 0;
  }

  draw(picture: TimelinePicture, height: number): void {
    const { layout, view, cursor, brush } = picture;
    const context = this.#context;
    context.clearRect(0, 0, this.#width, height);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    this.#drawRuler(picture, height);
    for (const lane of layout.lanes) this.#drawLane(lane, picture);
    for (const problem of picture.problems) this.#drawMark(problem, view, height);
    if (brush) this.#drawBrush(brush, view, height);
    if (cursor !== undefined) this.#drawCursor(cursor, view, height);
  }

  #drawRuler({ view, origin }: TimelinePicture, height: number): void {
    const context = this.#context;
    const max = this.#span / 90;
    const step = tickStep(view, max);
    for (const at of ticksOf(view, origin, max)) {
      const x = Math.round(this.xOf(at, view)) + 0.5;
      context.fillStyle = this.#color('--line');
      context.fillRect(x, 0, 1, height);
      context.fillStyle = this.#color('--quiet');
      const text = tickLabel(at - origin, step);
      // A label that does not fit would be cut off in the middle of a number.
      const end = x + 4 + context.measureText(text).width;
      if (end < this.#width) context.fillText(text, x + 4, ruler / 2);
    }
  }

  #drawLane(lane: PlacedLane, picture: TimelinePicture): void {
    const context = this.#context;
    context.fillStyle = this.#color('--quiet');
    context.fillText(laneTitles[lane.lane], 8, lane.top + track / 2);
    context.save();
    context.beginPath();
    context.rect(this.gutter, lane.top - 1, this.#span + 4, lane.tracks * track + 2);
    context.clip();
    /** The end of the last span drawn in each track. Spans that look the same are drawn once. */
    const ends: number[] = [];
    for (const placed of lane.spans) this.#drawSpan(lane, placed, picture, ends);
    context.restore();
  }

  #drawSpan(
    { lane, top }: PlacedLane,
    { span, track: own }: PlacedSpan,
    { view, now, hovered }: TimelinePicture,
    ends: number[],
  ): void {
    const end = span.endedAt ?? now;
    if (end < view.from || span.startedAt > view.to) return;
    const x = this.xOf(span.startedAt, view);
    const width = Math.max(narrowest, this.xOf(end, view) - x);
    const isSeen = x + width > (ends[own] ?? Number.NEGATIVE_INFINITY) + 0.5;
    if (!isSeen && span.outcome === 'ok') return;
    ends[own] = x + width;
    const context = this.#context;
    const y = top + own * track;
    const isOpen = span.endedAt === undefined;
    context.fillStyle = this.#color(colorOf(span, lane));
    context.globalAlpha = isOpen ? 0.3 : 1;
    context.beginPath();
    context.roundRect(x, y + 1, width, track - 2, Math.min(3, width / 2));
    context.fill();
    context.globalAlpha = 1;
    if (isOpen) context.fillRect(x, y + 1, Math.min(3, width), track - 2);
    if (span === hovered) {
      context.strokeStyle = this.#color('--text');
      context.stroke();
    }
    if (width < nameWidth) return;
    context.fillStyle = this.#color(isOpen ? '--text' : '--on-span');
    // The lane says what kind of thing it is.
    const name = lane === 'turn' ? span.name : span.name.replace(`${lane} `, '') || span.name;
    const start = Math.max(x, this.gutter) + 5;
    const space = Math.min(x + width, this.#width) - start - 4;
    context.fillText(this.#cut(name, space), start, y + track / 2 + 0.5);
  }

  /** A text as far as it fits, with an ellipsis if it does not. Empty if little of it fits. */
  #cut(text: string, space: number): string {
    const width = this.#context.measureText(text).width;
    if (width <= space) return text;
    const letters = Math.floor((text.length * (space - ellipsisWidth)) / width);
    return letters < 3 ? '' : `${text.slice(0, letters).trimEnd()}…`;
  }

  /** An error is a triangle that points up, a warning one that points down. */
  #drawMark({ at, level }: StoryNotice, view: TimeRange, height: number): void {
    if (at < view.from || at > view.to || level === 'info') return;
    const context = this.#context;
    const x = this.xOf(at, view);
    context.fillStyle = this.#color(level === 'error' ? '--failed' : '--waiting');
    context.globalAlpha = 0.5;
    context.fillRect(x - 0.5, ruler, 1, height - ruler);
    context.globalAlpha = 1;
    const [top, low] = [ruler - markWidth - 1, ruler - 1];
    const [base, tip] = level === 'error' ? [low, top] : [top, low];
    context.beginPath();
    context.moveTo(x - markWidth / 2, base);
    context.lineTo(x + markWidth / 2, base);
    context.lineTo(x, tip);
    context.fill();
  }

  #drawBrush({ from, to }: TimeRange, view: TimeRange, height: number): void {
    const context = this.#context;
    const [start, end] = [this.xOf(from, view), this.xOf(to, view)];
    context.fillStyle = this.#color('--ground');
    context.globalAlpha = 0.7;
    context.fillRect(this.gutter, ruler, Math.max(0, start - this.gutter), height);
    context.fillRect(end, ruler, Math.max(0, this.#width - end), height);
    context.globalAlpha = 1;
    context.fillStyle = this.#color('--accent');
    context.fillRect(start, 0, 1, height);
    context.fillRect(end, 0, 1, height);
  }

  #drawCursor(at: number, view: TimeRange, height: number): void {
    const x = this.xOf(at, view);
    if (x < this.gutter - 1 || x > this.#width) return;
    this.#context.fillStyle = this.#color('--waiting');
    this.#context.fillRect(x - 1, 0, 2, height);
    this.#context.fillRect(x - 5, 0, 10, 5);
  }

  /** Reading a property of the style is slow, so each is read once for each scheme. */
  #color(name: string): string {
    const known = this.#colors.get(name);
    if (known !== undefined) return known;
    const color = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    this.#colors.set(name, color);
    return color;
  }
}

function colorOf({ outcome }: StorySpan, lane: PlacedLane['lane']): string {
  if (outcome === 'failed' || outcome === 'refused') return '--span-failed';
  return outcome === 'cancelled' ? '--span-cancelled' : `--span-${lane}`;
}
