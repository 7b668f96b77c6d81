import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

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

/**
 * Parses a settings file the way the CLI does: a path relative to the CLI's working directory, UTF-8
 * or UTF-16 by its byte order mark, strict JSON. Returns undefined if it cannot: the CLI then says
 * what is wrong, or ignores the file.
 */
export function readSettingsFile(path: string, cwd = ''): unknown {
  try {
    const file = resolve(cwd, path);
    // Reading a pipe could block forever, and would leave nothing for the CLI.
    if (!statSync(file).isFile()) return undefined;
    const bytes = readFileSync(file);
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
    return JSON.parse(new TextDecoder(encoding).decode(bytes));
  } catch {
    return undefined;
  }
}
