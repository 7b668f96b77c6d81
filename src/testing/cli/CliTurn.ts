import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { DeferredCall } from './DeferredCalls.js';
import type { Tokens } from './UsageMeter.js';

export interface PromptMessage {
  uuid?: string;
  /** A string or a list of blocks, as the host wrote it. */
  content: unknown;
}

/** The text of a message, for hooks and for `{prompt}`. */
export function promptText({ content }: PromptMessage): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { text?: string }[]).map(({ text }) => text ?? '').join('');
}

/** One turn: what has happened so far, and a signal to interrupt it. */
export class CliTurn {
  readonly promptId: string = randomUUID();
  readonly messages: readonly PromptMessage[];
  readonly startedAt: number;
  /** What started the turn, if not a message. */
  readonly origin: JsonObject | undefined;
  readonly #interruption = new AbortController();
  /** The uuids of messages that joined after the start. */
  readonly joinedUuids: string[] = [];
  readonly denials: JsonObject[] = [];
  tokens: Tokens = { input: 0, output: 0 };
  answers = 0;
  /** How many frames of type `user` were written. */
  userFrames = 0;
  lastText = '';
  /** The model's structured output. */
  structured: JsonObject | undefined;
  /** The errors of the model's attempts at structured output. */
  readonly structuredErrors: string[] = [];
  /** The host closed stdin while it was asked for a permission. */
  isHostGone = false;
  stopReason: 'end_turn' | 'tool_use' | null = null;
  /** The tool call that a hook put off, which ends the turn. */
  deferred: { id: string; name: string; input: object } | undefined;
  /** The same, for the process that comes back to it. */
  putOff: DeferredCall | undefined;
  /** The call that this turn comes back to. */
  readonly resumed: DeferredCall | undefined;
  #hasAnswered = false;

  constructor(
    messages: readonly PromptMessage[],
    startedAt: number,
    origin?: JsonObject,
    resumed?: DeferredCall,
  ) {
    this.messages = messages;
    this.resumed = resumed;
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
    return this.messages.map(promptText).join('\n');
  }

  /** The uuids of the messages that started the turn. */
  get uuids(): string[] {
    return this.messages.flatMap(({ uuid }) => uuid ?? []);
  }

  /** The fields with which 2.1.325 names the messages that a frame answers. */
  messageIds(): JsonObject {
    const { uuids } = this;
    if (uuids.length === 0) return {};
    return { user_message_uuid: uuids.at(-1), user_message_uuids: [...uuids, ...this.joinedUuids] };
  }

  /** The same fields for the first answer, and none for later ones. */
  messageIdsOnce(): JsonObject {
    if (this.#hasAnswered) return {};
    this.#hasAnswered = true;
    return this.messageIds();
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  count({ input, output }: Tokens): void {
    this.tokens = { input: this.tokens.input + input, output: this.tokens.output + output };
  }
}
