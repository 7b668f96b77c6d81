import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Reads a config file as UTF-8, without a byte order mark. Throws the errors of `readFileSync`, and
 * a `TypeError` if the file is not valid UTF-8.
 */
export function readUtf8File(path: string, home: () => string = homedir): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(expandHome(path, home)));
}

/** Replaces a leading `~`. A path that did not pass through a shell may still have one. */
function expandHome(path: string, home: () => string): string {
  return /^~[/\\]/.test(path) ? join(home(), path.slice(2)) : path;
}
