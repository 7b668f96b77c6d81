import type { JsonObject } from '../../codec/jsonObject.js';
import { apiModel, type Traits } from './traits.js';

export interface Tokens {
  input: number;
  output: number;
}

export interface UsageSum {
  models: readonly [model: string, tokens: Tokens][];
  apiMilliseconds: number;
}

const none: Tokens = { input: 0, output: 0 };
const plus = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  output: a.output + b.output,
});

/** Counts the tokens that the session has used, and reports them as the CLI does. */
export class UsageMeter {
  readonly #traits: Traits;
  /** By model. */
  readonly #total: Map<string, Tokens>;
  readonly #sinceResult = new Map<string, Tokens>();
  apiMilliseconds: number;

  /** `before`: what the conversation had used when it was resumed. */
  constructor(traits: Traits, before?: UsageSum) {
    this.#traits = traits;
    this.#total = new Map(before?.models);
    this.apiMilliseconds = before?.apiMilliseconds ?? 0;
  }

  /** Everything so far. */
  get sum(): UsageSum {
    return { models: [...this.#total], apiMilliseconds: this.apiMilliseconds };
  }

  count(model: string, tokens: Tokens, milliseconds: number): void {
    for (const sums of [this.#total, this.#sinceResult]) {
      sums.set(model, plus(sums.get(model) ?? none, tokens));
    }
    this.apiMilliseconds += milliseconds;
  }

  get cost(): number {
    return [...this.#total.values()].reduce((sum, tokens) => sum + this.#costOf(tokens), 0);
  }

  get inputTokens(): number {
    return [...this.#total.values()].reduce((sum, { input }) => sum + input, 0);
  }

  modelUsage(): JsonObject {
    return this.#modelUsageOf(this.#total);
  }

  /** The usage since the last call. */
  takeSinceResult(): JsonObject {
    const usage = this.#modelUsageOf(this.#sinceResult);
    this.#sinceResult.clear();
    return usage;
  }

  #modelUsageOf(sums: ReadonlyMap<string, Tokens>): JsonObject {
    return Object.fromEntries(
      [...sums].map(([model, tokens]) => [model, this.#modelOf(model, tokens)]),
    );
  }

  #costOf({ input, output }: Tokens): number {
    const [priceIn, priceOut] = this.#traits.price;
    return (input * priceIn + output * priceOut) / 1_000_000;
  }

  #modelOf(model: string, tokens: Tokens): JsonObject {
    return {
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
      webSearchRequests: 0,
      costUSD: this.#costOf(tokens),
      contextWindow: this.#traits.recent || model.endsWith('[1m]') ? 1_000_000 : 200_000,
      maxOutputTokens: this.#traits.maxOutputTokens,
      ...(this.#traits.recent && {
        thinkingTokens: 0,
        cacheCreationEphemeral5mInputTokens: 0,
        cacheCreationEphemeral1hInputTokens: 0,
        canonicalModel: apiModel(model),
        provider: 'firstParty',
        costBasis: 'list',
      }),
    };
  }
}

/** Estimates the tokens of a text from its length. */
export function tokensIn(characters: number): number {
  return Math.max(1, Math.ceil(characters / 4));
}

/** The `usage` of an API response. */
export function answerUsage({ input, output }: Tokens): JsonObject {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
}

/** The `usage` of a result. */
export function resultUsage({ recent }: Traits, { input, output }: Tokens): JsonObject {
  return {
    input_tokens: input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
    ...(recent && { output_tokens_details: { thinking_tokens: 0 } }),
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    inference_geo: '',
    iterations: [],
    speed: 'standard',
    ...(recent && { fallback_credit: null }),
  };
}

/** The `usage` of a message that the CLI itself wrote in place of the model. */
export function syntheticUsage({ recent }: Traits): JsonObject {
  return {
    ...(recent && { output_tokens_details: null, fallback_credit: null }),
    ...answerUsage(none),
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: null,
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    inference_geo: null,
    iterations: null,
    speed: null,
  };
}
