import type {
  DocumentBlockParam,
  ImageBlockParam,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources';
import type {
  BetaContentBlock,
  BetaMessage,
  BetaRawMessageStreamEvent,
  BetaTextBlock,
  BetaThinkingBlock,
  BetaToolUseBlock,
  BetaUsage,
} from '@anthropic-ai/sdk/resources/beta/messages/messages.mjs';

/** Text. */
export type TextBlock = BetaTextBlock;

/** The model's thinking. */
export type ThinkingBlock = BetaThinkingBlock;

/** The model calls a tool. */
export type ToolUseBlock = BetaToolUseBlock;

/** The result of a tool call. */
export type ToolResultBlock = ToolResultBlockParam;

/** An image. */
export type ImageBlock = ImageBlockParam;

/** A document, such as a PDF. */
export type DocumentBlock = DocumentBlockParam;

/** One part of a message of the model. Narrow it by `type`. */
export type ContentBlock = BetaContentBlock;

/** The tokens that a request used. */
export type Usage = BetaUsage;

/**
 * The tokens of a run. The CLI sets the fields that the API may leave out, except
 * `fallback_credit`.
 */
export type NonNullableUsage = {
  [Key in keyof Usage]: Key extends 'fallback_credit' ? Usage[Key] : NonNullable<Usage[Key]>;
};

/** A message of the model, in the shape of the Messages API. */
export type ApiMessage = BetaMessage;

/** The content of a user message: text, or content blocks. */
export type UserContent = MessageParam['content'];

/** A message as the Messages API takes it. */
export type UserMessageParam = MessageParam;

/** One streaming event of the Messages API. Sent only with `includePartialMessages`. */
export type StreamEvent = BetaRawMessageStreamEvent;
