import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../codec/jsonObject.js';
import type { CliFlags } from '../readArgv.js';
import { readTranscript } from './Transcript.js';

/** The session that a process resumes or starts. */
export interface OpenedSession {
  id: string;
  /** The earlier transcript entries. */
  entries: readonly JsonObject[];
  /** Whether it is a copy, with a new id. */
  isFork: boolean;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds the session to resume among the transcripts of a project, or starts a new one. */
export function openSession(
  { sessionId, resume, continue: latest, forkSession, resumeAt }: CliFlags,
  project: string,
): OpenedSession | { error: string; id: string } {
  const wanted = resume || (latest ? newestIn(project) : undefined);
  if (wanted === undefined) return { id: sessionId ?? randomUUID(), entries: [], isFork: false };
  if (!uuid.test(wanted)) {
    const usage = 'Usage: claude -p --resume <session-id|title>.';
    const error = `Error: --resume requires a valid session ID or session title when used with --print. ${usage} Provided value "${wanted}" is not a UUID and does not match any session title.`;
    return { error, id: randomUUID() };
  }
  const all = readTranscript(join(project, `${wanted}.jsonl`));
  if (all.length === 0) {
    return { error: `No conversation found with session ID: ${wanted}`, id: wanted };
  }
  const end = resumeAt === undefined ? -1 : all.findIndex((entry) => entry.uuid === resumeAt);
  const entries = end === -1 ? all : all.slice(0, end + 1);
  const id = forkSession ? (sessionId ?? randomUUID()) : wanted;
  return { id, entries, isFork: forkSession };
}

function newestIn(project: string): string | undefined {
  try {
    const times = readdirSync(project)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({ name, time: statSync(join(project, name)).mtimeMs }));
    const [newest] = times.toSorted((a, b) => b.time - a.time);
    return newest?.name.replace(/\.jsonl$/, '');
  } catch {
    return undefined;
  }
}
