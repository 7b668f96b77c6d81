import type { Row, RowBody } from './rows.js';
import { rowSize } from './rowSize.js';
import { applyRow, emptyModel, type SystemModel } from './systemModel.js';

export const mostRows = 10_000;
const mostBytes = 32 * 1024 * 1024;
const keptBytes = 0.9 * mostBytes;
/** Moving the rest of a long list costs more than keeping some rows too many for a while. */
const slack = 1_000;
const checkpointEvery = 500;

/** What a log begins with when it is sent; its rows follow. */
export interface LogBeginning {
  baseline: SystemModel;
  /** The number of the first row. */
  next: number;
}

/**
 * The last rows of one system, with the model that they begin from and the one that they lead to.
 * Older rows live on in the first of the two.
 */
export class SystemLog {
  readonly head: SystemModel;
  #baseline: SystemModel;
  #rows: Row[] = [];
  #next: number;
  #bytes = 0;
  readonly #mostRows: number;
  /** Models by the number of rows that they hold, counted from the system's start. */
  readonly #checkpoints = new Map<number, SystemModel>();

  constructor({ baseline = emptyModel(), next = 0 }: Partial<LogBeginning> = {}, limit = mostRows) {
    this.#mostRows = limit;
    this.#baseline = baseline;
    this.#next = next;
    this.head = structuredClone(baseline);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** About how much memory its rows take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number that the next row gets; so many have been there. */
  get next(): number {
    return this.#next;
  }

  /** Numbers a row and keeps it. */
  add(body: RowBody & { at: number }): Row {
    const row = { ...body, n: this.#next } as Row;
    this.push(row);
    return row;
  }

  /** Keeps a row that has its number. */
  push(row: Row): void {
    this.#next = row.n + 1;
    this.#rows.push(row);
    this.#bytes += rowSize(row);
    applyRow(this.head, row);
    const tooMany = this.#rows.length > this.#mostRows + Math.min(slack, this.#mostRows);
    if (tooMany || this.#bytes > mostBytes) this.#evict();
  }

  /** The system as it was after the row `n`; the first that is kept where that one is gone. */
  modelAt(n: number): SystemModel {
    const first = this.#rows[0]?.n ?? this.#next;
    const until = Math.min(n, this.#next - 1);
    const start = Math.floor(until / checkpointEvery) * checkpointEvery;
    const known = start > first ? this.#checkpoint(start, first) : this.#baseline;
    const model = structuredClone(known);
    this.#fold(model, Math.max(start, first), until);
    return model;
  }

  beginning(): LogBeginning {
    return { baseline: this.#baseline, next: this.#rows[0]?.n ?? this.#next };
  }

  /** The model before the row `n`. */
  #checkpoint(n: number, first: number): SystemModel {
    const known = this.#checkpoints.get(n);
    if (known) return known;
    const before = n - checkpointEvery;
    const model = structuredClone(
      before > first ? this.#checkpoint(before, first) : this.#baseline,
    );
    this.#fold(model, Math.max(before, first), n - 1);
    this.#checkpoints.set(n, model);
    return model;
  }

  #fold(model: SystemModel, from: number, until: number): void {
    const first = this.#rows[0]?.n ?? 0;
    for (let n = from; n <= until; n += 1) {
      const row = this.#rows[n - first];
      if (row) applyRow(model, row);
    }
  }

  #evict(): void {
    const extra = Math.max(0, this.#rows.length - this.#mostRows);
    let count = 0;
    while (count < this.#rows.length - 1 && (count < extra || this.#bytes > keptBytes)) {
      const row = this.#rows[count] as Row;
      applyRow(this.#baseline, row);
      this.#bytes -= rowSize(row);
      count += 1;
    }
    this.#rows = this.#rows.slice(count);
    this.#checkpoints.clear();
  }
}
