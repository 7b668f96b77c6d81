import type { Frame } from './Output.js';

export interface ApiMessage {
  role: 'user' | 'assistant';
  content: Frame[];
  /** Of the model's own: one message may be told in several frames. */
  id?: string;
}

/** Told of each addition, e.g. to keep it on the disk. */
export type OnAdded = (role: ApiMessage['role'], message: Frame, uuid?: string) => void;

/** What one voice and its model have said to each other, as the API is told it. */
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

  /** What the user, a tool or the CLI itself tells the model. */
  addUser(content: unknown, uuid?: string): void {
    this.#add({ role: 'user', content: blocksOf(content) });
    this.#onAdded('user', { role: 'user', content }, uuid);
  }

  /** What the model said. */
  addAssistant(message: Frame): void {
    const id = String(message.id);
    this.#add({ role: 'assistant', content: blocksOf(message.content), id });
    this.#onAdded('assistant', message);
  }

  /** Forgets all of it; what comes is told to another, if given. */
  clear(onAdded = this.#onAdded): void {
    this.#messages.length = 0;
    this.#onAdded = onAdded;
  }

  #add(message: ApiMessage): void {
    const last = this.#messages.at(-1);
    // The API wants the two sides to take turns.
    if (last?.role === message.role) last.content.push(...message.content);
    else this.#messages.push(message);
  }
}

function blocksOf(content: unknown): Frame[] {
  return Array.isArray(content)
    ? (content as Frame[]).map((block) => ({ ...block }))
    : [{ type: 'text', text: String(content ?? '') }];
}
