import { type CliPlan, type Prompt, planQuery } from './actors/cliPlan.js';
import type { McpBridge } from './actors/mcp/McpBridge.js';
import type { Select } from './actors/messages/ItemQueue.js';
import { SessionStream } from './actors/messages/SessionStream.js';
import { type UserFrame, userMessage } from './actors/messages/userMessage.js';
import type { OperationSettings } from './actors/operations.js';
import { QueryRuntime } from './actors/QueryRuntime.js';
import { bindLifetime } from './actors/runLifetime.js';
import { Controls } from './Controls.js';
import type { Message } from './codec/messages.js';
import type { InitializeResponse, InterruptReceipt } from './codec/requestsToCli.js';
import { type Envelope, envelopeOf, messageOfItem } from './Envelope.js';
import { ClaudeActorsError } from './errors.js';
import { checkCall, checkMessage, checkNoSecondArgument } from './options/checks/checkCall.js';
import type { Options } from './options/types.js';
import { type Health, healthOf } from './sessionHealth.js';
import { type StreamItem, streamItem } from './streamItem.js';

/** What `query` is called with. */
export interface QueryCall {
  /** What to ask: text, or an iterable of messages. */
  prompt: string | AsyncIterable<UserFrame>;
  /** How to start the CLI and how to talk to it. */
  options?: Options;
}

/**
 * Sends a prompt to Claude. The CLI starts at once; iterate the query for its messages.
 *
 * @param call - The prompt and the options.
 */
export function query(call: QueryCall): Query;
/**
 * Sends a prompt to Claude. The CLI starts at once; iterate the query for its messages.
 *
 * @param prompt - What to ask: text, or an iterable of messages.
 * @param options - How to start the CLI and how to talk to it.
 */
export function query(prompt: QueryCall['prompt'], options?: Options): Query;
export function query(given: QueryCall | QueryCall['prompt'], options?: Options): Query {
  if (isCall(given)) {
    checkCall(given, 'query()');
    checkNoSecondArgument(options);
  }
  const call = isCall(given) ? given : { prompt: given, options };
  return new Query(planQuery(call.prompt, call.options), call.prompt);
}

function isCall(given: QueryCall | QueryCall['prompt']): given is QueryCall {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  return isObject && !(Symbol.asyncIterator in given);
}

/**
 * One run of the CLI, as an async iterable of messages.
 *
 * `items()` and `envelopes()` read from the same stream as the query itself. Leaving the loop
 * early, or calling `close()`, ends the process.
 */
export class Query extends Controls implements AsyncGenerator<Message, void> {
  readonly #plan: CliPlan;
  readonly #stream: QueryRuntime | SessionStream;
  readonly #session: SessionStream | undefined;

  /** @internal */
  constructor(plan: CliPlan, prompt: Prompt) {
    super();
    this.#plan = plan;
    if (plan.mode === 'session') {
      this.#session = this.#startSession(prompt);
      this.#stream = this.#session;
    } else {
      this.#stream = this.#startOneShot();
    }
    this.#join();
  }

  /** Returns the next message. Rejects with the error that ended the run, if it failed. */
  next(): Promise<IteratorResult<Message, void>> {
    return this.#stream.pick(messageOfItem);
  }

  /** Ends the process and resolves when it has exited. Leaving a `for await` loop calls it. */
  async return(): Promise<IteratorResult<Message, void>> {
    await this.close();
    return { done: true, value: undefined };
  }

  /** Ends the process, then rejects with the given error. */
  async throw(error: unknown): Promise<IteratorResult<Message, void>> {
    await this.close();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Messages, warnings, and errors that do not end the stream, in order. */
  items(): AsyncIterableIterator<StreamItem, undefined> {
    return this.#read(streamItem);
  }

  /** Messages, each with the line it came from. */
  envelopes(): AsyncIterableIterator<Envelope, undefined> {
    return this.#read(envelopeOf);
  }

  /** Ends the process and the stream. Resolves when the process has exited. */
  async close(): Promise<void> {
    await this.#stream.close();
  }

  /** The process id of the CLI; undefined before the start. */
  get pid(): number | undefined {
    return this.#plan.traffic.pid;
  }

  /** What the process has done so far: bytes, lines, and when it was last active. */
  get health(): Health {
    return healthOf(this.#plan.traffic);
  }

  /** The XState actor behind this query. Subscribe to it, or read its snapshot. */
  get actor(): QueryRuntime['actor'] | SessionStream['actor'] {
    return this.#stream.actor;
  }

  /**
   * Sends more messages. Resolves when the iterable has ended.
   *
   * @param messages - The messages to send.
   */
  async streamInput(messages: AsyncIterable<UserFrame>): Promise<void> {
    await this.#asSession('streamInput').feed(messages, (message) => this.#send(message));
  }

  /**
   * Interrupts the run. Resolves when the CLI has accepted the request; the result follows.
   *
   * @param settings - A timeout and a signal for this call.
   * @returns What happens to waiting messages; undefined from CLIs that do not say.
   */
  override interrupt(settings?: OperationSettings): Promise<InterruptReceipt | undefined> {
    if (this.#session) return super.interrupt(settings);
    // A one-shot CLI takes no control requests. SIGINT is what a terminal would send.
    (this.#stream as QueryRuntime).interrupt();
    return Promise.resolve(undefined);
  }

  async request(
    subtype: string,
    fields: object = {},
    settings?: OperationSettings,
  ): Promise<unknown> {
    const answer = this.#control(subtype, fields, settings);
    this.#plan.observer?.operation(subtype, answer);
    return answer;
  }

  get initialization(): Promise<InitializeResponse> {
    if (!this.#session) return Promise.reject(unavailable('initialize'));
    return this.#session.runtime.initialization as Promise<InitializeResponse>;
  }

  /** The official SDK's name for `initialization`. */
  initializationResult(): Promise<InitializeResponse> {
    return this.initialization;
  }

  protected async initialized(settings?: OperationSettings): Promise<InitializeResponse> {
    const { runtime } = this.#asSession('initialize');
    return runtime.initialized(settings) as Promise<InitializeResponse>;
  }

  protected get bridge(): McpBridge {
    this.#asSession('setMcpServers');
    return this.#plan.bridge;
  }

  protected get canRewind(): boolean {
    return this.#plan.options.enableFileCheckpointing === true;
  }

  #startOneShot(): QueryRuntime {
    const { launch, settings, actor, observer } = this.#plan;
    const runtime = new QueryRuntime(
      { launch, settings: settings.query },
      {
        ...actor,
        unreadBytes: settings.unreadBytes,
        onEvent: observer && ((event) => observer.query(event)),
      },
    );
    runtime.exited.then(() => observer?.ended());
    return runtime;
  }

  #startSession(prompt: Prompt): SessionStream {
    const { launch, initialize, settings, actor, isVisible, observer } = this.#plan;
    const first = typeof prompt === 'string' ? [this.#compose(prompt)] : undefined;
    const stream = new SessionStream(
      { launch, initialize, settings: settings.session, ...(first && { prompt: first }) },
      {
        ...actor,
        isVisible,
        unreadBytes: settings.unreadBytes,
        onEvent: observer && ((event) => observer.session(event)),
        onEnded: (error) => observer?.ended(error),
      },
    );
    if (typeof prompt === 'object') {
      stream
        .feed(prompt, (message) => this.#send(message))
        .catch((error: ClaudeActorsError) => {
          // The session reports elsewhere why it is over.
          if (error.code !== 'SessionStopped') stream.fail(error);
        });
    }
    return stream;
  }

  #compose(content: string | UserFrame) {
    const { options, callerUuids } = this.#plan;
    const message = userMessage(content, { verbatim: options.verbatimPrompts });
    if (typeof content === 'object' && content.uuid !== undefined) callerUuids.add(message.uuid);
    return message;
  }

  #send(message: unknown): Promise<unknown> {
    checkMessage(message);
    const { uuid, line } = this.#compose(message as UserFrame);
    return this.#asSession('send').runtime.send(uuid, line).result;
  }

  #read<Value>(select: Select<Value>): AsyncIterableIterator<Value, undefined> {
    const iterator: AsyncIterableIterator<Value, undefined> = {
      next: () => this.#stream.pick(select),
      return: async () => {
        await this.close();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  async #control(subtype: string, fields: object, settings?: OperationSettings): Promise<unknown> {
    return this.#asSession(subtype).runtime.control(subtype, fields, settings);
  }

  #asSession(operation: string): SessionStream {
    if (this.#session) return this.#session;
    throw unavailable(operation);
  }

  #join(): void {
    const stream = this.#stream;
    const session = this.#session?.runtime;
    bindLifetime(this.#plan, {
      warn: (warning) => stream.warn(warning),
      control: session && ((subtype, fields) => session.control(subtype, fields)),
      abort: () => void stream.close('abort'),
      onEnded: (end) => void stream.exited.then(end),
      start: () => void stream.start(),
    });
  }
}

function unavailable(operation: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'ControlUnavailable',
    `${operation} needs a session, but this query runs in one-shot mode. Pass \`mode: 'session'\`.`,
    { operation },
  );
}
