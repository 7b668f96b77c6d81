import type { Row } from '../model/rows.js';
import type { Story, StorySpan } from '../model/story/story.js';
import { layoutTimeline, type TimelineLayout, timelineSizes } from '../model/timelineLayout.js';
import { lastAt, panRange, revealTime, type TimeRange, zoomRange } from '../model/timeScale.js';
import { describeRow } from './describeRow.js';
import { byId, setText } from './dom.js';
import { formatDuration } from './format.js';
import type { Store } from './Store.js';
import { TimelineCanvas } from './TimelineCanvas.js';
import { listenToTimeline } from './timelineInput.js';
import { hideTip, showTip } from './timelineTip.js';

/**
 * The timeline of the selected session: what took how long, in lanes. Its position is the page's
 * moment in time, its brush filters the other views.
 */
export class TimelinePanel {
  readonly store: Store;
  readonly canvas = new TimelineCanvas(byId<HTMLCanvasElement>('timeline'));
  /** Undefined to show everything, and to follow what comes. */
  #view: TimeRange | undefined;
  #owner = '';
  #layout: TimelineLayout = { lanes: [], height: 0 };
  #layoutKey = '';
  #hasOpenSpan = false;
  #drawn = '';
  #hovered: StorySpan | undefined;
  /** The brush while it is being drawn. */
  draft: TimeRange | undefined;

  constructor(store: Store) {
    this.store = store;
    listenToTimeline(this);
  }

  get layout(): TimelineLayout {
    return this.#layout;
  }

  get view(): TimeRange {
    return this.#view ?? this.whole;
  }

  get whole(): TimeRange {
    const { rows } = this.store.log;
    const from = rows[0]?.at ?? 0;
    return { from, to: Math.max(from + 1, this.now) };
  }

  /** Where time stands: now if something is still going on, or else at the last event. */
  get now(): number {
    const last = this.store.log.rows.at(-1)?.at ?? 0;
    const system = this.store.system();
    const isGoingOn = system && !system.gone && this.#hasOpenSpan;
    return isGoingOn ? Math.max(last, Date.now()) : last;
  }

  get story(): Story {
    return this.store.story();
  }

  /** Moves to a row; beyond the last one, follows live. */
  goTo(n: number): void {
    const { log } = this.store;
    const first = log.rows[0]?.n ?? 0;
    const at = Math.max(first, n);
    this.store.set({ cursor: at >= log.next - 1 ? undefined : at });
  }

  goToTime(at: number): void {
    const { rows } = this.store.log;
    const row = rows[Math.max(0, lastAt(rows, at))];
    if (row) this.goTo(row.n);
  }

  stepEvent(by: 1 | -1): void {
    const { cursor, log } = this.store;
    this.goTo((cursor ?? log.next - 1) + by);
  }

  /** Moves to the start of the next turn, or of this one and then the one before. */
  stepTurn(by: 1 | -1): void {
    const { cursor, log } = this.store;
    const at = cursor ?? log.next;
    const starts = this.story.turns.map(({ n }) => n);
    const next = by > 0 ? starts.find((n) => n > at) : starts.findLast((n) => n < at);
    if (next !== undefined) this.goTo(next);
    else if (by > 0) this.store.set({ cursor: undefined });
  }

  zoom(factor: number, at = (this.view.from + this.view.to) / 2): void {
    const { whole } = this;
    const view = zoomRange(this.view, factor, at, whole);
    const isAll = view.to - view.from >= whole.to - whole.from;
    this.#view = isAll ? undefined : view;
    this.store.set({});
  }

  pan(by: number): void {
    if (!this.#view) return;
    this.#view = panRange(this.#view, by, this.whole);
    this.store.set({});
  }

  fit(): void {
    this.#view = undefined;
    this.store.set({});
  }

  hover(span: StorySpan | undefined): void {
    if (span === this.#hovered) return;
    this.#hovered = span;
    this.store.set({});
  }

  show(): void {
    const { store } = this;
    const { log, cursor, key, session } = store;
    const owner = `${key} ${session}`;
    if (owner !== this.#owner) {
      this.#owner = owner;
      this.#view = undefined;
      this.#hovered = undefined;
      this.draft = undefined;
      hideTip();
    }
    const { story } = this;
    const layoutKey = `${owner} ${story.revision} ${log.rows[0]?.n}`;
    if (layoutKey !== this.#layoutKey) {
      this.#layoutKey = layoutKey;
      const first = log.rows[0]?.n ?? 0;
      this.#layout = layoutTimeline(story.spans.filter(({ n, endN = n }) => endN >= first));
      this.#hasOpenSpan = story.spans.some(({ endedAt }) => endedAt === undefined);
    }
    const row = store.row(cursor ?? log.next - 1);
    if (cursor !== undefined && row && this.#view) {
      this.#view = revealTime(this.#view, row.at, this.whole);
    }
    this.#showPosition(row);
    this.#draw(row);
  }

  #draw(row: Row | undefined): void {
    const height = Math.max(this.#layout.height, timelineSizes.ruler * 2);
    if (!this.canvas.resize(height)) return;
    const { whole, view, store } = this;
    const brush = this.draft ?? store.range;
    const cursor = store.cursor === undefined ? undefined : row?.at;
    const { width, height: pixels } = this.canvas.element;
    const scheme = matchMedia('(prefers-color-scheme: dark)').matches;
    const key = [this.#layoutKey, view.from, view.to, width, pixels, brush?.from, brush?.to];
    const drawn = [...key, cursor, this.#hovered?.id, scheme].join();
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { problems } = this.story;
    const { now } = this;
    this.canvas.draw(
      {
        ...{ layout: this.#layout, problems, view, origin: whole.from, now, cursor, brush },
        hovered: this.#hovered,
      },
      height,
    );
  }

  #showPosition(row: Row | undefined): void {
    const { log, cursor, range } = this.store;
    const text = row ? describeRow(row, log.head) : '';
    const slider = byId('scrub');
    const first = log.rows[0]?.n ?? 0;
    slider.setAttribute('aria-valuemin', String(first));
    slider.setAttribute('aria-valuemax', String(Math.max(first, log.next - 1)));
    slider.setAttribute('aria-valuenow', String(row?.n ?? first));
    slider.setAttribute('aria-valuetext', text || 'nothing yet');
    const [at, all] = [row ? row.n + 1 : 0, log.next].map((one) => one.toLocaleString('en'));
    setText(byId('position'), row ? `${at} / ${all}` : '');
    setText(byId('moment'), text);
    byId('live').setAttribute('aria-pressed', String(cursor === undefined));
    document.body.classList.toggle('past', cursor !== undefined);
    const clear = byId('clear-range');
    clear.hidden = !range;
    setText(clear, range ? `${formatDuration(range.to - range.from)} selected  ✕` : '');
  }

  /** Says what lies under the pointer. */
  showTip(text: string, x: number, y: number): void {
    showTip(text, x, y);
  }
}
