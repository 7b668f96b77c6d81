import type { OverviewSystem } from '../model/overview.js';
import type { Chart, Row } from '../model/rows.js';
import { type LogBeginning, SystemLog } from '../model/SystemLog.js';
import { emptyModel, type SystemModel } from '../model/systemModel.js';

/** What the page shows, and what the user has chosen of it. */
export class Store {
  overview: readonly OverviewSystem[] = [];
  readonly charts = new Map<string, Chart>();
  isConnected = false;
  log = new SystemLog();
  /** The chosen system. */
  key: string | undefined;
  /** The session or other actor of it that all is seen from. */
  session: string | undefined;
  /** The actor whose chart is drawn; the session's own where none was chosen. */
  actor: string | undefined;
  /** The row up to which all is shown; undefined: what is now. */
  cursor: number | undefined;
  /** The row whose details are open. */
  detail: number | undefined;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The system at the cursor. */
  model(): SystemModel {
    if (this.key === undefined) return emptyModel();
    return this.cursor === undefined ? this.log.head : this.log.modelAt(this.cursor);
  }

  /** The rows up to the cursor. */
  rows(): readonly Row[] {
    const { rows } = this.log;
    if (this.cursor === undefined) return rows;
    const first = rows[0]?.n ?? 0;
    return rows.slice(0, Math.max(0, this.cursor - first + 1));
  }

  row(n: number): Row | undefined {
    const first = this.log.rows[0]?.n ?? 0;
    return this.log.rows[n - first];
  }

  /** The time that ages are counted to. */
  now(): number {
    return this.cursor === undefined ? Date.now() : this.model().at;
  }

  system(): OverviewSystem | undefined {
    return this.overview.find(({ key }) => key === this.key);
  }

  choose(key: string, session: string): void {
    if (key !== this.key) {
      this.log = new SystemLog();
      this.charts.clear();
      this.cursor = undefined;
      this.detail = undefined;
    }
    this.key = key;
    this.session = session;
    this.actor = undefined;
    this.#changed();
  }

  set(
    change: Partial<Pick<Store, 'actor' | 'cursor' | 'detail' | 'isConnected' | 'overview'>>,
  ): void {
    Object.assign(this, change);
    this.#changed();
  }

  begin(data: LogBeginning): void {
    this.log = new SystemLog(data);
    this.#keepCursor();
    this.#changed();
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) if (row.n >= this.log.next) this.log.push(row);
    this.#keepCursor();
    this.#changed();
  }

  addCharts(charts: readonly Chart[]): void {
    for (const chart of charts) this.charts.set(chart.key, chart);
    this.#changed();
  }

  /** What was looked at may be too old to be kept. */
  #keepCursor(): void {
    const first = this.log.rows[0]?.n ?? 0;
    if (this.cursor !== undefined) this.cursor = Math.max(this.cursor, first);
  }
}
