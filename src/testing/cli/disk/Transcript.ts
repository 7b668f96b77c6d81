import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ApiMessage, Conversation } from '../Conversation.js';
import type { Frame } from '../Output.js';

/** Where a transcript is kept, and what each of its entries says of its session. */
export interface TranscriptInput {
  file: string;
  sessionId: string;
  cwd: string;
  version: string;
  /** Of a subagent. */
  agentId?: string;
  /** Told of all that is written. */
  mirror?(file: string, entries: readonly Frame[]): void;
}

/** The file in which the CLI keeps a conversation, so that it can be resumed. */
export class Transcript {
  readonly #input: TranscriptInput;
  #last: string | null = null;

  constructor(place: TranscriptInput) {
    this.#input = place;
  }

  add(type: 'user' | 'assistant', message: Frame, uuid: string = randomUUID()): void {
    const { sessionId, cwd, version, agentId } = this.#input;
    this.#write([
      {
        parentUuid: this.#last,
        isSidechain: agentId !== undefined,
        ...(agentId !== undefined && { agentId }),
        type,
        message,
        uuid,
        timestamp: new Date().toISOString(),
        userType: 'external',
        cwd,
        sessionId,
        version,
      },
    ]);
    this.#last = uuid;
  }

  /** Entries of another transcript, which this one goes on with. */
  copy(entries: readonly Frame[]): void {
    if (entries.length === 0) return;
    const { sessionId } = this.#input;
    this.#write(entries.map((entry) => ({ ...entry, sessionId })));
    this.follow(entries);
  }

  /** What is written now comes after these. */
  follow(entries: readonly Frame[]): void {
    this.#last = (entries.at(-1)?.uuid as string | undefined) ?? null;
  }

  #write(entries: readonly Frame[]): void {
    const { file, mirror } = this.#input;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    mirror?.(file, entries);
  }
}

/** The entries of a transcript; none if there is no such file. */
export function readTranscript(file: string): Frame[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Frame);
  } catch {
    return [];
  }
}

/** The conversation that entries tell of. */
export function messagesIn(entries: readonly Frame[]): ApiMessage[] {
  const conversation = new Conversation();
  for (const { type, message } of entries) {
    if (type === 'user') conversation.addUser((message as Frame).content);
    else if (type === 'assistant') conversation.addAssistant(message as Frame);
  }
  return conversation.copy();
}
