import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { JsonObject } from '../../codec/jsonObject.js';
import {
  sidecarBytes,
  transcriptChunkBytes,
  transcriptEndBytes,
  transcriptLineBytes,
  transcriptReads,
} from '../../defaults/conversations.js';
import { parseLine } from './jsonLines.js';
import type { TranscriptEnds } from './sessionInfo.js';

// Windows has neither. `O_NONBLOCK`: opening a FIFO must not wait for its other end. `O_NOFOLLOW`: a
// link could lead out of the folder.
const { O_RDONLY, O_RDWR, O_APPEND, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
const safely = O_NONBLOCK | O_NOFOLLOW;
const newline = 0x0a;

/** Opens a transcript. Undefined if it is missing, empty, or no file. */
async function openTranscript(path: string, flags: number): Promise<FileHandle | undefined> {
  const file = await open(path, flags | safely).catch((error: NodeJS.ErrnoException) => {
    if (isAbsence(error)) return undefined;
    throw error;
  });
  const stat = await file?.stat();
  if (stat?.isFile() && stat.size > 0) return file;
  await file?.close();
  return undefined;
}

/** ENXIO: a FIFO or a socket. ELOOP: a link. */
function isAbsence({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENXIO', 'ELOOP', 'EMLINK', 'ENAMETOOLONG'].includes(code);
}

async function withFile<T>(
  path: string,
  flags: number,
  use: (file: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  const file = await openTranscript(path, flags);
  if (!file) return undefined;
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Reads the ends of a transcript. Undefined if it cannot be read. */
export async function readEnds(path: string): Promise<TranscriptEnds | undefined> {
  return withFile(path, O_RDONLY, async (file) => {
    const { size, mtime } = await file.stat();
    const head = await readText(file, 0);
    const start = size - transcriptEndBytes;
    const tail = start > 0 ? await readText(file, start) : head;
    return { head, tail, size, mtime: mtime.getTime() };
  }).catch(() => undefined);
}

/** Buffers for the ends. A list of many conversations would else leave as many behind as it reads. */
const spare: Buffer[] = [];

async function readText(file: FileHandle, position: number): Promise<string> {
  const bytes = spare.pop() ?? Buffer.allocUnsafeSlow(transcriptEndBytes);
  try {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    if (spare.length < transcriptReads) spare.push(bytes);
  }
}

/** Calls `see` with each entry, in order, and skips lines that are none. False if there is no transcript. */
export async function readEntries(
  path: string,
  see: (entry: JsonObject) => void | Promise<void>,
  isWanted: (line: string) => boolean = () => true,
): Promise<boolean> {
  const found = await withFile(path, O_RDONLY, async (file) => {
    for await (const line of linesOf(file)) {
      const entry = isWanted(line) ? parseLine(line) : undefined;
      if (entry) await see(entry);
    }
    return true;
  });
  return found ?? false;
}

async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  let size = 0;
  const take = () => {
    const isTooLong = size > transcriptLineBytes;
    const line = isTooLong ? '' : Buffer.concat(pending).toString('utf8');
    pending = [];
    size = 0;
    return line;
  };
  const keep = (part: Buffer) => {
    size += part.length;
    if (size <= transcriptLineBytes) pending.push(part);
    else pending = [];
  };
  for (;;) {
    const chunk = Buffer.allocUnsafe(transcriptChunkBytes);
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) break;
    let start = 0;
    const bytes = chunk.subarray(0, bytesRead);
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      keep(bytes.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(bytes.subarray(start));
  }
  yield take();
}

/**
 * Adds a line to a transcript, in one write at its end: the CLI may be writing to it at the same
 * time. False if there is no transcript.
 */
export async function appendEntry(path: string, entry: JsonObject): Promise<boolean> {
  const line = `${JSON.stringify(entry)}\n`;
  const appended = await withFile(path, O_RDWR | O_APPEND, async (file) => {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    await file.read(last, 0, 1, size - 1);
    // A crash may have left half a line. It must not swallow this one.
    await file.appendFile(last[0] === newline ? line : `\n${line}`);
    return true;
  });
  return appended ?? false;
}

/** Writes a new transcript. Fails if there is one already, and leaves nothing behind if it fails. */
export async function writeTranscript(path: string, entries: Iterable<JsonObject>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let lines = '';
    for (const entry of entries) {
      lines += `${JSON.stringify(entry)}\n`;
      if (lines.length < transcriptChunkBytes) continue;
      await file.appendFile(lines);
      lines = '';
    }
    await file.appendFile(lines);
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/** Reads a small file of JSON beside a transcript. Undefined if it is missing, too large or no JSON. */
export async function readSidecar(path: string): Promise<unknown> {
  return withFile(path, O_RDONLY, async (file) => {
    const { size } = await file.stat();
    return size > sidecarBytes ? undefined : JSON.parse(await file.readFile('utf8'));
  }).catch(() => undefined);
}
