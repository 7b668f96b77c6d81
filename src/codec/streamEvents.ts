import type { ApiMessage, ContentBlock, Usage } from './blocks.js';
import type { Unlisted } from './openTypes.js';

export type BlockDelta =
  | { type: 'text_delta'; text: string }
  | { type: 'input_json_delta'; partial_json: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'citations_delta'; citation: unknown }
  | { type: Unlisted };

/** One event of the Messages API's stream, as `includePartialMessages` passes it on. */
export type StreamEvent =
  | { type: 'message_start'; message: ApiMessage }
  | { type: 'content_block_start'; index: number; content_block: ContentBlock }
  | { type: 'content_block_delta'; index: number; delta: BlockDelta }
  | { type: 'content_block_stop'; index: number }
  | {
      type: 'message_delta';
      delta: { stop_reason: string | null; stop_sequence: string | null };
      usage: Partial<Usage>;
    }
  | { type: 'message_stop' }
  | { type: 'ping' }
  | { type: 'error'; error: unknown }
  | { type: Unlisted };
