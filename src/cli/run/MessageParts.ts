import type { Message, StreamEventMessage } from '../../codec/messages.js';

/** A part of a message that is shown to the user. */
export type Part =
  | { kind: 'text'; text: string }
  /** The text so far is complete. */
  | { kind: 'textEnd' }
  | { kind: 'tool'; name: string; input: unknown; bySubagent: boolean };

/**
 * Turns messages into text and tool calls. The CLI sends each text twice, as partial messages and as
 * a complete one; it is shown once.
 */
export class MessageParts {
  /** The ids of the API messages whose text was streamed. */
  readonly #streamed = new Set<string>();
  #current: string | undefined;
  #hasText = false;

  read(message: Message): Part[] {
    switch (message.type) {
      case 'stream_event':
        // The text of a subagent is for the agent that started it, not for the user.
        return message.parent_tool_use_id === null ? this.#partial(message.event) : [];
      case 'assistant':
        return this.#complete(message.message, message.parent_tool_use_id !== null);
      case 'result': {
        // The answer to a slash command is only in the result.
        const answer = message.subtype === 'success' && !this.#hasText ? message.result : '';
        return this.#text(answer);
      }
      default:
        return [];
    }
  }

  #partial(event: StreamEventMessage['event']): Part[] {
    if (event.type === 'message_start') this.#current = event.message.id;
    if (event.type === 'content_block_stop') return [{ kind: 'textEnd' }];
    if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return [];
    if (this.#current !== undefined) this.#streamed.add(this.#current);
    this.#hasText = true;
    return [{ kind: 'text', text: event.delta.text }];
  }

  #complete(
    { id, content }: Extract<Message, { type: 'assistant' }>['message'],
    bySubagent: boolean,
  ): Part[] {
    const wasStreamed = id !== undefined && this.#streamed.has(id);
    return content.flatMap((block): Part[] => {
      if (block.type === 'text' && !bySubagent) {
        return wasStreamed ? [{ kind: 'textEnd' }] : this.#text(block.text);
      }
      if (block.type === 'tool_use' || block.type === 'server_tool_use') {
        return [{ kind: 'tool', name: block.name, input: block.input, bySubagent }];
      }
      return [];
    });
  }

  #text(text: string): Part[] {
    if (text === '') return [];
    this.#hasText = true;
    return [{ kind: 'text', text }, { kind: 'textEnd' }];
  }
}
