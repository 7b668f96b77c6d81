import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The text of a config file, without a byte order mark. Throws what the file system throws. */
export function readConfigFile(path: string, home: () => string = homedir): string {
  // No shell has seen a path that comes from a program, so `~` is still there.
  const place = /^~[/\\]/.test(path) ? join(home(), path.slice(2)) : path;
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(place));
}
