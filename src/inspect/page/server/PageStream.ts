import type { ServerResponse } from 'node:http';
import type { Chart, Row } from '../model/rows.js';
import { pieceOf } from '../model/rowSize.js';
import type { Hub } from './Hub.js';

const pauseMs = 80;
const mostRowsAtOnce = 2_000;
const heartbeatMs = 15_000;

/**
 * One open page: server-sent events. Nothing waits for it here: what it has not got yet is read
 * from the log when there is room in its pipe, and begun anew where the log has moved on.
 */
export class PageStream {
  readonly #hub: Hub;
  readonly #response: ServerResponse;
  readonly #key: string | undefined;
  #next: number | undefined;
  #charts = new Set<string>();
  #overviewText = '';
  #timer: NodeJS.Timeout | undefined;
  readonly #stop: () => void;
  readonly #heartbeat: NodeJS.Timeout;

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
    this.#stop = hub.listen({ changed: () => this.#schedule() });
    this.#heartbeat = setInterval(() => this.#write(':\n\n'), heartbeatMs).unref();
    this.#send();
  }

  close(): void {
    this.#stop();
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
        // What is shown must not end the program that is looked at; the page connects anew.
        this.close();
      }
    }, afterMs).unref();
  }

  #send(): void {
    // There is no room: `drain` will tell.
    if (this.#response.writableNeedDrain || this.#response.destroyed) return;
    const overview = JSON.stringify(this.#hub.overview());
    if (overview !== this.#overviewText) {
      this.#overviewText = overview;
      this.#event('overview', overview);
    }
    if (this.#key !== undefined) this.#sendLog(this.#key);
  }

  #sendLog(key: string): void {
    const log = this.#hub.log(key);
    if (!log) return;
    const charts = this.#hub.charts(key).filter((chart) => !this.#charts.has(chart.key));
    if (charts.length > 0) this.#event('charts', JSON.stringify(charts satisfies Chart[]));
    for (const chart of charts) this.#charts.add(chart.key);
    const first = log.rows[0]?.n ?? log.next;
    if (this.#next === undefined || this.#next < first) {
      this.#event('log', JSON.stringify(log.beginning()));
      this.#next = first;
    }
    const from = this.#next - first;
    const count = pieceOf(log.rows, from, mostRowsAtOnce);
    if (count === 0) return;
    this.#next += count;
    this.#event('rows', JSON.stringify(log.rows.slice(from, from + count) satisfies Row[]));
    // The rest of what is there already: in the next turn, so that others get theirs.
    if (this.#next < log.next) this.#schedule(0);
  }

  /** JSON has no raw line break, which would end the event. */
  #event(name: string, json: string): void {
    this.#write(`event: ${name}\ndata: ${json}\n\n`);
  }

  #write(text: string): void {
    if (!this.#response.destroyed) this.#response.write(text);
  }
}
