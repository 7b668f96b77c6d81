import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Changes, changesBetween, type Files } from '../files.js';
import { WorkingDirectory } from '../WorkingDirectory.js';

/** Files on disk, with checkpoints to undo what tools changed. */
export class DiskFiles extends WorkingDirectory implements Files {
  /** By the uuid of a message: the earlier contents of each file that has changed since. */
  readonly #checkpoints = new Map<string, Map<string, string | undefined>>();

  read(path: string): string | undefined {
    try {
      return readFileSync(this.resolve(path), 'utf8');
    } catch {
      return undefined;
    }
  }

  write(path: string, text: string): void {
    const whole = this.resolve(path);
    for (const before of this.#checkpoints.values()) {
      if (!before.has(whole)) before.set(whole, this.read(whole));
    }
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  }

  all(): Record<string, string> {
    return {};
  }

  checkpoint(uuid: string): void {
    this.#checkpoints.set(uuid, new Map());
  }

  changesSince(uuid: string): Changes | undefined {
    const before = this.#checkpoints.get(uuid);
    return before && changesBetween(before, (path) => this.read(path));
  }

  rewind(uuid: string): void {
    for (const [path, text] of this.#checkpoints.get(uuid) ?? []) {
      if (text === undefined) rmSync(path, { force: true });
      else writeFileSync(path, text);
    }
  }
}
