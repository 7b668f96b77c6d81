import { isObject, type JsonObject } from '../../codec/jsonObject.js';

/** A line as an object. Undefined if it is none: a crash may leave half a line, or zeros before one. */
export function parseLine(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.startsWith('\0') ? line.replace(/^\0+/, '') : line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value of the first `"key": "…"` in a text that may begin or end within a line. */
export function firstString(text: string, key: string): string | undefined {
  return stringsAt(text, key).next().value;
}

/** The value of the last `"key": "…"` in a text that may begin or end within a line. */
export function lastString(text: string, key: string): string | undefined {
  let last: string | undefined;
  for (const value of stringsAt(text, key)) last = value;
  return last;
}

function* stringsAt(text: string, key: string): Generator<string, undefined> {
  // The CLI writes no space. Others who write transcripts might.
  for (const mark of [`"${key}":"`, `"${key}": "`]) {
    let at = text.indexOf(mark);
    while (at >= 0) {
      const start = at + mark.length;
      const end = endOfString(text, start);
      if (end < 0) break;
      yield unescapeJson(text.slice(start, end));
      at = text.indexOf(mark, end + 1);
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
  return -1;
}

/** Also copies: a part of a string would keep all of it in memory. */
function unescapeJson(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return copyText(raw);
  }
}

/** A string that shares no memory with another one. */
export function copyText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
