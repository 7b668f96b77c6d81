import type { ServerResponse } from 'node:http';
import { pageStreamDefaults } from '../../../defaults/inspectorDefaults.js';
import { eventStreamDefaults } from '../../../defaults/usageAndStreams.js';
import { batchLength, type Chart, type Row } from '../model/rows.js';
import type { Hub } from './Hub.js';

const { pauseMs, maxBatchRows } = pageStreamDefaults;
const { heartbeatMs } = eventStreamDefaults;

/**
 * Sends what the hub has to one open page, as server-sent events.
 *
 * Nothing is queued for a slow page. When its connection can take more, it gets the next rows from
 * the log; if those are no longer there, it gets a fresh start.
 */
export class PageStream {
  readonly #hub: Hub;
  readonly #response: ServerResponse;
  readonly #key: string | undefined;
  #next: number | undefined;
  readonly #sentCharts = new Set<string>();
  #sentOverview = '';
  #sentFleet: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #removePage: () => void;
  readonly #heartbeat: NodeJS.Timeout;

  /** `key` is the system that the page shows; without one it gets the overview only. */
  constructor(hub: Hub, response: ServerResponse, key: string | undefined) {
    this.#hub = hub;
    this.#response = response;
    this.#key = key;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.on('drain', () => this.#schedule());
    response.on('close', () => this.close());
    response.on('error', () => this.close());
    this.#removePage = hub.addPage(() => this.#schedule());
    this.#heartbeat = setInterval(() => this.#write(':\n\n'), heartbeatMs).unref();
    this.#send();
  }

  close(): void {
    this.#removePage();
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    this.#response.end();
  }

  #schedule(afterMs = pauseMs): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      try {
        this.#send();
      } catch {
        // An error here must not end the program that is being inspected. The page reconnects.
        this.close();
      }
    }, afterMs).unref();
  }

  #send(): void {
    // If the connection is full, `drain` brings us back.
    if (this.#response.writableNeedDrain || this.#response.destroyed) return;
    const overview = JSON.stringify(this.#hub.overview());
    if (overview !== this.#sentOverview) {
      this.#sentOverview = overview;
      this.#sendEvent('overview', overview);
    }
    const { fleet } = this.#hub;
    if (fleet !== undefined && fleet !== this.#sentFleet) {
      this.#sentFleet = fleet;
      this.#sendEvent('fleet', fleet);
    }
    if (this.#key !== undefined) this.#sendLog(this.#key);
  }

  #sendLog(key: string): void {
    const log = this.#hub.log(key);
    if (!log) return;
    const charts = this.#hub.charts(key).filter((chart) => !this.#sentCharts.has(chart.key));
    if (charts.length > 0) this.#sendEvent('charts', JSON.stringify(charts satisfies Chart[]));
    for (const chart of charts) this.#sentCharts.add(chart.key);
    const first = log.rows[0]?.n ?? log.next;
    if (this.#next === undefined || this.#next < first) {
      this.#sendEvent('log', JSON.stringify(log.start()));
      this.#next = first;
    }
    const from = this.#next - first;
    const count = batchLength(log.rows, from, maxBatchRows);
    if (count === 0) return;
    this.#next += count;
    this.#sendEvent('rows', JSON.stringify(log.rows.slice(from, from + count) satisfies Row[]));
    // Send the rest in the next turn of the event loop, so that others get their turn too.
    if (this.#next < log.next) this.#schedule(0);
  }

  /** JSON contains no raw line break, which would end the event. */
  #sendEvent(name: string, json: string): void {
    this.#write(`event: ${name}\ndata: ${json}\n\n`);
  }

  #write(text: string): void {
    if (!this.#response.destroyed) this.#response.write(text);
  }
}
