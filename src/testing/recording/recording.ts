import { parse } from 'node:path';
import { isObject } from '../../codec/jsonObject.js';
import { redact } from '../../ffi/environment/secrets.js';
import type { Command } from '../../ffi/process/Port.js';

export type Json = Record<string, unknown>;

/** One line of a recording: an exchange with a CLI, seen from outside. */
export type Entry =
  | { dir: 'argv'; args: string[] }
  /** What the CLI was written. */
  | { dir: 'in'; message: Json; eof?: undefined }
  | { dir: 'in'; eof: true; message?: undefined }
  | OutEntry
  | { dir: 'exit'; code: number | null; signal: NodeJS.Signals | null; stderr?: string };

/** What the CLI said: a frame, or a line that is none, as it came. */
export type OutEntry = {
  dir: 'out' /** It broke off here: no line end came. */;
  unended?: true;
} & ({ message: Json; text?: undefined } | { text: string; message?: undefined });

/** What was on the CLI's stdout. */
export function outText({ message, text, unended }: OutEntry): string {
  const line = message ? JSON.stringify(message) : text;
  return unended ? line : `${line}\n`;
}

export interface Line {
  /** Its number in the file, counted from 1. */
  number: number;
  entry: Entry;
}

export interface Recording {
  lines: readonly Line[];
  /** A prompt on the command line and no input, or messages one by one. */
  mode: 'oneShot' | 'session';
}

/** A frame as a recording keeps it, without secrets; undefined where the line is none. */
export function redactedFrame(line: string, env: Command['env']): Json | undefined {
  try {
    const message: unknown = JSON.parse(redact(line, { env }));
    return isObject(message) && typeof message.type === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Where the recording of the process with this number lies, counted from 1: `name.2.ndjson`. */
export function recordingFile(file: string, count: number): string {
  if (count === 1) return file;
  const { dir, name, ext } = parse(file);
  return `${dir === '' ? '' : `${dir}/`}${name}.${count}${ext}`;
}
