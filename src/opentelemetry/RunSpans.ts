import {
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  type Link,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Observation, ObservedCallback } from '../actors/observing/Observation.js';
import type { RunFacts, TraceVariables } from '../actors/observing/Telemetry.js';
import type { MessageFrame } from '../codec/frames.js';
import type { Message } from '../codec/messages.js';
import type { ClaudeActorsError } from '../errors.js';
import { CallbackSpans } from './CallbackSpans.js';
import { failSpan, recordFailure } from './failSpan.js';
import { type OpenSpan, SpanBook } from './SpanRegistry.js';
import { ToolSpans } from './ToolSpans.js';
import { TurnSpans } from './TurnSpans.js';
import { traceVariables } from './traceVariables.js';

export interface RunSpansSettings {
  tracer: Tracer;
  showsContent: boolean;
  /** What was active when the run was asked for. */
  outer: Context;
}

/** In the context of every callback: the run that it belongs to. */
const ownRun = createContextKey('claude-actors run');

/** The spans of one query or session. The first begins with the first thing that happens. */
export class RunSpans {
  readonly #facts: RunFacts;
  readonly #outer: Context;
  readonly #book: SpanBook;
  readonly #turns: TurnSpans;
  readonly #tools: ToolSpans;
  readonly #callbacks: CallbackSpans;
  readonly #requests = new Map<number, OpenSpan>();
  #session: OpenSpan | undefined;
  #sessionId: string | undefined;
  #over = false;

  constructor(facts: RunFacts, { tracer, outer, showsContent }: RunSpansSettings) {
    const show = showsContent ? facts.hide : undefined;
    this.#facts = facts;
    this.#outer = outer.setValue(ownRun, this);
    this.#book = new SpanBook(tracer);
    this.#turns = new TurnSpans(this.#book, { ...facts, show });
    this.#tools = new ToolSpans(this.#book, { show, around: () => this.#around() });
    this.#callbacks = new CallbackSpans(this.#book, this.#tools, {
      hide: facts.hide,
      session: () => this.#begun().context,
      around: () => this.#around(),
    });
  }

  environment(): TraceVariables {
    return this.#over ? {} : traceVariables(this.#begun().span);
  }

  readonly within = <Result>(callback: ObservedCallback, run: () => Result): Result => {
    const inside = this.#callbacks.contextOf(callback.requestId);
    return inside ? context.with(inside, run) : run();
  };

  readonly tell = (observation: Observation): void => {
    if (this.#over) return;
    const { span } = this.#begun();
    switch (observation.type) {
      case 'version':
        span.setAttribute('claude.cli.version', observation.version);
        break;
      case 'spawned':
        span.setAttribute('claude.cli.path', observation.path);
        if (observation.pid !== undefined) span.setAttribute('claude.cli.pid', observation.pid);
        if (this.#isOneShot) this.#turns.beginOnly(this.#begun().context, this.#facts.prompt);
        break;
      case 'turn':
        this.#turn(observation);
        break;
      case 'wrote':
        this.#turns.wrote(observation.line);
        break;
      case 'messages':
        this.#messages(observation.frames);
        break;
      case 'warning': {
        const { code, context } = observation.warning;
        span.addEvent('warning', { 'claude.warning.code': code });
        if (code === 'CallbackTimedOut') this.#callbacks.timedOut(String(context.requestId));
        break;
      }
      case 'asked':
        this.#asked(observation);
        break;
      case 'answered':
        this.#answered(observation);
        break;
      case 'callbackBegun':
        this.#callbacks.begin(observation);
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

  #begun(): OpenSpan {
    if (!this.#session) {
      const { mode, model } = this.#facts;
      this.#book.share({ 'gen_ai.provider.name': 'anthropic' });
      this.#session = this.#book.begin('claude.session', this.#outer, {
        attributes: { 'claude.mode': mode, ...(model && { 'gen_ai.request.model': model }) },
      });
    }
    return this.#session;
  }

  /** What the CLI is doing now: the turn that it works on, else the session. */
  #around(): Context {
    return (this.#turns.current ?? this.#begun()).context;
  }

  #turn(turn: Extract<Observation, { type: 'turn' }>): void {
    const { uuid, state } = turn;
    if (state === 'queued') this.#turns.begin(uuid, this.#begun().context, this.#callers());
    else if (state === 'started') this.#turns.start(uuid);
    else {
      this.#turns.end(uuid, turn);
      if (this.#turns.current === undefined) this.#tools.endUnfinished();
    }
  }

  #messages(frames: readonly MessageFrame[]): void {
    for (const { message } of frames) {
      this.#noteSession(message);
      this.#turns.take(message);
      this.#tools.take(message);
      if (message.type !== 'result') continue;
      const { total_cost_usd: cost } = message;
      if (typeof cost === 'number') this.#begun().span.setAttribute('claude.cost_usd', cost);
      if (this.#isOneShot) {
        this.#turns.endOnly(message);
        this.#tools.endUnfinished();
      }
    }
  }

  #noteSession(message: Message): void {
    const { session_id: id } = message;
    if (typeof id === 'string' && id !== '' && id !== this.#sessionId) {
      this.#sessionId = id;
      this.#book.share({ 'gen_ai.conversation.id': id });
    }
    if (message.type === 'system' && message.subtype === 'init' && message.model) {
      this.#begun().span.setAttribute('gen_ai.request.model', String(message.model));
    }
  }

  #asked({ id, operation }: Extract<Observation, { type: 'asked' }>): void {
    const active = context.active();
    // One that a callback asks for is a part of it.
    const inside = active.getValue(ownRun) === this;
    const span = this.#book.begin(`control ${operation}`, inside ? active : this.#begun().context, {
      kind: SpanKind.CLIENT,
      attributes: { 'claude.control.operation': operation },
      links: inside ? [] : this.#callers(),
    });
    this.#requests.set(id, span);
  }

  #answered({ id, result, error }: Extract<Observation, { type: 'answered' }>): void {
    const request = this.#requests.get(id);
    if (!request) return;
    this.#requests.delete(id);
    request.span.setAttribute('claude.control.result', result);
    // Given up by its caller, or by the end of the session: nothing has failed.
    if (result === 'cancelled') request.span.setAttribute('error.type', error?.code ?? result);
    else if (error) recordFailure(request.span, error, this.#facts.hide);
    else if (result !== 'succeeded') failSpan(request.span, result);
    this.#book.end(request);
  }

  /** The span from which somebody asked, where it is not the one that the whole run lies in. */
  #callers(): Link[] {
    const caller = trace.getSpanContext(context.active());
    const outer = trace.getSpanContext(this.#outer);
    if (!caller || !isSpanContextValid(caller) || caller.spanId === outer?.spanId) return [];
    return [{ context: caller }];
  }

  #end(error: ClaudeActorsError | undefined): void {
    const { span } = this.#begun();
    if (error?.code === 'Aborted') span.setAttribute('error.type', error.code);
    else if (error) recordFailure(span, error, this.#facts.hide);
    this.#callbacks.endAll();
    this.#tools.endUnfinished({ evenAgents: true });
    this.#turns.endAll();
    this.#over = true;
    this.#book.endAll();
  }
}
