import type { OverviewSystem } from '../model/overview.js';
import type { Chart, Row } from '../model/rows.js';
import type { LogStart } from '../model/SystemLog.js';
import type { Store } from './Store.js';

let current: EventSource | undefined;

/** Subscribes to the overview of all systems and to the log of the selected one. */
export function connect(store: Store): void {
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
  on<Chart[]>('charts', (charts) => store.addCharts(charts));
  on<LogStart>('log', (start) => store.startLog(start));
  on<Row[]>('rows', (rows) => store.addRows(rows));
}
