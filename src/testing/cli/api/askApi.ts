import type { JsonObject } from '../../../codec/jsonObject.js';
import type { Cli } from '../cli.js';
import { Interrupted } from '../Timers.js';
import { ApiFailure } from './ApiFailure.js';

const usualRetries = 10;
const firstDelay = 500;
const longestDelay = 32_000;

/** Sends a request to the Messages API, and retries transient failures. */
export async function askApi(cli: Cli, body: JsonObject, signal: AbortSignal): Promise<Response> {
  const maxRetries = Number(cli.env.CLAUDE_CODE_MAX_RETRIES ?? usualRetries);
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(cli, body, signal);
    } catch (failure) {
      if (signal.aborted) throw new Interrupted();
      if (!(failure instanceof ApiFailure) || !failure.isTransient || attempt > maxRetries) {
        throw failure;
      }
      const delay = Math.min(firstDelay * 2 ** (attempt - 1), longestDelay);
      cli.output.message({
        type: 'system',
        subtype: 'api_retry',
        attempt,
        max_retries: maxRetries,
        retry_delay_ms: delay,
        error_status: failure.status,
        error: failure.kind,
      });
      await cli.timers.sleep(delay, signal);
    }
  }
}

async function send({ env }: Cli, body: JsonObject, signal: AbortSignal): Promise<Response> {
  const base = (env.ANTHROPIC_BASE_URL ?? '').replace(/\/+$/, '');
  const response = await fetch(`${base}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      ...(env.ANTHROPIC_API_KEY && { 'x-api-key': env.ANTHROPIC_API_KEY }),
      ...(env.ANTHROPIC_AUTH_TOKEN && { authorization: `Bearer ${env.ANTHROPIC_AUTH_TOKEN}` }),
    },
    body: JSON.stringify(body),
    signal,
  }).catch((cause: unknown) => {
    throw new ApiFailure(null, `Unable to connect to API (${codeOf(cause)})`);
  });
  if (!response.ok) throw failureOf(response.status, await response.text());
  return response;
}

function failureOf(status: number, text: string): ApiFailure {
  try {
    const { error } = JSON.parse(text) as { error?: { type?: string; message?: string } };
    return new ApiFailure(status, error?.message ?? text, error?.type);
  } catch {
    return new ApiFailure(status, text);
  }
}

function codeOf(failure: unknown): string {
  const { cause } = failure as { cause?: { code?: string } };
  return cause?.code ?? String(failure);
}
