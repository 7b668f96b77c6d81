import { Agent, request } from 'node:http';
import type { Chart, Packet, Source, UnnumberedRow } from '../model/rows.js';
import { pieceOf, rowSize } from '../model/rowSize.js';

const mostRows = 20_000;
const mostBytes = 16 * 1024 * 1024;
const rowsAtOnce = 2_000;
const mostFailures = 3;
const timeoutMs = 2_000;
const lastWordsMs = 500;

/**
 * Sends rows to a page in another process, one request at a time. It keeps no process alive but for
 * the last words, and those not for long. What does not fit is dropped with a count.
 */
export class Uplink {
  readonly #url: URL;
  readonly #source: Source;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #rows: UnnumberedRow[] = [];
  #charts: Chart[] = [];
  #bytes = 0;
  #dropped = new Map<string, number>();
  #sending = false;
  #failures = 0;

  constructor(url: string, source: Source) {
    this.#url = new URL('rows', url);
    this.#source = source;
  }

  /** Says that this program is there; rejects where nobody takes it. */
  hello(): Promise<void> {
    return this.#post({ source: this.#source, charts: [], rows: [] }, timeoutMs);
  }

  /** False once nobody has taken anything for a while. */
  send(rows: readonly UnnumberedRow[], charts: readonly Chart[]): boolean {
    this.#charts.push(...charts);
    for (const row of rows) {
      const isVital = row.kind === 'actor' || row.kind === 'state' || row.kind === 'exited';
      const most = isVital ? 2 * mostRows : mostRows;
      if (this.#rows.length >= most || this.#bytes > mostBytes) {
        this.#dropped.set(row.system, (this.#dropped.get(row.system) ?? 0) + 1);
        continue;
      }
      this.#rows.push(row);
      this.#bytes += rowSize(row);
    }
    if (!this.#sending) void this.#work();
    return this.#failures < mostFailures;
  }

  /** All that is left, at the end of the process; resolves soon in any case. */
  async lastWords(): Promise<void> {
    if (this.#failures >= mostFailures) return;
    const rows = [...this.#rows, ...this.#droppedRows()];
    const packet: Packet = { source: this.#source, charts: this.#charts, rows, bye: true };
    this.#rows = [];
    this.#charts = [];
    await this.#post(packet, lastWordsMs, true).catch(() => {});
    this.#agent.destroy();
  }

  async #work(): Promise<void> {
    this.#sending = true;
    while ((this.#rows.length > 0 || this.#charts.length > 0) && this.#failures < mostFailures) {
      const rows = this.#rows.splice(0, pieceOf(this.#rows, 0, rowsAtOnce));
      for (const row of rows) this.#bytes -= rowSize(row);
      const charts = this.#charts.splice(0);
      if (this.#rows.length === 0) rows.push(...this.#droppedRows());
      try {
        await this.#post({ source: this.#source, charts, rows }, timeoutMs);
        this.#failures = 0;
      } catch {
        this.#failures += 1;
        this.#charts.unshift(...charts);
        for (const { system } of rows) {
          this.#dropped.set(system, (this.#dropped.get(system) ?? 0) + 1);
        }
      }
    }
    this.#sending = false;
  }

  #droppedRows(): UnnumberedRow[] {
    const rows = [...this.#dropped].map(
      ([system, count]): UnnumberedRow => ({ kind: 'dropped', at: Date.now(), system, count }),
    );
    this.#dropped.clear();
    return rows;
  }

  /** The last words have a connection of their own: the usual one may be held up. */
  #post(packet: Packet, timeout: number, isLast = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, {
        method: 'POST',
        agent: isLast ? false : this.#agent,
        headers: { 'content-type': 'application/json' },
      });
      const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), timeout);
      if (!isLast) {
        timer.unref();
        sent.on('socket', (socket) => socket.unref());
      }
      sent.on('close', () => clearTimeout(timer));
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 204) resolve();
          else reject(new Error(`the page answered with ${response.statusCode}`));
        });
      });
      sent.end(JSON.stringify(packet));
    });
  }
}
