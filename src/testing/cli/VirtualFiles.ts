import { type Changes, changesBetween, type Files } from './files.js';
import { WorkingDirectory } from './WorkingDirectory.js';

/** Files in memory. The disk is never read or written. */
export class VirtualFiles extends WorkingDirectory implements Files {
  readonly #files: Map<string, string>;
  /** The contents at the start of a turn, by the uuid of its message. */
  readonly #checkpoints = new Map<string, ReadonlyMap<string, string>>();

  constructor(cwd: string, files: Readonly<Record<string, string>>) {
    super(cwd);
    this.#files = new Map(Object.entries(files).map(([path, text]) => [this.resolve(path), text]));
  }

  read(path: string): string | undefined {
    return this.#files.get(this.resolve(path));
  }

  write(path: string, text: string): void {
    this.#files.set(this.resolve(path), text);
  }

  /** Removes a file; returns whether it existed. */
  remove(path: string): boolean {
    return this.#files.delete(this.resolve(path));
  }

  /** Removes a file or everything in a folder; returns whether there was anything. */
  removeTree(path: string): boolean {
    const whole = this.resolve(path).replace(/\/+$/, '');
    const paths = [...this.#files.keys()].filter(
      (one) => one === whole || one.startsWith(`${whole}/`),
    );
    for (const one of paths) this.#files.delete(one);
    return paths.length > 0;
  }

  all(): Record<string, string> {
    return Object.fromEntries([...this.#files].map(([path, text]) => [this.display(path), text]));
  }

  checkpoint(uuid: string): void {
    this.#checkpoints.set(uuid, new Map(this.#files));
  }

  changesSince(uuid: string): Changes | undefined {
    const before = this.#checkpoints.get(uuid);
    if (!before) return undefined;
    const paths = new Set([...before.keys(), ...this.#files.keys()]);
    const then = new Map([...paths].map((path) => [path, before.get(path)]));
    return changesBetween(then, (path) => this.#files.get(path));
  }

  rewind(uuid: string): void {
    const before = this.#checkpoints.get(uuid) ?? new Map<string, string>();
    this.#files.clear();
    for (const [path, text] of before) this.#files.set(path, text);
  }
}
