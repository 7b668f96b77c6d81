import type { Context } from '@opentelemetry/api';
import type { Observation } from '../actors/observing/observation.js';
import { answerAttributes, answerFailure } from './answerAttributes.js';
import { describeCallback } from './describeCallback.js';
import { failSpan, recordFailure } from './failSpan.js';
import type { OpenSpan, SpanRegistry } from './SpanRegistry.js';
import type { ToolSpans } from './ToolSpans.js';

export interface CallbackSpansOptions {
  /** Removes secrets from a text. */
  hide(text: string): string;
  /** The context of the session's span. */
  sessionContext(): Context;
}

type CallbackStart = Extract<Observation, { type: 'callbackStarted' }>;
type CallbackEnd = Extract<Observation, { type: 'callbackEnded' }>;

/** One span for each call of user code: a hook, a permission, a message to an MCP server. */
export class CallbackSpans {
  readonly #spans: SpanRegistry;
  readonly #tools: ToolSpans;
  readonly #options: CallbackSpansOptions;
  readonly #open = new Map<string, OpenSpan>();

  constructor(spans: SpanRegistry, tools: ToolSpans, options: CallbackSpansOptions) {
    this.#spans = spans;
    this.#tools = tools;
    this.#options = options;
  }

  contextOf(requestId: string): Context | undefined {
    return this.#open.get(requestId)?.context;
  }

  start({ callback, request }: CallbackStart): void {
    const { name, kind, attributes, tool, caller, precedesTool } = describeCallback(
      callback,
      request,
    );
    if (tool && precedesTool) this.#tools.start(tool.id, tool.name, caller);
    const toolContext = tool && this.#tools.contextOf(tool.id);
    // An MCP client also sends messages of its own, which belong to no turn.
    const otherContext =
      callback.kind === 'mcp' ? this.#options.sessionContext() : this.#tools.callerContext(caller);
    const open = this.#spans.start(name, toolContext ?? otherContext, { kind, attributes });
    this.#open.set(callback.requestId, open);
  }

  end({ callback, result, answer, error }: CallbackEnd): void {
    const { requestId, kind } = callback;
    const open = this.#open.get(requestId);
    if (!open) return;
    const { span } = open;
    span.setAttribute('claude.callback.result', result);
    if (result === 'failed') recordFailure(span, error, this.#options.hide);
    if (answer) {
      span.setAttributes(answerAttributes(kind, answer));
      const failure = answerFailure(kind, answer);
      if (failure !== undefined) failSpan(span, failure);
    }
    // If a callback was cancelled because it took too long, the warning that says so comes next.
    if (result === 'cancelled') queueMicrotask(() => this.#closeSafely(requestId, open));
    else this.#close(requestId, open);
  }

  timedOut(requestId: string): void {
    const open = this.#open.get(requestId);
    if (open) failSpan(open.span, 'CallbackTimedOut');
  }

  endAll(): void {
    for (const [requestId, open] of [...this.#open]) this.#close(requestId, open);
  }

  /** In a microtask, an error of a span processor would be uncaught and end the program. */
  #closeSafely(requestId: string, open: OpenSpan): void {
    try {
      this.#close(requestId, open);
    } catch {
      // The span is lost; the run goes on.
    }
  }

  #close(requestId: string, open: OpenSpan): void {
    if (this.#open.get(requestId) === open) this.#open.delete(requestId);
    this.#spans.end(open);
  }
}
