import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JsonObject } from '../../../codec/jsonObject.js';
import { Conversation, type ConversationMessage } from '../Conversation.js';

/** The file of a transcript, and the fields that each of its entries has. */
export interface TranscriptInput {
  file: string;
  sessionId: string;
  cwd: string;
  version: string;
  /** The id of the subagent, if it is the transcript of one. */
  agentId?: string;
  /** Called with everything that is written. */
  mirror?(file: string, entries: readonly JsonObject[]): void;
}

/** The file in which the CLI stores a conversation, so that it can be resumed. */
export class Transcript {
  readonly #input: TranscriptInput;
  #last: string | null = null;

  constructor(input: TranscriptInput) {
    this.#input = input;
  }

  add(type: 'user' | 'assistant', message: JsonObject, uuid: string = randomUUID()): void {
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

  /** Copies the entries of another transcript, and continues from them. */
  copy(entries: readonly JsonObject[]): void {
    if (entries.length === 0) return;
    const { sessionId } = this.#input;
    this.#write(entries.map((entry) => ({ ...entry, sessionId })));
    this.follow(entries);
  }

  /** Makes the next entry follow these. */
  follow(entries: readonly JsonObject[]): void {
    this.#last = (entries.at(-1)?.uuid as string | undefined) ?? null;
  }

  #write(entries: readonly JsonObject[]): void {
    const { file, mirror } = this.#input;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    mirror?.(file, entries);
  }
}

/** The entries of a transcript; none if there is no such file. */
export function readTranscript(file: string): JsonObject[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JsonObject);
  } catch {
    return [];
  }
}

/** The conversation in a transcript's entries. */
export function messagesIn(entries: readonly JsonObject[]): ConversationMessage[] {
  const conversation = new Conversation();
  for (const { type, message } of entries) {
    if (type === 'user') conversation.addUser((message as JsonObject).content);
    else if (type === 'assistant') conversation.addAssistant(message as JsonObject);
  }
  return conversation.copy();
}
