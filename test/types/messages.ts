// Checked by `npm run typecheck`, not run: what a user of the message types may rely on.
import type { ContentBlock } from '../../src/codec/blocks.js';
import type { Message, UnlistedMessage } from '../../src/codec/messages.js';
import { fieldOf } from '../../src/codec/openTypes.js';
import type { StreamEvent } from '../../src/codec/streamEvents.js';

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
    case 'command_lifecycle':
    case 'tool_progress':
    case 'rate_limit_event':
    case 'prompt_suggestion':
    case 'auth_status':
    case 'tool_use_summary':
    case 'keep_alive':
    case 'streamlined_text':
    case 'transcript_mirror':
      return message.session_id;
    default: {
      // Every listed type is handled, so just the unlisted one is left; its fields are unknown.
      const unlisted: UnlistedMessage = message;
      const type: string = unlisted.type;
      const field: unknown = fieldOf(unlisted, 'anything');
      return `${type} ${String(field)}`;
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
// @ts-expect-error a type that is not listed can be received, not made by accident
export const typo: Message = { type: 'asistant' };
