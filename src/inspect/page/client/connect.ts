import type { FleetView } from '../model/fleetView.js';
import type { OverviewSystem } from '../model/overview.js';
import type { Chart, Row } from '../model/rows.js';
import type { LogStart } from '../model/SystemLog.js';
import { byId } from './dom.js';
import type { Store } from './Store.js';

let current: EventSource | undefined;

/** What the file of `claude-actors report` contains instead of a server. */
interface ReportData {
  overview: OverviewSystem[];
  systems: Record<string, { charts: Chart[]; start: LogStart; rows: Row[] }>;
}

let report: ReportData | undefined;

/** Whether the page is a file, and not connected to anything. */
export function isReportFile(): boolean {
  return document.getElementById('report-data') !== null;
}

function showReport(store: Store): void {
  report ??= JSON.parse(byId('report-data').textContent ?? '') as ReportData;
  store.set({ overview: report.overview, isConnected: true });
  const system = report.systems[store.key ?? ''];
  if (!system) return;
  store.addCharts(system.charts);
  store.startLog(system.start);
  store.addRows(system.rows);
}

/** Subscribes to the overview of all systems and to the log of the selected one. */
export function connect(store: Store): void {
  if (isReportFile()) {
    showReport(store);
    return;
  }
  current?.close();
  const query = store.key === undefined ? '' : `?system=${encodeURIComponent(store.key)}`;
  const events = new EventSource(`events${query}`);
  current = events;
  const on = <Data>(name: string, handle: (data: Data) => void) => {
    events.addEventListener(name, ({ data }) => {
      if (events === current) handle(JSON.parse(data));
    });
  };
  events.onopen = () => store.set({ isConnected: true });
  events.onerror = () => store.set({ isConnected: false });
  on<OverviewSystem[]>('overview', (overview) => store.set({ overview }));
  on<FleetView>('fleet', (fleet) => store.set({ fleet }));
  on<Chart[]>('charts', (charts) => store.addCharts(charts));
  on<LogStart>('log', (start) => store.startLog(start));
  on<Row[]>('rows', (rows) => store.addRows(rows));
}
