import type { ApiMessage, ContentBlock, Usage } from './blocks.js';
import type { Unlisted } from './openTypes.js';

/** What a content block grows by. */
export type BlockDelta =
  | { type: 'text_delta'; text: string }
  | { type: 'input_json_delta'; partial_json: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'citations_delta'; citation: unknown }
  | { type: Unlisted };

/** One streaming event of the Messages API. Sent only with `includePartialMessages`. */
export type StreamEvent =
  | {
      type: 'message_start';
      /** The message so far, without content. */
      message: ApiMessage;
    }
  | {
      type: 'content_block_start';
      /** The position of the block in the message. */
      index: number;
      /** The block so far. */
      content_block: ContentBlock;
    }
  | {
      type: 'content_block_delta';
      /** The position of the block in the message. */
      index: number;
      /** What changed. */
      delta: BlockDelta;
    }
  | {
      type: 'content_block_stop';
      /** The position of the block in the message. */
      index: number;
    }
  | {
      type: 'message_delta';
      /** What changed. */
      delta: { stop_reason: string | null; stop_sequence: string | null };
      /** The tokens used so far. */
      usage: Partial<Usage>;
    }
  | { type: 'message_stop' }
  | { type: 'ping' }
  | {
      type: 'error';
      /** What went wrong. */
      error: unknown;
    }
  | { type: Unlisted };
