import type { Context } from '@opentelemetry/api';
import type { Observation } from '../actors/observing/Observation.js';
import { answerAttributes, answerFailure } from './answerAttributes.js';
import { readCallback } from './describeCallback.js';
import { failSpan, recordFailure } from './failSpan.js';
import type { OpenSpan, SpanBook } from './SpanRegistry.js';
import type { ToolSpans } from './ToolSpans.js';

export interface CallbackSpansSettings {
  hide(text: string): string;
  session(): Context;
  /** What the CLI is doing. */
  around(): Context;
}

type Begun = Extract<Observation, { type: 'callbackBegun' }>;
type Ended = Extract<Observation, { type: 'callbackEnded' }>;

/** One span a call of user code: a hook, a permission, a message for an MCP server. */
export class CallbackSpans {
  readonly #book: SpanBook;
  readonly #tools: ToolSpans;
  readonly #settings: CallbackSpansSettings;
  readonly #open = new Map<string, OpenSpan>();

  constructor(book: SpanBook, tools: ToolSpans, settings: CallbackSpansSettings) {
    this.#book = book;
    this.#tools = tools;
    this.#settings = settings;
  }

  contextOf(requestId: string): Context | undefined {
    return this.#open.get(requestId)?.context;
  }

  begin({ callback, request }: Begun): void {
    const { name, kind, attributes, tool, user, isAhead } = readCallback(callback, request);
    if (tool && isAhead) this.#tools.begin(tool.id, tool.name, user);
    const ofTool = tool && this.#tools.contextOf(tool.id);
    // What an MCP client does for itself belongs to no turn.
    const other =
      callback.kind === 'mcp' ? this.#settings.session() : this.#tools.userContext(user);
    const span = this.#book.begin(name, ofTool ?? other, { kind, attributes });
    this.#open.set(callback.requestId, span);
  }

  end({ callback, result, answer, error }: Ended): void {
    const { requestId, kind } = callback;
    const open = this.#open.get(requestId);
    if (!open) return;
    const { span } = open;
    span.setAttribute('claude.callback.result', result);
    if (result === 'failed') recordFailure(span, error, this.#settings.hide);
    if (answer) {
      span.setAttributes(answerAttributes(kind, answer));
      const failure = answerFailure(kind, answer);
      if (failure !== undefined) failSpan(span, failure);
    }
    // Why it was cancelled is told right after: by a warning, where it took too long.
    if (result === 'cancelled') queueMicrotask(() => this.#closeLate(requestId, open));
    else this.#close(requestId, open);
  }

  timedOut(requestId: string): void {
    const open = this.#open.get(requestId);
    if (open) failSpan(open.span, 'CallbackTimedOut');
  }

  endAll(): void {
    for (const [requestId, open] of [...this.#open]) this.#close(requestId, open);
  }

  /** Nobody is there to catch what a span processor throws now: it would end the program. */
  #closeLate(requestId: string, open: OpenSpan): void {
    try {
      this.#close(requestId, open);
    } catch {
      // The span is lost; the run goes on, as it does where any other span fails.
    }
  }

  #close(requestId: string, open: OpenSpan): void {
    if (this.#open.get(requestId) === open) this.#open.delete(requestId);
    this.#book.end(open);
  }
}
