import type {
  Attributes,
  AttributeValue,
  Exception,
  Span,
  SpanContext,
  SpanStatus,
} from '@opentelemetry/api';
import { withoutKnownSecrets } from '../secrets/redactDeep.js';

/**
 * The part of a span that this library writes to. Ids, names and types come from the CLI, and it may
 * put a secret anywhere, so everything is checked here.
 */
export class SecretFreeSpan {
  readonly #span: Span;

  constructor(span: Span) {
    this.#span = span;
  }

  spanContext(): SpanContext {
    return this.#span.spanContext();
  }

  setAttribute(name: string, value: AttributeValue): void {
    this.#span.setAttribute(name, withoutKnownSecrets(value));
  }

  setAttributes(attributes: Attributes): void {
    this.#span.setAttributes(withoutKnownSecrets(attributes));
  }

  addEvent(name: string, attributes?: Attributes): void {
    this.#span.addEvent(withoutKnownSecrets(name), withoutKnownSecrets(attributes));
  }

  setStatus(status: SpanStatus): void {
    this.#span.setStatus(withoutKnownSecrets(status));
  }

  recordException(exception: Exception): void {
    this.#span.recordException(withoutKnownSecrets(exception));
  }

  end(): void {
    this.#span.end();
  }
}
