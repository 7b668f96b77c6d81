/** What a rewind to a checkpoint would change. */
export interface Changes {
  paths: string[];
  insertions: number;
  deletions: number;
}

/** The files that tools work on, in memory or on disk. */
export interface Files {
  /** The current working directory. */
  readonly cwd: string;
  enter(cwd: string): void;
  resolve(path: string): string;
  /** The path to show: relative if it lies in the session's directory. */
  display(path: string): string;
  isInside(path: string): boolean;
  read(path: string): string | undefined;
  write(path: string, text: string): void;
  /** The files in memory, by displayed path. */
  all(): Record<string, string>;
  /** Remembers the current contents under the uuid of a message. */
  checkpoint(uuid: string): void;
  /** Undefined if there is no such checkpoint. */
  changesSince(uuid: string): Changes | undefined;
  rewind(uuid: string): void;
}

/** The difference between two states of some files, counted in lines. */
export function changesBetween(
  before: ReadonlyMap<string, string | undefined>,
  now: (path: string) => string | undefined,
): Changes {
  const paths = [...before.keys()].filter((path) => before.get(path) !== now(path));
  const lines = (text: (path: string) => string | undefined) =>
    paths.reduce((sum, path) => sum + (text(path)?.split('\n').length ?? 0), 0);
  return { paths, insertions: lines((path) => before.get(path)), deletions: lines(now) };
}
