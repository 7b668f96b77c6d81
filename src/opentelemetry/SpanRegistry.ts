import {
  type Attributes,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export interface OpenSpan {
  readonly span: Span;
  /** Where its children begin. */
  readonly context: Context;
}

/** The spans of one run that have not ended: none is left open when the run is over. */
export class SpanBook {
  readonly #tracer: Tracer;
  readonly #open = new Set<OpenSpan>();
  readonly #shared: Attributes = {};

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  begin(name: string, parent: Context, options: SpanOptions = {}): OpenSpan {
    const attributes = { ...this.#shared, ...options.attributes };
    const span = this.#tracer.startSpan(name, { ...options, attributes }, parent);
    const open = { span, context: trace.setSpan(parent, span) };
    this.#open.add(open);
    return open;
  }

  isOpen(one: OpenSpan): boolean {
    return this.#open.has(one);
  }

  end(one: OpenSpan): void {
    if (this.#open.delete(one)) one.span.end();
  }

  /** Children before their parents. */
  endAll(): void {
    for (const one of [...this.#open].reverse()) this.end(one);
  }

  /** What every span has from now on, those that are open included. */
  share(attributes: Attributes): void {
    Object.assign(this.#shared, attributes);
    for (const { span } of this.#open) span.setAttributes(attributes);
  }
}
