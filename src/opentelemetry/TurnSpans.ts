import { type Context, type Link, SpanKind } from '@opentelemetry/api';
import type { Observation } from '../actors/observing/Observation.js';
import type { RunFacts } from '../actors/observing/Telemetry.js';
import { isObject } from '../codec/jsonObject.js';
import type { Message } from '../codec/messages.js';
import type { ResultMessage } from '../codec/results.js';
import { answerText, chatMessages, failureOf, resultAttributes } from './resultAttributes.js';
import { failSpan, recordFailure } from './failSpan.js';
import type { OpenSpan, SpanBook } from './SpanRegistry.js';

export interface TurnFacts extends Pick<RunFacts, 'agent' | 'model' | 'hide'> {
  /** For content; absent where that stays hidden. */
  show: ((text: string) => string) | undefined;
}

type TurnObservation = Extract<Observation, { type: 'turn' }>;

/** The turn of a one-shot query, whose message has no uuid. */
const only = '';

/** One span a message of the user, from the sending to its result. */
export class TurnSpans {
  readonly #book: SpanBook;
  readonly #facts: TurnFacts;
  readonly #open = new Map<string, OpenSpan>();
  /** Those that the CLI has taken up, the latest last. */
  #started: string[] = [];
  /** Results whose tokens have been told: messages may share one. */
  readonly #told = new WeakSet<ResultMessage>();

  constructor(book: SpanBook, facts: TurnFacts) {
    this.#book = book;
    this.#facts = facts;
  }

  /** The one that the CLI works on, as far as it is known. */
  get current(): OpenSpan | undefined {
    const started = this.#started.at(-1);
    if (started !== undefined) return this.#open.get(started);
    const [oldest] = this.#open.values();
    return oldest;
  }

  begin(uuid: string, session: Context, links: Link[]): OpenSpan {
    const { agent = 'claude-code', model } = this.#facts;
    const turn = this.#book.begin(`invoke_agent ${agent}`, session, {
      kind: SpanKind.CLIENT,
      links,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        ...(model && { 'gen_ai.request.model': model }),
        ...(uuid !== only && { 'claude.turn.uuid': uuid }),
      },
    });
    this.#open.set(uuid, turn);
    return turn;
  }

  beginOnly(session: Context, prompt: string | undefined): void {
    if (this.#open.has(only)) return;
    const { span } = this.begin(only, session, []);
    const { show } = this.#facts;
    if (show && prompt !== undefined) {
      span.setAttribute('gen_ai.input.messages', show(chatMessages('user', prompt)));
    }
  }

  start(uuid: string): void {
    if (this.#open.has(uuid)) this.#started.push(uuid);
  }

  /** A line on its way to the CLI: the message of a turn, perhaps. */
  wrote(line: string): void {
    const { show } = this.#facts;
    if (!show || !line.includes('"type":"user"')) return;
    const frame: unknown = JSON.parse(line);
    if (!isObject(frame) || typeof frame.uuid !== 'string' || !isObject(frame.message)) return;
    const turn = this.#open.get(frame.uuid);
    const text = show(chatMessages('user', frame.message.content));
    turn?.span.setAttribute('gen_ai.input.messages', text);
  }

  take(message: Message): void {
    if (message.type !== 'assistant' || message.parent_tool_use_id) return;
    const model: unknown = message.message?.model;
    if (typeof model === 'string') this.current?.span.setAttribute('gen_ai.response.model', model);
  }

  endOnly(result: ResultMessage): void {
    this.end(only, { state: 'completed', result });
  }

  end(uuid: string, { state, result, error }: Pick<TurnObservation, 'state' | 'result' | 'error'>) {
    const turn = this.#open.get(uuid);
    if (!turn) return;
    this.#open.delete(uuid);
    this.#started = this.#started.filter((one) => one !== uuid);
    const { span } = turn;
    span.setAttribute('claude.turn.state', state);
    if (result) this.#addResult(turn, result);
    const failure = state === 'interrupted' ? undefined : failureOf(result);
    if (error) recordFailure(span, error, this.#facts.hide);
    else if (failure !== undefined) failSpan(span, failure);
    else if (state === 'discarded') failSpan(span, 'TurnDiscarded');
    this.#book.end(turn);
  }

  /** The run is over, and these have no result. */
  endAll(): void {
    for (const uuid of [...this.#open.keys()]) this.end(uuid, { state: 'lost' });
  }

  #addResult({ span }: OpenSpan, result: ResultMessage): void {
    if (this.#told.has(result)) return;
    this.#told.add(result);
    span.setAttributes(resultAttributes(result));
    const { show } = this.#facts;
    const text = answerText(result);
    if (show && text !== undefined) {
      span.setAttribute('gen_ai.output.messages', show(chatMessages('assistant', text)));
    }
  }
}
