import type { Message, StreamEventMessage } from '../../codec/messages.js';

/** What a reader is shown of a message. */
export type Part =
  | { kind: 'text'; text: string }
  /** What was said before is complete. */
  | { kind: 'textEnd' }
  | { kind: 'tool'; name: string; input: unknown; bySubagent: boolean };

/** Makes one stream of text out of partial and whole messages, which say everything twice. */
export class MessageParts {
  /** The API messages whose text has come in pieces. */
  readonly #streamed = new Set<string>();
  #current: string | undefined;
  #saidAnything = false;

  read(message: Message): Part[] {
    switch (message.type) {
      case 'stream_event':
        // What a subagent says is for the agent that asked it.
        return message.parent_tool_use_id === null ? this.#piece(message.event) : [];
      case 'assistant':
        return this.#whole(message.message, message.parent_tool_use_id !== null);
      case 'result': {
        // A slash command is answered in the result alone.
        const answer = message.subtype === 'success' && !this.#saidAnything ? message.result : '';
        return this.#said(answer);
      }
      default:
        return [];
    }
  }

  #piece(event: StreamEventMessage['event']): Part[] {
    if (event.type === 'message_start') this.#current = event.message.id;
    if (event.type === 'content_block_stop') return [{ kind: 'textEnd' }];
    if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return [];
    if (this.#current !== undefined) this.#streamed.add(this.#current);
    this.#saidAnything = true;
    return [{ kind: 'text', text: event.delta.text }];
  }

  #whole(
    { id, content }: Extract<Message, { type: 'assistant' }>['message'],
    bySubagent: boolean,
  ): Part[] {
    const isKnown = id !== undefined && this.#streamed.has(id);
    return content.flatMap((block): Part[] => {
      if (block.type === 'text' && !bySubagent) {
        return isKnown ? [{ kind: 'textEnd' }] : this.#said(block.text);
      }
      if (block.type === 'tool_use' || block.type === 'server_tool_use') {
        return [{ kind: 'tool', name: block.name, input: block.input, bySubagent }];
      }
      return [];
    });
  }

  #said(text: string): Part[] {
    if (text === '') return [];
    this.#saidAnything = true;
    return [{ kind: 'text', text }, { kind: 'textEnd' }];
  }
}
