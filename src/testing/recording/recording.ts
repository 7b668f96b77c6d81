import { parse } from 'node:path';
import { isObject } from '../../codec/jsonObject.js';
import { redact, redactSteps } from '../../secrets/redact.js';

export type Json = Record<string, unknown>;

/** One line of a recording. `at`: when it was written, in milliseconds since 1970. */
export type Entry = { at?: number } /** The CLI was started with these arguments. */ & (
  | { dir: 'argv'; args: string[] }
  /** A frame was written to stdin. */
  | { dir: 'in'; message: Json; text?: undefined; eof?: undefined }
  /** The prompt of a one-shot query was written to stdin. */
  | { dir: 'in'; text: string; message?: undefined; eof?: undefined }
  /** Stdin was closed. */
  | { dir: 'in'; eof: true; message?: undefined; text?: undefined }
  | OutEntry
  /** The CLI exited. `stderr` is the end of what it wrote there, `error` what the program got. */
  | {
      dir: 'exit';
      code: number | null;
      signal: NodeJS.Signals | null;
      stderr?: string;
      error?: { code: string; message?: string };
    }
);

/** A line on stdout: a frame, or any other text as it came. `unended`: its newline never came. */
export type OutEntry = { dir: 'out'; unended?: true } & (
  | { message: Json; text?: undefined }
  | { text: string; message?: undefined }
);

/** What an entry put on stdout. */
export function outText({ message, text, unended }: OutEntry): string {
  const line = message ? JSON.stringify(message) : text;
  return unended ? line : `${line}\n`;
}

export interface RecordingLine {
  /** Its number in the file, counted from 1. */
  number: number;
  entry: Entry;
}

export interface Recording {
  lines: readonly RecordingLine[];
  /** `oneShot`: a prompt is written to stdin. `session`: frames are. */
  mode: 'oneShot' | 'session';
}

/** The frame in a line, without secrets; undefined if the line is not a frame. */
export function redactedFrame(line: string): Json | undefined {
  return frameIn(redact(line));
}

/** Like `redactedFrame`, for long lines: yields now and then. */
export function* frameSteps(line: string): Generator<void, Json | undefined> {
  return frameIn(yield* redactSteps(line));
}

function frameIn(redacted: string): Json | undefined {
  try {
    const message: unknown = JSON.parse(redacted);
    return isObject(message) && typeof message.type === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The file for the process with this number, counted from 1: `name.ndjson`, `name.2.ndjson`, … */
export function recordingFile(file: string, count: number): string {
  if (count === 1) return file;
  const { dir, name, ext } = parse(file);
  return `${dir === '' ? '' : `${dir}/`}${name}.${count}${ext}`;
}

/** Whether a CLI with these arguments reads frames from stdin. Otherwise it reads a prompt. */
export function readsFrames(args: readonly string[]): boolean {
  return args.includes('--input-format');
}
