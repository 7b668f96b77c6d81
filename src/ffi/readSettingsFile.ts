import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Parses a settings file the way the CLI does: a path relative to the CLI's working directory, UTF-8
 * or UTF-16 by its byte order mark, strict JSON. Returns undefined if it cannot: the CLI then says
 * what is wrong, or ignores the file.
 */
export function readSettingsFile(path: string, cwd = process.cwd()): unknown {
  try {
    const bytes = readFileSync(resolve(cwd, path));
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
    return JSON.parse(new TextDecoder(encoding).decode(bytes));
  } catch {
    return undefined;
  }
}
