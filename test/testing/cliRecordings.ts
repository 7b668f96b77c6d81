import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Entry, readRecording, recordingNames } from '../support/recordings.js';

/** A line of a recording. Recordings of this folder also have the environment, bad lines and signals. */
export type CliEntry =
  | Exclude<Entry, { dir: 'argv' } | { dir: 'in' }>
  | { dir: 'argv'; args: string[]; env?: Record<string, string> }
  | { dir: 'in'; message: Record<string, unknown>; eof?: undefined; line?: undefined }
  | { dir: 'in'; eof: true; message?: undefined; line?: undefined }
  | { dir: 'in'; line: string; message?: undefined; eof?: undefined }
  | { dir: 'signal'; signal: 'SIGINT' };

const own = fileURLToPath(new URL('./recordings/', import.meta.url));

const ownNames = readdirSync(own).flatMap((version) =>
  readdirSync(`${own}${version}`).map((file) => `${version}/${file.replace(/\.ndjson$/, '')}`),
);

/** All recordings: those of the whole project, and further ones for the simulated CLI. */
export const cliRecordingNames: readonly string[] = [...recordingNames, ...ownNames];

export async function readCliRecording(name: string): Promise<CliEntry[]> {
  if (recordingNames.includes(name)) return (await readRecording(name)).entries as CliEntry[];
  const lines = readFileSync(`${own}${name}.ndjson`, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as CliEntry);
}

/** The environment of a recording, as far as it can be derived from it. */
export function environmentOf(name: string, entries: readonly CliEntry[]): Record<string, string> {
  const [argv] = entries;
  const reportsState = entries.some(
    (entry) => entry.dir === 'out' && entry.message.subtype === 'session_state_changed',
  );
  return {
    CLAUDE_CONFIG_DIR: '/home/dev/project/.claude',
    ...(reportsState && { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' }),
    ...(name.includes('rewind') && { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true' }),
    ...(argv?.dir === 'argv' && argv.env),
  };
}
