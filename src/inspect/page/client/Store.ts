import type { FleetView } from '../model/fleetView.js';
import type { OverviewSystem } from '../model/overview.js';
import type { Chart, Row } from '../model/rows.js';
import { type LogStart, SystemLog } from '../model/SystemLog.js';
import { StoryBuilder } from '../model/story/StoryBuilder.js';
import type { Story } from '../model/story/story.js';
import { emptyModel, type SystemModel } from '../model/systemModel.js';

/** What the page has received, and what the user has selected. */
export class Store {
  overview: readonly OverviewSystem[] = [];
  /** Undefined if the page shows no fleet. */
  fleet: FleetView | undefined;
  readonly charts = new Map<string, Chart>();
  isConnected = false;
  log = new SystemLog();
  /** The key of the selected system. */
  key: string | undefined;
  /** The selected session, query or root actor. The panels show its point of view. */
  session: string | undefined;
  /** The actor whose chart is drawn; the session if undefined. */
  actor: string | undefined;
  /** The row at which time stands still on the page; undefined to follow live. */
  cursor: number | undefined;
  /** The times that the timeline's brush selects; the views show only what happened between them. */
  range: { from: number; to: number } | undefined;
  /** The row whose details are shown. */
  detail: number | undefined;
  readonly #onChange: () => void;
  #storyBuilder = new StoryBuilder('');
  #storyOwner = '';
  #past: { log: SystemLog; cursor: number; model: SystemModel } | undefined;
  /** The number of the first row that is not in the story yet. */
  #storyNext = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The system at the cursor. */
  model(): SystemModel {
    if (this.key === undefined) return emptyModel();
    const { cursor, log } = this;
    if (cursor === undefined) return log.head;
    // Going back means copying a model and repeating rows, so it is done once for each moment.
    if (this.#past?.log !== log || this.#past.cursor !== cursor) {
      this.#past = { log, cursor, model: log.modelAt(cursor) };
    }
    return this.#past.model;
  }

  /** The rows within the range. */
  rows(): readonly Row[] {
    const { range, log } = this;
    return range ? log.rows.filter(({ at }) => at >= range.from && at <= range.to) : log.rows;
  }

  /**
   * What the selected session did, from the first row that is kept to the last. It does not end at
   * the cursor: a view fades the parts whose `n` lies after it.
   */
  story(): Story {
    const owner = `${this.key} ${this.session}`;
    const { rows, next } = this.log;
    // A log that was started afresh has no rows before the ones it has sent.
    if (owner !== this.#storyOwner || next < this.#storyNext) {
      this.#storyOwner = owner;
      const { session = '' } = this;
      const { turnCount } = this.log.start().baseline.actors[session] ?? {};
      this.#storyBuilder = new StoryBuilder(session, turnCount);
      this.#storyNext = 0;
    }
    const first = rows[0]?.n ?? next;
    for (const row of rows.slice(Math.max(0, this.#storyNext - first))) this.#storyBuilder.add(row);
    this.#storyNext = next;
    return this.#storyBuilder.story;
  }

  row(n: number): Row | undefined {
    const first = this.log.rows[0]?.n ?? 0;
    return this.log.rows[n - first];
  }

  /** The time at the cursor, from which ages are counted. */
  now(): number {
    return this.cursor === undefined ? Date.now() : (this.row(this.cursor)?.at ?? this.model().at);
  }

  system(): OverviewSystem | undefined {
    return this.overview.find(({ key }) => key === this.key);
  }

  select(key: string, session: string): void {
    if (key !== this.key) {
      this.log = new SystemLog();
      this.charts.clear();
      this.cursor = undefined;
      this.range = undefined;
      this.detail = undefined;
    }
    this.key = key;
    this.session = session;
    this.actor = undefined;
    this.#onChange();
  }

  set(
    change: Partial<
      Pick<Store, 'actor' | 'cursor' | 'detail' | 'fleet' | 'isConnected' | 'overview' | 'range'>
    >,
  ): void {
    Object.assign(this, change);
    this.#onChange();
  }

  startLog(start: LogStart): void {
    this.log = new SystemLog(start);
    this.#clampCursor();
    this.#onChange();
  }

  addRows(rows: readonly Row[]): void {
    for (const row of rows) if (row.n >= this.log.next) this.log.push(row);
    this.#clampCursor();
    this.#onChange();
  }

  addCharts(charts: readonly Chart[]): void {
    for (const chart of charts) this.charts.set(chart.key, chart);
    this.#onChange();
  }

  /** The row at the cursor may have been removed from the log. */
  #clampCursor(): void {
    const first = this.log.rows[0]?.n ?? 0;
    if (this.cursor !== undefined) this.cursor = Math.max(this.cursor, first);
  }
}
