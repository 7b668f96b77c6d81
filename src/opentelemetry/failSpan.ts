import { SpanStatusCode } from '@opentelemetry/api';
import type { SecretFreeSpan } from './SecretFreeSpan.js';

/** Marks a span as failed. `type` is a stable name, so that failures can be counted by it. */
export function failSpan(span: SecretFreeSpan, type: string, message?: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
}

/** Records what was thrown on a span. `hide` removes secrets from its texts. */
export function recordFailure(
  span: SecretFreeSpan,
  error: unknown,
  hide: (text: string) => string,
): void {
  const { name, message, stack, code } = partsOf(error);
  const type = code ?? name;
  const shown = hide(message);
  span.recordException({
    name,
    message: shown,
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack: hide(stack) }),
  });
  failSpan(span, type, shown);
}

interface ErrorParts {
  name: string;
  message: string;
  stack?: string;
  code?: string;
}

/** Users may throw anything, and the getters of an error may throw as well. */
function partsOf(error: unknown): ErrorParts {
  try {
    if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
    const { name, message, stack } = error;
    const { code } = error as { code?: unknown };
    return {
      name: String(name),
      message: String(message),
      ...(typeof stack === 'string' && { stack }),
      ...(typeof code === 'string' && { code }),
    };
  } catch {
    return {
      name: 'unknown',
      message: 'something that cannot be converted to a string was thrown',
    };
  }
}
