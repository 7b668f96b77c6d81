// Checked by `npm run typecheck`, not run: what a user of the message types may rely on.
import type { ContentBlock, StreamEvent } from '../../src/codec/blocks.js';
import { fieldOf } from '../../src/codec/jsonObject.js';
import type { Message } from '../../src/codec/messages.js';

/** The form that the official SDK's documentation uses. */
export function byPresence(message: Message): string | undefined {
  return 'result' in message ? message.result : undefined;
}

export function narrowing(message: Message): string | undefined {
  if (message.type === 'system' && message.subtype === 'init') return message.cwd;
  switch (message.type) {
    case 'assistant':
      return message.message.content.map(text).join('');
    case 'result':
      return message.subtype === 'success' ? message.result : message.errors.join();
    case 'stream_event':
      return delta(message.event);
    case 'user':
    case 'system':
    case 'tool_progress':
    case 'rate_limit_event':
    case 'prompt_suggestion':
    case 'auth_status':
    case 'tool_use_summary':
    case 'conversation_reset':
      return message.session_id;
    default: {
      // The union is closed. At run time a newer CLI may send more.
      const handled: never = message;
      return String(fieldOf(handled, 'type'));
    }
  }
}

function text(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'tool_use') return block.name;
  return block.type;
}

function delta(event: StreamEvent): string | undefined {
  if (event.type !== 'content_block_delta') return undefined;
  return event.delta.type === 'text_delta' ? event.delta.text : undefined;
}

// @ts-expect-error a message of a listed type must be whole
export const thin: Message = { type: 'assistant' };
// @ts-expect-error not a type of message
export const typo: Message = { type: 'asistant' };
