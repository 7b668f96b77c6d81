import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { isObject, textOf } from '../../codec/jsonObject.js';
import { ClaudeActorsError } from '../../errors.js';
import { type Entry, type Recording, type RecordingLine, readsFrames } from './recording.js';

/** Reads a recording. Rejects with the line number if a line is invalid. */
export async function readRecording(path: string): Promise<Recording> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw unusable(`${path} cannot be read (${cause.code}). Pass the path of a recording.`);
  });
  return parseRecording(path, text);
}

/** Reads the text of a recording. `path` is what errors call it. */
export async function parseRecording(path: string, text: string): Promise<Recording> {
  const lines = await readLines(path, text);
  const [first] = lines;
  if (first === undefined) throw unusable(`${path} is empty. Pass the path of a recording.`);
  if (first.entry.dir !== 'argv') {
    throw invalidLine(path, first.number, 'a recording begins with {"dir":"argv","args":[…]}');
  }
  for (const [index, { number, entry }] of lines.entries()) {
    if (entry.dir === 'argv' && index > 0) throw invalidLine(path, number, 'the CLI starts twice');
    if (entry.dir === 'exit' && index < lines.length - 1) {
      throw invalidLine(path, number, 'the CLI exits here, and more lines follow');
    }
  }
  const { args } = first.entry;
  return { lines, mode: readsFrames(args) ? 'session' : 'oneShot' };
}

async function readLines(path: string, file: string): Promise<RecordingLine[]> {
  const text = withoutHalfLine(file.replace(/^\uFEFF/, ''));
  // The parser skips empty lines and does not report line numbers.
  const rows = text
    .split(/\r?\n/)
    .map((row, index) => ({ number: index + 1, text: row }))
    .filter((row) => row.text !== '');
  const values: unknown[] = [];
  // Loaded late: the inspector's page can reach this file, and few programs read a recording.
  const { default: ndjson } = await import('ndjson');
  try {
    for await (const value of Readable.from([text]).pipe(ndjson.parse())) values.push(value);
  } catch {
    // Nor does the parser report which line it could not read, and it stops at a bare `null`.
  }
  if (values.length < rows.length) {
    for (const row of rows) checkRow(path, row.number, row.text);
  }
  return values.map((value, index) => {
    const { number } = rows[index] as { number: number };
    const problem = problemOf(value);
    if (problem !== undefined) throw invalidLine(path, number, problem);
    return { number, entry: value as Entry };
  });
}

/** A program that was killed while it recorded leaves half a line at the end. */
function withoutHalfLine(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  if (end === 0) return text;
  try {
    JSON.parse(text.slice(end));
    return text;
  } catch {
    return text.slice(0, end);
  }
}

function checkRow(path: string, number: number, text: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidLine(path, number, 'it is not JSON');
  }
  if (value === null) throw invalidLine(path, number, 'it is not a JSON object');
}

/** Why a value is not an entry; undefined if it is one. */
function problemOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not a JSON object';
  const isFrame = isObject(value.message) && typeof value.message.type === 'string';
  switch (value.dir) {
    case 'argv': {
      const { args } = value;
      const isList = Array.isArray(args) && args.every((one) => typeof one === 'string');
      return isList ? undefined : '"args" is not a list of strings';
    }
    case 'in':
      if (isFrame || typeof value.text === 'string' || value.eof === true) return;
      return 'it has neither a "message", nor "text", nor "eof"';
    case 'out':
      if (isFrame || (typeof value.text === 'string' && value.message === undefined)) return;
      return 'it has neither a "text" nor a "message" that is an object with a "type"';
    case 'exit': {
      const isExit = typeof value.code === 'number' || typeof value.signal === 'string';
      return isExit ? undefined : 'it has neither a "code" nor a "signal"';
    }
    default:
      return `"dir" is ${textOf(value.dir)} instead of argv, in, out or exit`;
  }
}

function invalidLine(path: string, line: number, why: string): ClaudeActorsError {
  return unusable(`${path} is not a recording. Line ${line}: ${why}.`);
}

function unusable(message: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, { option: 'file' });
}
