import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes that can be filled. */
export class SmallDisk implements Disposable {
  readonly path: string;
  readonly #filler: string;

  private constructor(path: string) {
    this.path = path;
    this.#filler = join(path, 'filler');
  }

  /** Undefined if this user may not mount anything. */
  static mount(megabytes: number): SmallDisk | undefined {
    const path = mkdtempSync(join(tmpdir(), 'claude-actors-disk-'));
    const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path];
    try {
      execFileSync('mount', args, { stdio: 'ignore' });
      return new SmallDisk(path);
    } catch {
      rmSync(path, { recursive: true });
      return undefined;
    }
  }

  /** Leaves room for a few bytes only. */
  fill({ leave = 0 }: { leave?: number } = {}): void {
    const file = openSync(this.#filler, 'a');
    try {
      for (const block of [1 << 20, 4096]) writeUntilFull(file, Buffer.alloc(block));
      ftruncateSync(file, Math.max(0, fstatSync(file).size - leave));
    } finally {
      closeSync(file);
    }
  }

  /** Makes room again. */
  free(): void {
    rmSync(this.#filler, { force: true });
  }

  [Symbol.dispose](): void {
    // Something may still be closing its files.
    execFileSync('umount', ['--lazy', this.path], { stdio: 'ignore' });
    rmSync(this.path, { recursive: true, force: true });
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOSPC') throw error;
  }
}
