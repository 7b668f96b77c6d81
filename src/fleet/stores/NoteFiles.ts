import { appendFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { noteFileBytes } from '../../defaults/fleetDefaults.js';
import type { StoredJson } from '../storeTypes.js';
import { FolderWatch } from './FolderWatch.js';
import { readFrom } from './RecordLog.js';

interface Line {
  by: string;
  epoch: number;
  note: StoredJson;
}

export interface NoteReader {
  isWatched(name: string): boolean;
  onNote(name: string, epoch: number, note: StoredJson): Promise<void>;
}

/** Passes notes to other processes on this machine, through files that they watch. */
export class NoteFiles {
  readonly #folder: string;
  readonly #reader: NoteReader;
  readonly #watch: FolderWatch;
  /** Marks our own notes, which our watchers have already got. */
  readonly #ownMark: string = crypto.randomUUID();
  readonly #waiting = new Map<string, string>();
  readonly #offsets = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(folder: string, reader: NoteReader) {
    this.#folder = folder;
    this.#reader = reader;
    this.#watch = new FolderWatch(folder, (name) => {
      if (!name.endsWith('.jsonl') || !reader.isWatched(name)) return;
      this.#reading = this.#reading.then(() => this.#read(name)).catch(() => {});
    });
  }

  start(): Promise<void> {
    return this.#watch.start();
  }

  /** Adds a note. Notes that come in during a write are written together after it. */
  append(name: string, epoch: number, note: StoredJson): void {
    const line: Line = { by: this.#ownMark, epoch, note };
    const file = `${name}.jsonl`;
    this.#waiting.set(file, `${this.#waiting.get(file) ?? ''}${JSON.stringify(line)}\n`);
    this.#writing ??= this.#write();
  }

  async close(): Promise<void> {
    this.#watch.close();
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      while (this.#waiting.size > 0) {
        const batch = [...this.#waiting];
        this.#waiting.clear();
        for (const [name, text] of batch) {
          const file = join(this.#folder, name);
          const size = (await stat(file).catch(() => undefined))?.size ?? 0;
          if (size > noteFileBytes) await rm(file, { force: true });
          await appendFile(file, text, { mode: 0o600 });
        }
      }
    } catch {
      // Notes may be lost.
      this.#waiting.clear();
    } finally {
      this.#writing = undefined;
    }
  }

  async #read(name: string): Promise<void> {
    const file = join(this.#folder, name);
    const size = (await stat(file).catch(() => undefined))?.size ?? 0;
    const known = this.#offsets.get(name) ?? 0;
    // A shorter file is a new one: the old one was deleted because it had become too long.
    const from = size < known ? 0 : known;
    const bytes = await readFrom(file, from);
    const end = bytes.lastIndexOf(10) + 1;
    this.#offsets.set(name, from + end);
    for (const text of bytes.toString('utf8', 0, end).split('\n')) {
      const line = text === '' ? undefined : parse(text);
      if (line && line.by !== this.#ownMark) {
        await this.#reader.onNote(name, line.epoch, line.note);
      }
    }
  }
}

function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}
