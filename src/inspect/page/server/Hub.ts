import { pageLimits } from '../../../defaults.js';
import type { FleetView } from '../model/fleetView.js';
import { type OverviewSystem, overviewActors } from '../model/overview.js';
import type { Chart, Report, Source, UnnumberedRow } from '../model/rows.js';
import { liveLimits, openedFileLimits, type RowLimits, SystemLog } from '../model/SystemLog.js';

export interface HubLimits {
  /** How many rows to keep of each system. */
  rows?: number;
  /** How many actor systems to keep. */
  systems?: number;
}

/** A program that has reported. */
interface Program {
  source: Source;
  charts: Map<string, Chart>;
  chartBytes: number;
  refusedCharts: number;
  gone: boolean;
}

interface System {
  program: Program;
  log: SystemLog;
  startedAt: number;
}

/** Collects what programs report and keeps it, within limits, for the pages that are open. */
export class Hub {
  readonly #programs = new Map<string, Program>();
  readonly #systems = new Map<string, System>();
  #chartBytes = 0;
  #fleet: string | undefined;
  readonly #pages = new Set<() => void>();
  readonly #viewerListeners = new Set<(viewers: number) => void>();
  readonly #limits: Required<HubLimits>;

  constructor({ rows = liveLimits.rows, systems = pageLimits.systems }: HubLimits = {}) {
    this.#limits = { rows, systems };
  }

  /** How many pages are open. */
  get viewers(): number {
    return this.#pages.size;
  }

  receive(report: Report, refusedCharts = 0): void {
    this.#receive(report, { ...liveLimits, rows: this.#limits.rows }, refusedCharts);
  }

  /** Like `receive`, but keeps everything. Only for files that the user has opened. */
  receiveRecording(report: Report): void {
    this.#receive(report, openedFileLimits);
  }

  #receive({ source, charts, rows, bye }: Report, limits: RowLimits, refusedCharts = 0): void {
    const program = this.#programOf(source);
    program.refusedCharts += refusedCharts;
    program.gone = bye === true;
    for (const chart of charts) this.#addChart(program, chart);
    for (const row of rows) this.#addRow(program, row, limits);
    this.#removeOldSystems();
    this.#notifyPages();
  }

  /** Marks a program as gone, because its connection has closed. */
  disconnect(sourceId: string): void {
    const program = this.#programs.get(sourceId);
    if (!program || program.gone) return;
    program.gone = true;
    this.#notifyPages();
  }

  log(key: string): SystemLog | undefined {
    return this.#systems.get(key)?.log;
  }

  /** The charts of the program that a system belongs to. */
  charts(key: string): Chart[] {
    return [...(this.#systems.get(key)?.program.charts.values() ?? [])];
  }

  overview(): OverviewSystem[] {
    return [...this.#systems].map(([key, { program, log, startedAt }]) => ({
      key,
      source: program.source,
      gone: program.gone,
      rows: log.next,
      dropped: log.head.dropped,
      refusedCharts: program.refusedCharts,
      startedAt,
      actors: overviewActors(log.head),
    }));
  }

  /** The fleet as JSON, if there is one. */
  get fleet(): string | undefined {
    return this.#fleet;
  }

  showFleet(view: FleetView): void {
    const json = JSON.stringify(view);
    if (json === this.#fleet) return;
    this.#fleet = json;
    this.#notifyPages();
  }

  /** Registers an open page; returns a function that removes it. `onChange` gets no data. */
  addPage(onChange: () => void): () => void {
    this.#pages.add(onChange);
    this.#notifyViewerListeners();
    return () => {
      if (this.#pages.delete(onChange)) this.#notifyViewerListeners();
    };
  }

  /** Calls `listener` with the number of open pages, now and whenever it changes. */
  watchViewers(listener: (viewers: number) => void): () => void {
    this.#viewerListeners.add(listener);
    listener(this.viewers);
    return () => this.#viewerListeners.delete(listener);
  }

  #programOf(source: Source): Program {
    const known = this.#programs.get(source.id);
    if (known) return known;
    const program = { source, charts: new Map(), chartBytes: 0, refusedCharts: 0, gone: false };
    this.#programs.set(source.id, program);
    if (this.#programs.size > pageLimits.programs) this.#removeProgram();
    return program;
  }

  /** Removes the oldest program that is gone; if none is, the oldest of all. */
  #removeProgram(): void {
    const programs = [...this.#programs.values()];
    const oldest = programs.find(({ gone }) => gone) ?? (programs[0] as Program);
    this.#programs.delete(oldest.source.id);
    this.#chartBytes -= oldest.chartBytes;
    for (const [key, { program }] of this.#systems) {
      if (program === oldest) this.#systems.delete(key);
    }
  }

  /** The page says how many charts were refused. */
  #addChart(program: Program, chart: Chart): void {
    if (program.charts.has(chart.key)) return;
    const size = JSON.stringify(chart).length;
    const isTooMuch =
      program.charts.size >= pageLimits.charts ||
      program.chartBytes + size > pageLimits.chartBytes ||
      this.#chartBytes + size > pageLimits.allChartBytes;
    if (isTooMuch) {
      program.refusedCharts += 1;
      return;
    }
    program.charts.set(chart.key, chart);
    program.chartBytes += size;
    this.#chartBytes += size;
  }

  #addRow(program: Program, { system, ...body }: UnnumberedRow, limits: RowLimits): void {
    const key = `${program.source.id}/${system}`;
    let known = this.#systems.get(key);
    if (!known) {
      const log = new SystemLog({ limits });
      known = { program, log, startedAt: body.at };
      this.#systems.set(key, known);
      this.#removeOldSystems();
    }
    known.log.add(body);
  }

  /** Removes the oldest systems that have ended; if none has, the oldest of all. */
  #removeOldSystems(): void {
    const entries = [...this.#systems];
    let bytes = entries.reduce((sum, [, { log }]) => sum + log.bytes, 0);
    let count = entries.length;
    if (count <= this.#limits.systems && bytes <= pageLimits.allRowBytes) return;
    const ended = entries.filter(([, { program, log }]) => program.gone || hasEnded(log));
    for (const [key, { log }] of [...ended, ...entries]) {
      if (count <= this.#limits.systems && bytes <= pageLimits.allRowBytes) return;
      if (!this.#systems.delete(key)) continue;
      bytes -= log.bytes;
      count -= 1;
    }
  }

  #notifyPages(): void {
    for (const onChange of this.#pages) onChange();
  }

  #notifyViewerListeners(): void {
    for (const listener of this.#viewerListeners) listener(this.viewers);
  }
}

function hasEnded({ head }: SystemLog): boolean {
  const roots = Object.values(head.actors).filter(({ parent }) => parent === undefined);
  return roots.length > 0 && roots.every(({ status }) => status !== 'active');
}
