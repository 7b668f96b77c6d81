import type { Frame } from './Output.js';

export interface ApiMessage {
  role: 'user' | 'assistant';
  content: Frame[];
  /** The id of the model's message: one message can span several frames. */
  id?: string;
}

/** Called for each addition, for example to store it on disk. */
export type OnAdded = (role: ApiMessage['role'], message: Frame, uuid?: string) => void;

/** A conversation with the model, in the form that the API expects. */
export class Conversation {
  readonly #messages: ApiMessage[];
  #onAdded: OnAdded;

  constructor(onAdded: OnAdded = () => {}, messages: readonly ApiMessage[] = []) {
    this.#messages = [...messages];
    this.#onAdded = onAdded;
  }

  copy(): ApiMessage[] {
    return [...this.#messages];
  }

  get messages(): { role: string; content: readonly Frame[] }[] {
    return this.#messages.map(({ role, content }) => ({ role, content }));
  }

  /** Adds what the user, a tool or the CLI itself says to the model. */
  addUser(content: unknown, uuid?: string): void {
    this.#add({ role: 'user', content: blocksOf(content) });
    this.#onAdded('user', { role: 'user', content }, uuid);
  }

  /** Adds what the model said. */
  addAssistant(message: Frame): void {
    const id = String(message.id);
    this.#add({ role: 'assistant', content: blocksOf(message.content), id });
    this.#onAdded('assistant', message);
  }

  /** Removes all messages, and optionally replaces the listener. */
  clear(onAdded = this.#onAdded): void {
    this.#messages.length = 0;
    this.#onAdded = onAdded;
  }

  #add(message: ApiMessage): void {
    const last = this.#messages.at(-1);
    // The API requires that the roles alternate.
    if (last?.role === message.role) last.content.push(...message.content);
    else this.#messages.push(message);
  }
}

function blocksOf(content: unknown): Frame[] {
  return Array.isArray(content)
    ? (content as Frame[]).map((block) => ({ ...block }))
    : [{ type: 'text', text: String(content ?? '') }];
}
