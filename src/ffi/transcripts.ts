import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { transcriptTail } from '../defaults/usageAndStreams.js';

/** An entry of a transcript. */
export interface TranscriptLine {
  type?: unknown;
  timestamp?: unknown;
  message?: unknown;
}

/**
 * The entries that a conversation and its subagents have written since a time: none if its
 * transcript is not on this disk. Only the ends of the files are read, because they may be large.
 */
export async function transcriptEntriesSince(
  configFolder: string,
  sessionId: string,
  since: number,
): Promise<TranscriptLine[]> {
  const files = await transcriptsOf(configFolder, sessionId);
  const entries = await Promise.all(files.map((file) => tailOf(file, since)));
  return entries.flat();
}

async function transcriptsOf(configFolder: string, sessionId: string): Promise<string[]> {
  const projects = join(configFolder, 'projects');
  const folders = await readdir(projects).catch(() => []);
  const found = await Promise.all(
    folders.map(async (folder) => {
      const subagents = join(projects, folder, sessionId, 'subagents');
      const names = await readdir(subagents).catch(() => []);
      const agents = names.filter((name) => name.endsWith('.jsonl'));
      return [
        join(projects, folder, `${sessionId}.jsonl`),
        ...agents.map((name) => join(subagents, name)),
      ];
    }),
  );
  return found.flat();
}

/** Reads a longer and longer end of a file, until it goes back to the given time. */
async function tailOf(file: string, since: number): Promise<TranscriptLine[]> {
  const about = await stat(file).catch(() => undefined);
  if (!about || about.mtimeMs < since) return [];
  for (let bytes = transcriptTail.firstBytes; ; bytes *= 4) {
    const isWhole = bytes >= about.size;
    const lines = (await readEnd(file, about.size, Math.min(bytes, about.size))).split('\n');
    // The first line is cut off, unless it is the first of the file.
    const entries = (isWhole ? lines : lines.slice(1)).flatMap(parse);
    const oldest = entries.map(timeOf).find((time) => !Number.isNaN(time));
    if (isWhole || bytes >= transcriptTail.maxBytes || (oldest ?? since) < since) return entries;
  }
}

async function readEnd(file: string, size: number, bytes: number): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, size - bytes);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A process that was killed may have left half a line. */
function parse(line: string): TranscriptLine[] {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? [entry] : [];
  } catch {
    return [];
  }
}

function timeOf({ timestamp }: TranscriptLine): number {
  return typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
}
