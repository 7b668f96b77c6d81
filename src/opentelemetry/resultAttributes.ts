import type { Attributes } from '@opentelemetry/api';
import type { ResultMessage } from '../codec/results.js';
import { withoutUndefined } from '../util/withDefaults.js';

/** What a result says about its turn, under the names of the GenAI conventions if they have one. */
export function resultAttributes(result: ResultMessage): Attributes {
  const { usage } = result as Partial<ResultMessage>;
  const cacheRead = numberOf(usage?.cache_read_input_tokens);
  const cacheWritten = numberOf(usage?.cache_creation_input_tokens);
  const uncached = numberOf(usage?.input_tokens);
  return withoutUndefined({
    // The conventions count cached tokens as input tokens; the API does not.
    'gen_ai.usage.input_tokens':
      uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (cacheWritten ?? 0),
    'gen_ai.usage.output_tokens': numberOf(usage?.output_tokens),
    'gen_ai.usage.cache_read.input_tokens': cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': cacheWritten,
    'gen_ai.response.finish_reasons': result.stop_reason ? [result.stop_reason] : undefined,
    'claude.turn.result': result.subtype,
    'claude.turn.model_calls': numberOf(result.num_turns),
  });
}

/** The type of the failure that a result reports; undefined if it reports none. */
export function failureType(result: ResultMessage | undefined): string | undefined {
  if (!result?.is_error) return undefined;
  return result.subtype === 'success' ? (result.terminal_reason ?? 'api_error') : result.subtype;
}

export function answerText(result: ResultMessage): string | undefined {
  return result.subtype === 'success' ? result.result : undefined;
}

/** A message in the JSON format of the GenAI conventions. */
export function chatMessages(role: 'user' | 'assistant', content: unknown): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  const parts = blocks.map((block) => {
    const { type, text, ...rest } = block as { type?: unknown; text?: unknown };
    return type === 'text' ? { type, content: text } : { type, ...rest };
  });
  return JSON.stringify([{ role, parts }]);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
