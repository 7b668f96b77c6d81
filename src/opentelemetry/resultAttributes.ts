import type { Attributes } from '@opentelemetry/api';
import type { ResultMessage } from '../codec/results.js';

/** What a result says of its turn, by the names of the GenAI conventions where they have one. */
export function resultAttributes(result: ResultMessage): Attributes {
  const { usage } = result as Partial<ResultMessage>;
  const cached = numberOf(usage?.cache_read_input_tokens);
  const written = numberOf(usage?.cache_creation_input_tokens);
  const fresh = numberOf(usage?.input_tokens);
  return defined({
    // The conventions count cached tokens among those of the input; the API does not.
    'gen_ai.usage.input_tokens':
      fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0),
    'gen_ai.usage.output_tokens': numberOf(usage?.output_tokens),
    'gen_ai.usage.cache_read.input_tokens': cached,
    'gen_ai.usage.cache_creation.input_tokens': written,
    'gen_ai.response.finish_reasons': result.stop_reason ? [result.stop_reason] : undefined,
    'claude.turn.result': result.subtype,
    'claude.turn.model_calls': numberOf(result.num_turns),
  });
}

/** The name of what failed, where a result tells of a failure. */
export function failureOf(result: ResultMessage | undefined): string | undefined {
  if (!result?.is_error) return undefined;
  return result.subtype === 'success' ? (result.terminal_reason ?? 'api_error') : result.subtype;
}

export function answerText(result: ResultMessage): string | undefined {
  return result.subtype === 'success' ? result.result : undefined;
}

/** Messages as the GenAI conventions write them down. */
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

/** Without what is undefined. */
function defined(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
