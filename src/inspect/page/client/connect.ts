import type { OverviewSystem } from '../model/overview.js';
import type { Chart, Row } from '../model/rows.js';
import type { LogBeginning } from '../model/SystemLog.js';
import type { Store } from './Store.js';

let source: EventSource | undefined;

/** Listens to the server for the list of all and for the one system that is looked at. */
export function connect(store: Store): void {
  source?.close();
  const query = store.key === undefined ? '' : `?system=${encodeURIComponent(store.key)}`;
  const events = new EventSource(`events${query}`);
  source = events;
  const on = <Data>(name: string, take: (data: Data) => void) => {
    events.addEventListener(name, ({ data }) => {
      if (events === source) take(JSON.parse(data));
    });
  };
  events.onopen = () => store.set({ isConnected: true });
  events.onerror = () => store.set({ isConnected: false });
  on<OverviewSystem[]>('overview', (overview) => store.set({ overview }));
  on<Chart[]>('charts', (charts) => store.addCharts(charts));
  on<LogBeginning>('log', (data) => store.begin(data));
  on<Row[]>('rows', (rows) => store.add(rows));
}
