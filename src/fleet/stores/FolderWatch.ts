import { type FSWatcher, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';

/** Tells which files of a folder other processes have changed. */
export class FolderWatch {
  readonly #folder: string;
  readonly #onChange: (name: string) => void;
  #watcher: FSWatcher | undefined;
  #starting: Promise<void> | undefined;
  #isClosed = false;

  constructor(folder: string, onChange: (name: string) => void) {
    this.#folder = folder;
    this.#onChange = onChange;
  }

  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  close(): void {
    this.#isClosed = true;
    this.#watcher?.close();
  }

  async #start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (this.#isClosed) return;
    this.#watcher = watch(this.#folder, { persistent: false }, (_, name) => {
      if (name) this.#onChange(name);
    });
    // The folder was deleted, for example. Readers still see everything when they ask.
    this.#watcher.on('error', () => {});
  }
}
