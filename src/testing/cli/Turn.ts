import { randomUUID } from 'node:crypto';
import type { Frame } from './Output.js';
import type { Tokens } from './UsageMeter.js';

export interface UserMessage {
  uuid?: string;
  /** A string or a list of blocks, as the host wrote it. */
  content: unknown;
}

/** The text of a message, for hooks and for `{prompt}`. */
export function textOf({ content }: UserMessage): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { text?: string }[]).map(({ text }) => text ?? '').join('');
}

/** One turn: what has happened in it so far, and what interrupts it. */
export class Turn {
  readonly promptId: string = randomUUID();
  readonly messages: readonly UserMessage[];
  readonly startedAt: number;
  /** What made the CLI begin it, if not a message. */
  readonly origin: Frame | undefined;
  readonly #interruption = new AbortController();
  /** The uuids of messages that were taken up after it had begun. */
  readonly joined: string[] = [];
  readonly denials: Frame[] = [];
  tokens: Tokens = { input: 0, output: 0 };
  answers = 0;
  /** Frames of type `user` that were written in it. */
  userFrames = 0;
  lastText = '';
  /** What the model answered in the shape that was asked for. */
  structured: Frame | undefined;
  /** What was wrong with its tries to do so. */
  readonly structuredErrors: string[] = [];
  /** The host went away while it was asked for a permission. */
  isHostGone = false;
  stopReason: 'end_turn' | 'tool_use' | null = null;
  #opened = false;

  constructor(messages: readonly UserMessage[], startedAt: number, origin?: Frame) {
    this.messages = messages;
    this.startedAt = startedAt;
    this.origin = origin;
  }

  get signal(): AbortSignal {
    return this.#interruption.signal;
  }

  interrupt(): void {
    this.#interruption.abort();
  }

  get prompt(): string {
    return this.messages.map(textOf).join('\n');
  }

  /** The uuids of the messages that it began with. */
  get uuids(): string[] {
    return this.messages.flatMap(({ uuid }) => uuid ?? []);
  }

  /** The fields by which 2.1.325 names the messages that a frame answers. */
  messageIds(): Frame {
    const { uuids } = this;
    if (uuids.length === 0) return {};
    return { user_message_uuid: uuids.at(-1), user_message_uuids: [...uuids, ...this.joined] };
  }

  /** The same for its first answer; nothing for the later ones. */
  messageIdsOnce(): Frame {
    if (this.#opened) return {};
    this.#opened = true;
    return this.messageIds();
  }

  get opened(): boolean {
    return this.#opened;
  }

  count({ input, output }: Tokens): void {
    this.tokens = { input: this.tokens.input + input, output: this.tokens.output + output };
  }
}
