import { closeSync, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs';
import type { Entry } from './recording.js';

/** Prompts and messages are in it, so only the user may read it. */
const mode = 0o600;

/**
 * A file that entries are written to, line by line. It is complete up to the last entry even if the
 * program dies. If it cannot be written, `onFailed` is called once and later entries are dropped.
 */
export class RecordingFile {
  readonly #onFailed: (error: unknown) => void;
  #descriptor: number | undefined;

  constructor(path: string, onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
    try {
      this.#descriptor = openSync(path, 'w', mode);
      // The mode above is for a new file only. A device is not ours to change.
      if (fstatSync(this.#descriptor).isFile()) fchmodSync(this.#descriptor, mode);
    } catch (error) {
      this.fail(error);
    }
  }

  get isOpen(): boolean {
    return this.#descriptor !== undefined;
  }

  write(entry: Entry): void {
    if (this.#descriptor === undefined) return;
    try {
      const bytes = Buffer.from(`${JSON.stringify({ ...entry, at: Date.now() })}\n`);
      let written = 0;
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Gives the recording up. */
  fail(error: unknown): void {
    this.close();
    this.#onFailed(error);
  }

  close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    try {
      if (descriptor !== undefined) closeSync(descriptor);
    } catch {
      // A network file system may report a failed write only now. There is nothing left to do.
    }
  }
}
