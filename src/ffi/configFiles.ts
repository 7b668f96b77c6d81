import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expandHome, homeDirectory } from '../util/homeDirectory.js';

/**
 * Reads a config file as UTF-8, without a byte order mark. Throws the errors of `readFileSync`, and
 * a `TypeError` if the file is not valid UTF-8.
 */
export function readUtf8File(path: string, home: () => string = homeDirectory): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(expandHome(path, home)));
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
