import {
  type Attributes,
  type Context,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { withoutKnownSecrets } from '../secrets/redactDeep.js';
import { SecretFreeSpan } from './SecretFreeSpan.js';

export interface OpenSpan {
  readonly span: SecretFreeSpan;
  /** The context for children of the span. */
  readonly context: Context;
}

/** Starts the spans of one run and keeps track of those that are open, so that all of them end. */
export class SpanRegistry {
  readonly #tracer: Tracer;
  readonly #open = new Set<OpenSpan>();
  readonly #sharedAttributes: Attributes = {};

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  start(name: string, parent: Context, options: SpanOptions = {}): OpenSpan {
    const attributes = withoutKnownSecrets({ ...this.#sharedAttributes, ...options.attributes });
    const safeName = withoutKnownSecrets(name);
    const span = this.#tracer.startSpan(safeName, { ...options, attributes }, parent);
    const open = { span: new SecretFreeSpan(span), context: trace.setSpan(parent, span) };
    this.#open.add(open);
    return open;
  }

  /** Ends a span. Ending it again has no effect. */
  end(open: OpenSpan): void {
    if (this.#open.delete(open)) open.span.end();
  }

  /** Ends all open spans, children before their parents. */
  endAll(): void {
    for (const open of [...this.#open].reverse()) this.end(open);
  }

  /** Sets attributes on every span that is open or will be started. */
  share(attributes: Attributes): void {
    Object.assign(this.#sharedAttributes, attributes);
    for (const { span } of this.#open) span.setAttributes(attributes);
  }
}
