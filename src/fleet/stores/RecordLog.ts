import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifMissing } from '../../util/files.js';
import type { NewRow, StoredJson, StoredRow } from '../storeTypes.js';

/** One line of the file: a change on top of a version of the record. */
interface Line {
  base: number;
  /** Tells the writer which lines are its own. */
  by: string;
  state?: StoredJson;
  rows?: readonly NewRow[];
}

/** Where the rows of a line are. */
interface RowPosition {
  offset: number;
  version: number;
  firstCursor: number;
}

/**
 * A record in a file that several processes append to, without locks.
 *
 * Each line says which version of the record it changes. The first line in the file that changes a
 * version counts, and all others for that version are ignored. Appends have an order on which all
 * processes agree, so a writer appends its line, reads the file and knows whether it was the first.
 * Half a line, left by a crash, is ignored: every line begins and ends with a newline.
 */
export class RecordLog {
  readonly #file: string;
  readonly #ids = new Set<string>();
  readonly #rowPositions: RowPosition[] = [];
  #offset = 0;
  #version = 0;
  #cursor = 0;
  state: StoredJson | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  has(id: string | undefined): boolean {
    return id !== undefined && this.#ids.has(id);
  }

  /** Reads what was added to the file, and returns who wrote a version, if that is new. */
  async refresh(version?: number): Promise<string | undefined> {
    const text = await readFrom(this.#file, this.#offset);
    let writer: string | undefined;
    let offset = this.#offset;
    for (const { line, end } of linesOf(text, this.#offset)) {
      if (line?.base === this.#version) {
        this.#apply(line, offset);
        if (this.#version === version) writer = line.by;
      }
      offset = end;
    }
    this.#offset = offset;
    return writer;
  }

  /** Appends a change to the version that was read last. False if another process was first. */
  async append(change: Pick<Line, 'state' | 'rows'>): Promise<boolean> {
    const by = crypto.randomUUID();
    const line: Line = { base: this.#version, by, ...change };
    await appendAndSync(this.#file, `\n${JSON.stringify(line)}\n`);
    return (await this.refresh(this.#version + 1)) === by;
  }

  async rows(after: number, limit: number): Promise<StoredRow[]> {
    await this.refresh();
    if (after >= this.#cursor) return [];
    const index = this.#rowPositions.findLastIndex(({ firstCursor }) => firstCursor <= after + 1);
    const position = this.#rowPositions[Math.max(index, 0)];
    if (!position) return [];
    const text = await readFrom(this.#file, position.offset);
    const found: StoredRow[] = [];
    let { version, firstCursor: cursor } = position;
    for (const { line } of linesOf(text, position.offset)) {
      if (line?.base !== version) continue;
      version += 1;
      for (const row of line.rows ?? []) {
        if (cursor > after && found.length < limit) found.push({ cursor, ...row });
        cursor += 1;
      }
      if (found.length >= limit) break;
    }
    return found;
  }

  #apply({ state, rows = [] }: Line, offset: number): void {
    if (state) this.state = state;
    if (rows.length > 0) {
      this.#rowPositions.push({ offset, version: this.#version, firstCursor: this.#cursor + 1 });
    }
    for (const { id } of rows) if (id !== undefined) this.#ids.add(id);
    this.#cursor += rows.length;
    this.#version += 1;
  }
}

/** The complete lines of a text, each with the offset in bytes that follows it. */
function* linesOf(bytes: Buffer, from: number): Iterable<{ line: Line | undefined; end: number }> {
  let start = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    const text = bytes.toString('utf8', start, end);
    start = end + 1;
    yield { line: text === '' ? undefined : parse(text), end: from + start };
  }
}

const newline = 10;

function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/** The bytes of a file from an offset to its end. None if there is no such file. */
export async function readFrom(file: string, offset: number): Promise<Buffer> {
  const handle = await open(file, 'r').catch(ifMissing(undefined));
  if (!handle) return Buffer.alloc(0);
  try {
    const { size } = await handle.stat();
    if (size <= offset) return Buffer.alloc(0);
    const bytes = Buffer.alloc(size - offset);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function appendAndSync(file: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const handle = await open(file, 'a', 0o600).catch(async (error: { code?: unknown }) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return open(file, 'a', 0o600);
  });
  try {
    const { bytesWritten } = await handle.write(bytes);
    // A second write for the rest could end up after a line of another process.
    if (bytesWritten < bytes.length)
      throw new Error(`${file} could not be written: the disk is full`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
