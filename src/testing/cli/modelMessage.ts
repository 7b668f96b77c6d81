import type { JsonObject } from '../../codec/jsonObject.js';
import type { Cli } from './cli.js';
import { apiModel } from './traits.js';
import { answerUsage } from './UsageMeter.js';

/** The input tokens that each scripted answer is charged with. */
export const inputTokens = 10;

/** A message of the model, complete or as it starts. */
export function modelMessage(
  { settings }: Cli,
  id: string,
  content: readonly JsonObject[],
): JsonObject {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: apiModel(settings.model),
    content,
    stop_reason: null,
    stop_sequence: null,
    usage: answerUsage({ input: inputTokens, output: 1 }),
    ...(content.length > 0 && { context_management: null }),
  };
}
