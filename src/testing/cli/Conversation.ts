import type { JsonObject } from '../../codec/jsonObject.js';

export interface ConversationMessage {
  role: 'user' | 'assistant';
  content: JsonObject[];
  /** The id of the model's message: one message can span several frames. */
  id?: string;
}

/** Called for each addition, for example to store it on disk. */
export type OnAdded = (
  role: ConversationMessage['role'],
  message: JsonObject,
  uuid?: string,
) => void;

/** A conversation with the model, in the form that the API expects. */
export class Conversation {
  readonly #messages: ConversationMessage[];
  #onAdded: OnAdded;

  constructor(onAdded: OnAdded = () => {}, messages: readonly ConversationMessage[] = []) {
    this.#messages = [...messages];
    this.#onAdded = onAdded;
  }

  copy(): ConversationMessage[] {
    return [...this.#messages];
  }

  get messages(): { role: string; content: readonly JsonObject[] }[] {
    return this.#messages.map(({ role, content }) => ({ role, content }));
  }

  /** Adds what the user, a tool or the CLI itself says to the model. */
  addUser(content: unknown, uuid?: string): void {
    this.#add({ role: 'user', content: blocksOf(content) });
    this.#onAdded('user', { role: 'user', content }, uuid);
  }

  /** Adds what the model said. */
  addAssistant(message: JsonObject): void {
    const id = String(message.id);
    this.#add({ role: 'assistant', content: blocksOf(message.content), id });
    this.#onAdded('assistant', message);
  }

  /** Removes all messages, and optionally replaces the listener. */
  clear(onAdded = this.#onAdded): void {
    this.#messages.length = 0;
    this.#onAdded = onAdded;
  }

  #add(message: ConversationMessage): void {
    const last = this.#messages.at(-1);
    // The API requires that the roles alternate.
    if (last?.role === message.role) last.content.push(...message.content);
    else this.#messages.push(message);
  }
}

function blocksOf(content: unknown): JsonObject[] {
  return Array.isArray(content)
    ? (content as JsonObject[]).map((block) => ({ ...block }))
    : [{ type: 'text', text: String(content ?? '') }];
}
