import { Agent, request } from 'node:http';
import { rowUpload } from '../../../defaults.js';
import {
  batchLength,
  type Chart,
  type Report,
  rowSize,
  type Source,
  type UnnumberedRow,
} from '../model/rows.js';

const { maxRows, maxBytes, maxBatchRows, maxFailures, timeoutMs, finalTimeoutMs } = rowUpload;

/**
 * Sends rows to a page in another process over HTTP, one request at a time.
 *
 * It does not keep the process alive, except for a moment in `close()`. Rows for which there is no
 * room are dropped and counted.
 */
export class RowUploader {
  readonly #url: URL;
  readonly #source: Source;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #rows: UnnumberedRow[] = [];
  #charts: Chart[] = [];
  #bytes = 0;
  /** How many rows were dropped, by system. */
  readonly #dropped = new Map<string, number>();
  #isSending = false;
  #failures = 0;

  constructor(url: string, source: Source) {
    this.#url = new URL('rows', url);
    this.#source = source;
  }

  /** Introduces this program to the page. Rejects if the page cannot be reached or refuses. */
  connect(): Promise<void> {
    return this.#post({ source: this.#source, charts: [], rows: [] }, timeoutMs);
  }

  /** Queues rows. Returns false once the page has failed too often, and nothing is sent any more. */
  send(rows: readonly UnnumberedRow[], charts: readonly Chart[]): boolean {
    this.#charts.push(...charts);
    for (const row of rows) {
      // Without these, an actor that has ended would seem to live forever.
      const isVital = row.kind === 'actor' || row.kind === 'state' || row.kind === 'exited';
      const limit = isVital ? 2 * maxRows : maxRows;
      if (this.#rows.length >= limit || this.#bytes > maxBytes) {
        this.#countDropped(row);
        continue;
      }
      this.#rows.push(row);
      this.#bytes += rowSize(row);
    }
    if (!this.#isSending) void this.#sendQueue();
    return this.#failures < maxFailures;
  }

  /** Sends what is left before the process exits. Resolves soon, even if the page does not answer. */
  async close(): Promise<void> {
    if (this.#failures >= maxFailures) return;
    const rows = [...this.#rows, ...this.#takeDroppedRows()];
    const report: Report = { source: this.#source, charts: this.#charts, rows, bye: true };
    this.#rows = [];
    this.#charts = [];
    await this.#post(report, finalTimeoutMs, true).catch(() => {});
    this.#agent.destroy();
  }

  async #sendQueue(): Promise<void> {
    this.#isSending = true;
    while ((this.#rows.length > 0 || this.#charts.length > 0) && this.#failures < maxFailures) {
      const rows = this.#rows.splice(0, batchLength(this.#rows, 0, maxBatchRows));
      for (const row of rows) this.#bytes -= rowSize(row);
      const charts = this.#charts.splice(0);
      if (this.#rows.length === 0) rows.push(...this.#takeDroppedRows());
      try {
        await this.#post({ source: this.#source, charts, rows }, timeoutMs);
        this.#failures = 0;
      } catch {
        this.#failures += 1;
        this.#charts.unshift(...charts);
        for (const row of rows) this.#countDropped(row);
      }
    }
    this.#isSending = false;
  }

  #countDropped({ system }: UnnumberedRow): void {
    this.#dropped.set(system, (this.#dropped.get(system) ?? 0) + 1);
  }

  #takeDroppedRows(): UnnumberedRow[] {
    const rows = [...this.#dropped].map(
      ([system, count]): UnnumberedRow => ({ kind: 'dropped', at: Date.now(), system, count }),
    );
    this.#dropped.clear();
    return rows;
  }

  /** The final report has a connection of its own, because the usual one may be blocked. */
  #post(report: Report, timeout: number, isFinal = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, {
        method: 'POST',
        agent: isFinal ? false : this.#agent,
        headers: { 'content-type': 'application/json' },
      });
      const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), timeout);
      if (!isFinal) {
        timer.unref();
        sent.on('socket', (socket) => socket.unref());
      }
      sent.on('close', () => clearTimeout(timer));
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 204) resolve();
          else reject(new Error(`the page answered with status ${response.statusCode}`));
        });
      });
      sent.end(JSON.stringify(report));
    });
  }
}
