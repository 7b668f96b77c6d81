import { posix } from 'node:path';

/** What going back to a checkpoint changes, and how many lines. */
export interface Changes {
  paths: string[];
  insertions: number;
  deletions: number;
}

/** The files that the tools see, in memory or on the disk. */
export interface Files {
  /** Where the tools are at work now. */
  readonly cwd: string;
  enter(cwd: string): void;
  resolve(path: string): string;
  /** How a path is shown: what lies in the session's directory without it. */
  display(path: string): string;
  isInside(path: string): boolean;
  read(path: string): string | undefined;
  write(path: string, text: string): void;
  /** Those in memory, by the path that is shown. */
  all(): Record<string, string>;
  /** A message is taken up: its uuid names what there is now. */
  checkpoint(uuid: string): void;
  /** Undefined if there is no such checkpoint. */
  changesSince(uuid: string): Changes | undefined;
  rewind(uuid: string): void;
}

/** The directory of a session and the one it works in now; how paths are read and shown from them. */
export class WorkingDirectory {
  readonly #root: string;
  #cwd: string;

  constructor(root: string) {
    this.#root = root;
    this.#cwd = root;
  }

  get cwd(): string {
    return this.#cwd;
  }

  enter(cwd: string): void {
    this.#cwd = cwd;
  }

  resolve(path: string): string {
    const isAbsolute = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
    return isAbsolute ? path : posix.join(this.cwd.replaceAll('\\', '/'), path);
  }

  display(path: string): string {
    const base = `${this.#root.replaceAll('\\', '/')}/`;
    const whole = this.resolve(path);
    return whole.startsWith(base) ? whole.slice(base.length) : whole;
  }

  isInside(path: string): boolean {
    return this.display(path) !== this.resolve(path);
  }
}

/** The difference between two states of some files, in lines. */
export function changesBetween(
  before: ReadonlyMap<string, string | undefined>,
  now: (path: string) => string | undefined,
): Changes {
  const paths = [...before.keys()].filter((path) => before.get(path) !== now(path));
  const lines = (text: (path: string) => string | undefined) =>
    paths.reduce((sum, path) => sum + (text(path)?.split('\n').length ?? 0), 0);
  return { paths, insertions: lines((path) => before.get(path)), deletions: lines(now) };
}
