import { type Row, type RowBody, rowSize } from './rows.js';
import { applyRow, emptyModel, type SystemModel } from './systemModel.js';

/** How many rows of one system are kept, and about how much memory they may take. */
export interface RowLimits {
  rows: number;
  bytes: number;
}

export const liveLimits: RowLimits = { rows: 10_000, bytes: 32 * 1024 * 1024 };
/** A recording has an end, and is opened to be read from its beginning. */
export const openedFileLimits: RowLimits = { rows: 1_000_000, bytes: 256 * 1024 * 1024 };
/** Once a log has grown too large, this much of it stays. */
const keptShare = 0.9;
/** Removing rows copies the rest of the list, so some surplus is allowed before that happens. */
const surplusRows = 1_000;
const rowsPerCheckpoint = 500;

/** What a page needs before it can take the rows of a log. */
export interface LogStart {
  baseline: SystemModel;
  /** The number of the first row. */
  next: number;
  limits: RowLimits;
}

/**
 * The last rows of one actor system, the model before them (the baseline) and the model after them
 * (the head). Rows that are removed are applied to the baseline first, so nothing is forgotten.
 */
export class SystemLog {
  readonly head: SystemModel;
  #baseline: SystemModel;
  #rows: Row[] = [];
  #next: number;
  #bytes = 0;
  readonly #limits: RowLimits;
  /** Models by the number of the row that follows them. */
  readonly #checkpoints = new Map<number, SystemModel>();

  constructor({ baseline = emptyModel(), next = 0, limits = liveLimits }: Partial<LogStart> = {}) {
    this.#limits = limits;
    this.#baseline = baseline;
    this.#next = next;
    this.head = structuredClone(baseline);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** About how much memory the rows take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of the next row, which is also how many rows there have been. */
  get next(): number {
    return this.#next;
  }

  /** Numbers a row and adds it. */
  add(body: RowBody & { at: number }): Row {
    const row = { ...body, n: this.#next } as Row;
    this.push(row);
    return row;
  }

  /** Adds a row that already has its number. */
  push(row: Row): void {
    this.#next = row.n + 1;
    this.#rows.push(row);
    this.#bytes += rowSize(row);
    applyRow(this.head, row);
    const { rows, bytes } = this.#limits;
    const hasTooMany = this.#rows.length > rows + Math.min(surplusRows, rows);
    if (hasTooMany || this.#bytes > bytes) this.#removeOldRows();
  }

  /** The system as it was after row `n`, or after the first row that is kept if `n` is gone. */
  modelAt(n: number): SystemModel {
    const first = this.#rows[0]?.n ?? this.#next;
    const last = Math.min(n, this.#next - 1);
    const start = Math.floor(last / rowsPerCheckpoint) * rowsPerCheckpoint;
    const known = start > first ? this.#checkpoint(start, first) : this.#baseline;
    const model = structuredClone(known);
    this.#applyRows(model, Math.max(start, first), last);
    return model;
  }

  start(): LogStart {
    const next = this.#rows[0]?.n ?? this.#next;
    return { baseline: this.#baseline, next, limits: this.#limits };
  }

  /** The model before row `n`. */
  #checkpoint(n: number, first: number): SystemModel {
    const known = this.#checkpoints.get(n);
    if (known) return known;
    const previous = n - rowsPerCheckpoint;
    const model = structuredClone(
      previous > first ? this.#checkpoint(previous, first) : this.#baseline,
    );
    this.#applyRows(model, Math.max(previous, first), n - 1);
    this.#checkpoints.set(n, model);
    return model;
  }

  #applyRows(model: SystemModel, from: number, to: number): void {
    const first = this.#rows[0]?.n ?? 0;
    for (let n = from; n <= to; n += 1) {
      const row = this.#rows[n - first];
      if (row) applyRow(model, row);
    }
  }

  #removeOldRows(): void {
    const surplus = Math.max(0, this.#rows.length - this.#limits.rows);
    const keptBytes = keptShare * this.#limits.bytes;
    let count = 0;
    while (count < this.#rows.length - 1 && (count < surplus || this.#bytes > keptBytes)) {
      const row = this.#rows[count] as Row;
      applyRow(this.#baseline, row);
      this.#bytes -= rowSize(row);
      count += 1;
    }
    this.#rows = this.#rows.slice(count);
    this.#checkpoints.clear();
  }
}
