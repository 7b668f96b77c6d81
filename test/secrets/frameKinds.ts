import { readRecording, recordingNames } from '../support/recordings.js';
import { secret } from './watchedRun.js';

type Json = Record<string, unknown>;

/** One frame of each kind that the recordings contain. */
export async function frameKinds(): Promise<Map<string, Json>> {
  const kinds = new Map<string, Json>();
  for (const name of recordingNames) {
    const { entries } = await readRecording(name);
    for (const entry of entries) if (entry.dir === 'out') add(entry.message);
  }
  return kinds;

  function add(frame: Json): void {
    const { type, subtype, request, response, event } = frame as Record<string, Json>;
    const { content } = (frame.message ?? {}) as { content?: unknown };
    const blocks = Array.isArray(content) ? content.map((block: Json) => block.type) : [];
    const inner = [request?.subtype, response?.subtype, event?.type, ...blocks];
    const kind = [type, subtype, ...inner].filter((part) => part !== undefined).join(' ');
    if (!kinds.has(kind)) kinds.set(kind, frame);
  }
}

/** Copies of a frame, each with the secret in another of its strings. */
export function* withSecret(value: unknown): Generator<unknown> {
  if (typeof value === 'string') {
    yield secret;
    if (value !== '') yield `${value} ${secret}`;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    for (const changed of withSecret(item)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
    if (!Array.isArray(value)) yield { ...value, [key]: undefined, [secret]: item };
  }
}
