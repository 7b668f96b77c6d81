export type Json = Record<string, unknown>;

/** One line of a recording: an exchange with a CLI, seen from outside. */
export type Entry =
  | { dir: 'argv'; args: string[] }
  /** What the CLI was written. */
  | { dir: 'in'; message: Json; eof?: undefined }
  | { dir: 'in'; eof: true; message?: undefined }
  | { dir: 'out'; message: Json }
  | { dir: 'exit'; code: number | null; signal: NodeJS.Signals | null; stderr?: string };

export interface Line {
  /** Its number in the file, counted from 1. */
  number: number;
  entry: Entry;
}

export interface Recording {
  lines: readonly Line[];
  /** A prompt on the command line and no input, or messages one by one. */
  mode: 'oneShot' | 'session';
}
