import {
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  type Link,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Observation, ObservedCallback } from '../actors/observing/observation.js';
import type { RunDescription, TraceVariables } from '../actors/observing/telemetry.js';
import type { MessageFrame } from '../codec/frames.js';
import type { Message } from '../codec/messages.js';
import type { ClaudeActorsError } from '../errors.js';
import { CallbackSpans } from './CallbackSpans.js';
import { ControlSpans } from './ControlSpans.js';
import { recordFailure } from './failSpan.js';
import { type OpenSpan, SpanRegistry } from './SpanRegistry.js';
import { ToolSpans } from './ToolSpans.js';
import { TurnSpans } from './TurnSpans.js';
import { remoteContext, spanVariables } from './traceContext.js';

export interface RunSpansOptions {
  tracer: Tracer;
  showsContent: boolean;
  /** The context in which the query or session was started. */
  parent: Context;
}

/** Marks the contexts of a run, so that a request made inside one of its callbacks is recognized. */
const runKey = createContextKey('claude-actors run');

/** The spans of one query or session. The first one starts with the first observation. */
export class RunSpans {
  readonly #facts: RunDescription;
  readonly #parent: Context;
  readonly #spans: SpanRegistry;
  readonly #turns: TurnSpans;
  readonly #tools: ToolSpans;
  readonly #callbacks: CallbackSpans;
  readonly #controls: ControlSpans;
  #sessionSpan: OpenSpan | undefined;
  #sessionId: string | undefined;
  #hasEnded = false;

  constructor(facts: RunDescription, { tracer, parent, showsContent }: RunSpansOptions) {
    const show = showsContent ? facts.hide : undefined;
    this.#facts = facts;
    this.#parent = parent.setValue(runKey, this);
    this.#spans = new SpanRegistry(tracer);
    this.#turns = new TurnSpans(this.#spans, { ...facts, show });
    this.#tools = new ToolSpans(this.#spans, {
      show,
      currentContext: () => (this.#turns.current ?? this.#session()).context,
    });
    this.#callbacks = new CallbackSpans(this.#spans, this.#tools, {
      hide: facts.hide,
      sessionContext: () => this.#session().context,
    });
    this.#controls = new ControlSpans(this.#spans, facts.hide);
  }

  /** The variables that make the CLI's own spans children of this run. */
  environment(): TraceVariables {
    return this.#hasEnded ? {} : spanVariables(this.#session().span);
  }

  /** Runs a callback in the context of its span. */
  readonly within = <Result>(callback: ObservedCallback, run: () => Result): Result => {
    const inside = this.#callbacks.contextOf(callback.requestId);
    return inside ? context.with(inside, run) : run();
  };

  readonly observe = (observation: Observation): void => {
    if (this.#hasEnded) return;
    const { span } = this.#session();
    switch (observation.type) {
      case 'version':
        span.setAttribute('claude.cli.version', observation.version);
        break;
      case 'spawned':
        span.setAttribute('claude.cli.path', observation.path);
        if (observation.pid !== undefined) span.setAttribute('claude.cli.pid', observation.pid);
        if (this.#isOneShot) this.#turns.startOnly(this.#session().context, this.#facts.prompt);
        break;
      case 'turn':
        this.#observeTurn(observation);
        break;
      case 'wrote':
        this.#turns.addPrompt(observation.line);
        break;
      case 'messages':
        this.#observeMessages(observation.frames);
        break;
      case 'warning': {
        const { code, context } = observation.warning;
        span.addEvent('warning', { 'claude.warning.code': code });
        if (code === 'CallbackTimedOut') this.#callbacks.timedOut(String(context.requestId));
        break;
      }
      case 'requestSent':
        this.#startRequest(observation);
        break;
      case 'requestSettled':
        this.#controls.end(observation);
        break;
      case 'callbackStarted':
        this.#callbacks.start(observation);
        break;
      case 'callbackEnded':
        this.#callbacks.end(observation);
        break;
      case 'exited': {
        const { exit } = observation.traffic;
        if (exit?.code != null) span.setAttribute('claude.cli.exit_code', exit.code);
        if (exit?.signal) span.setAttribute('claude.cli.signal', exit.signal);
        break;
      }
      case 'ended':
        this.#end(observation.error);
        break;
      default:
        break;
    }
  };

  get #isOneShot(): boolean {
    return this.#facts.mode === 'oneShot';
  }

  /** The span of the whole run, which starts when it is first needed. */
  #session(): OpenSpan {
    if (!this.#sessionSpan) {
      const { mode, model, label, hide } = this.#facts;
      this.#spans.share({
        'gen_ai.provider.name': 'anthropic',
        ...(label !== undefined && { 'claude.label': hide(label) }),
      });
      this.#sessionSpan = this.#spans.start('claude.session', this.#parent, {
        attributes: { 'claude.mode': mode, ...(model && { 'gen_ai.request.model': model }) },
      });
    }
    return this.#sessionSpan;
  }

  #observeTurn(turn: Extract<Observation, { type: 'turn' }>): void {
    const { uuid, state } = turn;
    if (state === 'queued') this.#startTurn(uuid);
    else if (state === 'started') this.#turns.markStarted(uuid);
    else {
      this.#turns.end(uuid, turn);
      if (this.#turns.current === undefined) this.#tools.endUnfinished();
    }
  }

  #startTurn(uuid: string): void {
    const session = this.#session();
    const caller = remoteContext(this.#facts.traceparentOf?.(uuid));
    if (!caller) this.#turns.start(uuid, session.context, this.#callerLinks());
    else {
      const parent = trace.setSpanContext(session.context, caller);
      this.#turns.start(uuid, parent, [{ context: session.span.spanContext() }]);
    }
  }

  #observeMessages(frames: readonly MessageFrame[]): void {
    for (const { message } of frames) {
      this.#readSession(message);
      this.#turns.observe(message);
      this.#tools.observe(message);
      if (message.type !== 'result') continue;
      const { total_cost_usd: cost } = message;
      if (typeof cost === 'number') this.#session().span.setAttribute('claude.cost_usd', cost);
      if (this.#isOneShot) {
        this.#turns.endOnly(message);
        this.#tools.endUnfinished();
      }
    }
  }

  /** Takes the id of the conversation and its model from a message. */
  #readSession(message: Message): void {
    const { session_id: id } = message;
    if (typeof id === 'string' && id !== '' && id !== this.#sessionId) {
      this.#sessionId = id;
      this.#spans.share({ 'gen_ai.conversation.id': id });
    }
    if (message.type === 'system' && message.subtype === 'init' && message.model) {
      this.#session().span.setAttribute('gen_ai.request.model', String(message.model));
    }
  }

  #startRequest(request: Extract<Observation, { type: 'requestSent' }>): void {
    const active = context.active();
    // A request that a callback of this run makes becomes a child of that callback.
    if (active.getValue(runKey) === this) this.#controls.start(request, active, []);
    else this.#controls.start(request, this.#session().context, this.#callerLinks());
  }

  /** A link to the caller's span, unless that is the parent of the whole run. */
  #callerLinks(): Link[] {
    const caller = trace.getSpanContext(context.active());
    const parent = trace.getSpanContext(this.#parent);
    if (!caller || !isSpanContextValid(caller) || caller.spanId === parent?.spanId) return [];
    return [{ context: caller }];
  }

  #end(error: ClaudeActorsError | undefined): void {
    const { span } = this.#session();
    if (error?.code === 'Aborted') span.setAttribute('error.type', error.code);
    else if (error) recordFailure(span, error, this.#facts.hide);
    this.#callbacks.endAll();
    this.#tools.endUnfinished({ includeAgents: true });
    this.#turns.endAll();
    this.#hasEnded = true;
    this.#spans.endAll();
  }
}
