import type { Cli } from './cli.js';
import type { Frame } from './Output.js';
import { apiModel } from './traits.js';
import { answerUsage } from './UsageMeter.js';

/** What the API is taken to have read for each answer. */
export const inputTokens = 10;

/** A message of the model's, whole or as it begins. */
export function modelMessage({ settings }: Cli, id: string, content: readonly Frame[]): Frame {
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
