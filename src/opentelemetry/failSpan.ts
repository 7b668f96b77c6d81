import { type Span, SpanStatusCode } from '@opentelemetry/api';

/** `type`: a stable name of what went wrong, by which failures can be counted. */
export function failSpan(span: Span, type: string, message?: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
}

/** Records what was thrown, without its secrets. */
export function recordFailure(span: Span, error: unknown, hide: (text: string) => string): void {
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

/** Users throw anything, and an error's own getters may throw as well. */
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
    return { name: 'unknown', message: 'it threw something that has no text' };
  }
}
