import { createReadStream, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ndjson from 'ndjson';

type Json = Record<string, unknown>;

/** One line of a recording: an exchange with the real CLI, seen from outside. */
export type Entry =
  | { dir: 'argv'; args: string[] }
  | { dir: 'in'; message: Json; eof?: undefined }
  | { dir: 'in'; eof: true; message?: undefined }
  | { dir: 'out'; message: Json }
  | { dir: 'exit'; code: number | null; signal: string | null; stderr: string };

const root = fileURLToPath(new URL('../fixtures/recordings/', import.meta.url));

export interface Recording {
  /** For example `cli-2.1.325/session-two-turns`. */
  name: string;
  entries: Entry[];
}

export const recordingNames: string[] = readdirSync(root)
  .flatMap((version) => readdirSync(`${root}${version}`).map((file) => `${version}/${file}`))
  .map((path) => path.replace(/\.ndjson$/, ''));

export async function readRecording(name: string): Promise<Recording> {
  const entries: Entry[] = [];
  for await (const entry of createReadStream(`${root}${name}.ndjson`).pipe(ndjson.parse())) {
    entries.push(entry as Entry);
  }
  return { name, entries };
}
