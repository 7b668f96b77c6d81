import { type OverviewSystem, overviewActors } from '../model/overview.js';
import type { Chart, Packet, Source, UnnumberedRow } from '../model/rows.js';
import { mostRows, SystemLog } from '../model/SystemLog.js';

export interface HubListener {
  /** Something has come; what, is for the listener to look up. */
  changed(): void;
}

export interface HubLimits {
  rows?: number;
  systems?: number;
}

interface Reporter {
  source: Source;
  charts: Map<string, Chart>;
  refusedCharts: number;
  gone: boolean;
}

interface System {
  reporter: Reporter;
  log: SystemLog;
  startedAt: number;
}

const mostBytes = 256 * 1024 * 1024;

/** All that the programs have reported, within limits. */
export class Hub {
  readonly #reporters = new Map<string, Reporter>();
  readonly #systems = new Map<string, System>();
  readonly #listeners = new Set<HubListener>();
  readonly #watchers = new Set<(viewers: number) => void>();
  readonly #limits: Required<HubLimits>;

  constructor({ rows = mostRows, systems = 200 }: HubLimits = {}) {
    this.#limits = { rows, systems };
  }

  get viewers(): number {
    return this.#listeners.size;
  }

  take({ source, charts, rows, bye }: Packet, refusedCharts = 0): void {
    const reporter = this.#reporter(source);
    reporter.refusedCharts += refusedCharts;
    reporter.gone = bye === true;
    for (const chart of charts) reporter.charts.set(chart.key, chart);
    for (const row of rows) this.#row(reporter, row);
    this.#changed();
  }

  /** The program that reported under this id is not there any more. */
  lose(sourceId: string): void {
    const reporter = this.#reporters.get(sourceId);
    if (!reporter || reporter.gone) return;
    reporter.gone = true;
    this.#changed();
  }

  log(key: string): SystemLog | undefined {
    return this.#systems.get(key)?.log;
  }

  /** The charts of the program that a system is in. */
  charts(key: string): Chart[] {
    return [...(this.#systems.get(key)?.reporter.charts.values() ?? [])];
  }

  overview(): OverviewSystem[] {
    return [...this.#systems].map(([key, { reporter, log, startedAt }]) => ({
      key,
      source: reporter.source,
      gone: reporter.gone,
      rows: log.next,
      dropped: log.head.dropped,
      refusedCharts: reporter.refusedCharts,
      startedAt,
      actors: overviewActors(log.head),
    }));
  }

  /** For a page that is open. */
  listen(listener: HubListener): () => void {
    this.#listeners.add(listener);
    this.#tellViewers();
    return () => {
      if (this.#listeners.delete(listener)) this.#tellViewers();
    };
  }

  /** Tells how many pages are open: now, and whenever that changes. */
  watchViewers(tell: (viewers: number) => void): () => void {
    this.#watchers.add(tell);
    tell(this.viewers);
    return () => this.#watchers.delete(tell);
  }

  #reporter(source: Source): Reporter {
    const known = this.#reporters.get(source.id);
    if (known) return known;
    const reporter = { source, charts: new Map(), refusedCharts: 0, gone: false };
    this.#reporters.set(source.id, reporter);
    return reporter;
  }

  #row(reporter: Reporter, { system, ...body }: UnnumberedRow): void {
    const key = `${reporter.source.id}/${system}`;
    let known = this.#systems.get(key);
    if (!known) {
      const log = new SystemLog(undefined, this.#limits.rows);
      known = { reporter, log, startedAt: body.at };
      this.#systems.set(key, known);
      this.#forget();
    }
    known.log.add(body);
  }

  /** The oldest that are over go first; where all live, the oldest. */
  #forget(): void {
    const entries = [...this.#systems];
    let bytes = entries.reduce((sum, [, { log }]) => sum + log.bytes, 0);
    let count = entries.length;
    const ended = entries.filter(([, { reporter, log }]) => reporter.gone || isOver(log));
    for (const [key, { log }] of [...ended, ...entries]) {
      if (count <= this.#limits.systems && bytes <= mostBytes) return;
      if (!this.#systems.delete(key)) continue;
      bytes -= log.bytes;
      count -= 1;
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener.changed();
  }

  #tellViewers(): void {
    for (const tell of this.#watchers) tell(this.viewers);
  }
}

function isOver({ head }: SystemLog): boolean {
  const roots = Object.values(head.actors).filter(({ parent }) => parent === undefined);
  return roots.length > 0 && roots.every(({ status }) => status !== 'active');
}
