import { type Context, type Link, SpanKind } from '@opentelemetry/api';
import type { Observation } from '../actors/observing/observation.js';
import type { RunDescription } from '../actors/observing/telemetry.js';
import { isObject } from '../codec/jsonObject.js';
import type { Message } from '../codec/messages.js';
import type { ResultMessage } from '../codec/results.js';
import { failSpan, recordFailure } from './failSpan.js';
import { answerText, chatMessages, failureType, resultAttributes } from './resultAttributes.js';
import type { OpenSpan, SpanRegistry } from './SpanRegistry.js';

export interface TurnFacts extends Pick<RunDescription, 'agent' | 'model' | 'hide'> {
  /** Prepares content for an attribute; undefined if content stays hidden. */
  show: ((text: string) => string) | undefined;
}

type TurnObservation = Extract<Observation, { type: 'turn' }>;

/** Stands for the uuid of a one-shot query's only turn, which has none. */
const onlyTurn = '';

/** One span for each user message, from sending it to its result. */
export class TurnSpans {
  readonly #spans: SpanRegistry;
  readonly #facts: TurnFacts;
  readonly #open = new Map<string, OpenSpan>();
  /** The turns that the CLI has started, the latest last. */
  #started: string[] = [];
  /** Results that a span has already recorded. Messages may share a result, and tokens count once. */
  readonly #recorded = new WeakSet<ResultMessage>();

  constructor(spans: SpanRegistry, facts: TurnFacts) {
    this.#spans = spans;
    this.#facts = facts;
  }

  /** The turn that the CLI works on, as far as is known. */
  get current(): OpenSpan | undefined {
    const started = this.#started.at(-1);
    if (started !== undefined) return this.#open.get(started);
    const [oldest] = this.#open.values();
    return oldest;
  }

  start(uuid: string, session: Context, links: Link[]): OpenSpan {
    const { agent = 'claude-code', model } = this.#facts;
    const turn = this.#spans.start(`invoke_agent ${agent}`, session, {
      kind: SpanKind.CLIENT,
      links,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        ...(model && { 'gen_ai.request.model': model }),
        ...(uuid !== onlyTurn && { 'claude.turn.uuid': uuid }),
      },
    });
    this.#open.set(uuid, turn);
    return turn;
  }

  /** Starts the only turn of a one-shot query. */
  startOnly(session: Context, prompt: string | undefined): void {
    if (this.#open.has(onlyTurn)) return;
    const { span } = this.start(onlyTurn, session, []);
    const { show } = this.#facts;
    if (show && prompt !== undefined) {
      span.setAttribute('gen_ai.input.messages', show(chatMessages('user', prompt)));
    }
  }

  /** Notes that the CLI has started to work on a turn. */
  markStarted(uuid: string): void {
    if (this.#open.has(uuid)) this.#started.push(uuid);
  }

  /** Adds the prompt to a turn's span if this line to the CLI is a user message. */
  addPrompt(line: string): void {
    const { show } = this.#facts;
    if (!show || !line.includes('"type":"user"')) return;
    const frame: unknown = JSON.parse(line);
    if (!isObject(frame) || typeof frame.uuid !== 'string' || !isObject(frame.message)) return;
    const turn = this.#open.get(frame.uuid);
    const text = show(chatMessages('user', frame.message.content));
    turn?.span.setAttribute('gen_ai.input.messages', text);
  }

  observe(message: Message): void {
    if (message.type !== 'assistant' || message.parent_tool_use_id) return;
    const model: unknown = message.message?.model;
    if (typeof model === 'string') this.current?.span.setAttribute('gen_ai.response.model', model);
  }

  endOnly(result: ResultMessage): void {
    this.end(onlyTurn, { state: 'completed', result });
  }

  end(uuid: string, { state, result, error }: Pick<TurnObservation, 'state' | 'result' | 'error'>) {
    const turn = this.#open.get(uuid);
    if (!turn) return;
    this.#open.delete(uuid);
    this.#started = this.#started.filter((one) => one !== uuid);
    const { span } = turn;
    span.setAttribute('claude.turn.state', state);
    if (result) this.#addResult(turn, result);
    const failure = state === 'interrupted' ? undefined : failureType(result);
    if (error) recordFailure(span, error, this.#facts.hide);
    else if (failure !== undefined) failSpan(span, failure);
    else if (state === 'discarded') failSpan(span, 'TurnDiscarded');
    this.#spans.end(turn);
  }

  /** Ends the turns that have no result when the run ends. */
  endAll(): void {
    for (const uuid of [...this.#open.keys()]) this.end(uuid, { state: 'lost' });
  }

  #addResult({ span }: OpenSpan, result: ResultMessage): void {
    if (this.#recorded.has(result)) return;
    this.#recorded.add(result);
    span.setAttributes(resultAttributes(result));
    const { show } = this.#facts;
    const text = answerText(result);
    if (show && text !== undefined) {
      span.setAttribute('gen_ai.output.messages', show(chatMessages('assistant', text)));
    }
  }
}
