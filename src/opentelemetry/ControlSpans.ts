import { type Context, type Link, SpanKind } from '@opentelemetry/api';
import type { Observation } from '../actors/observing/observation.js';
import { failSpan, recordFailure } from './failSpan.js';
import type { OpenSpan, SpanRegistry } from './SpanRegistry.js';

type RequestStart = Extract<Observation, { type: 'requestSent' }>;
type RequestEnd = Extract<Observation, { type: 'requestSettled' }>;

/** One span for each control request that the session sends to the CLI. */
export class ControlSpans {
  readonly #spans: SpanRegistry;
  readonly #hide: (text: string) => string;
  readonly #open = new Map<number, OpenSpan>();

  /** `hide` removes secrets from a text. */
  constructor(spans: SpanRegistry, hide: (text: string) => string) {
    this.#spans = spans;
    this.#hide = hide;
  }

  start({ id, operation }: RequestStart, parent: Context, links: Link[]): void {
    const request = this.#spans.start(`control ${operation}`, parent, {
      kind: SpanKind.CLIENT,
      attributes: { 'claude.control.operation': operation },
      links,
    });
    this.#open.set(id, request);
  }

  end({ id, result, error }: RequestEnd): void {
    const request = this.#open.get(id);
    if (!request) return;
    this.#open.delete(id);
    const { span } = request;
    span.setAttribute('claude.control.result', result);
    // The caller gave up or the session ended. That is not a failure.
    if (result === 'cancelled') span.setAttribute('error.type', error?.code ?? result);
    else if (error) recordFailure(span, error, this.#hide);
    else if (result !== 'succeeded') failSpan(span, result);
    this.#spans.end(request);
  }
}
