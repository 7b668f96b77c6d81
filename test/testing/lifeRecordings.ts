import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Entry, readRecording, recordingNames } from '../support/recordings.js';

/** A line of a recording. Those of this folder can say more: the environment, bad lines, signals. */
export type LifeEntry =
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

/** Every recorded life: those that the whole project shares, and more for the simulated CLI alone. */
export const lifeNames: readonly string[] = [...recordingNames, ...ownNames];

export async function readLife(name: string): Promise<LifeEntry[]> {
  if (recordingNames.includes(name)) return (await readRecording(name)).entries as LifeEntry[];
  const lines = readFileSync(`${own}${name}.ndjson`, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as LifeEntry);
}

/** The environment of a recorded life, as far as it shows. */
export function environmentOf(name: string, entries: readonly LifeEntry[]): Record<string, string> {
  const [argv] = entries;
  const tellsState = entries.some(
    (entry) => entry.dir === 'out' && entry.message.subtype === 'session_state_changed',
  );
  return {
    CLAUDE_CONFIG_DIR: '/home/dev/project/.claude',
    ...(tellsState && { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' }),
    ...(name.includes('rewind') && { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true' }),
    ...(argv?.dir === 'argv' && argv.env),
  };
}
