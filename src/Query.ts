import { type CliPlan, type Prompt, planQuery } from './actors/cliPlan.js';
import type { McpBridge } from './actors/mcp/McpBridge.js';
import type { Select } from './actors/messages/ItemQueue.js';
import type { SessionStream } from './actors/messages/SessionStream.js';
import type { UserFrame } from './actors/messages/userMessage.js';
import type { OperationSettings } from './actors/operations.js';
import type { QueryRuntime } from './actors/QueryRuntime.js';
import { Controls } from './Controls.js';
import type { Message } from './codec/messages.js';
import type { InitializeResponse, InterruptReceipt } from './codec/requestsToCli.js';
import { type Envelope, envelopeOf, messageOfItem } from './Envelope.js';
import { HostControls } from './HostControls.js';
import { McpControls } from './McpControls.js';
import type { UsageTotals } from './machines/usage/usageTypes.js';
import { checkCall } from './options/checks/checkCall.js';
import type { Options } from './options/types.js';
import { isQueryCall, type QueryCall, type QueryPrompt } from './queryCall.js';
import { type QueryRun, startQueryRun } from './queryRun.js';
import { type Health, healthOf } from './sessionHealth.js';
import { type StreamItem, streamItem } from './streams/streamItem.js';

/**
 * Sends a prompt to Claude. The CLI starts at once; iterate the query for its messages.
 *
 * @param prompt - What to ask: text, or an iterable of messages.
 * @param options - How to start the CLI and how to talk to it.
 */
export function query(prompt: QueryPrompt, options?: Options): Query;
/**
 * Sends a prompt to Claude. The CLI starts at once; iterate the query for its messages.
 *
 * @param call - The prompt and the options.
 */
// The last overload is the one that `Parameters<typeof query>` and mocks see.
export function query(call: QueryCall): Query;
export function query(given: QueryCall | QueryPrompt, options?: Options): Query {
  const warnings = isQueryCall(given) ? checkCall(given, 'query()', options) : [];
  const call = isQueryCall(given) ? given : { prompt: given, options };
  const plan = planQuery(call.prompt, call.options);
  for (const warning of warnings) plan.warnings.warn(warning);
  return new Query(plan, call.prompt);
}

/** Where a query keeps its run: not a private field, so that proxies and derived objects reach it. */
const run: unique symbol = Symbol('run');

/**
 * One run of the CLI, as an async iterable of messages.
 *
 * `items()` and `envelopes()` read from the same stream as the query itself. Leaving the loop
 * early, or calling `close()`, ends the process.
 */
export class Query extends Controls implements AsyncGenerator<Message, void> {
  /** @internal */
  declare readonly [run]: QueryRun;

  /** @internal Without a prompt, the CLI starts and waits for one: see `givePrompt`. */
  constructor(plan: CliPlan, prompt?: Prompt) {
    super();
    Object.defineProperty(this, run, { value: startQueryRun(plan, prompt) });
  }

  /** @internal The session behind a query that was started without a prompt. */
  static streamOf(query: Query): SessionStream {
    return query[run].session('startup');
  }

  /** @internal Sends the prompt of a query that was started without one. */
  static givePrompt(query: Query, prompt: Prompt): void {
    query[run].givePrompt(prompt);
  }

  /**
   * Returns the next message. Rejects with the error that ended the run, if it failed, and after a
   * last result with `is_error`; the latter not in one-shot mode.
   */
  next(): Promise<IteratorResult<Message, void>> {
    return this[run].stream.pick(messageOfItem, true);
  }

  /**
   * Ends the process and resolves when it has exited. Leaving a `for await` loop does the same.
   *
   * @param value - What to resolve with, as in every generator.
   */
  return(value?: undefined): Promise<IteratorResult<Message, void>> {
    return readStream(this[run], messageOfItem).return(value);
  }

  /** Ends the process, then rejects with the given error. */
  throw(error: unknown): Promise<IteratorResult<Message, void>> {
    return readStream(this[run], messageOfItem).throw(error);
  }

  /** A generator beside the query, as in the official SDK: a loop never calls a wrapper's `next`. */
  [Symbol.asyncIterator](): AsyncGenerator<Message, void> {
    return readStream(this[run], messageOfItem, true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Messages, warnings, and errors that do not end the stream, in order. */
  items(): AsyncIterableIterator<StreamItem, undefined> {
    return readStream(this[run], streamItem);
  }

  /** Messages, each with the line it came from. */
  envelopes(): AsyncIterableIterator<Envelope, undefined> {
    return readStream(this[run], envelopeOf);
  }

  /** Ends the process and the stream. Resolves when the process has exited. */
  async close(): Promise<void> {
    await this[run].stream.close();
  }

  /** The process id of the CLI; undefined before the start. */
  get pid(): number | undefined {
    return this[run]?.plan.traffic.pid;
  }

  /** What the process has done so far: bytes, lines, and when it was last active. */
  get health(): Health {
    return this[run] && healthOf(this[run].plan.traffic);
  }

  /** What the query has used so far: tokens by model, cost, durations, tool calls. */
  get usage(): UsageTotals {
    return this[run]?.usage.totals;
  }

  /** The XState actor behind this query. Subscribe to it, or read its snapshot. */
  get actor(): QueryRuntime['actor'] | SessionStream['actor'] {
    return this[run]?.stream.actor;
  }

  /**
   * Sends more messages. Resolves when the iterable has ended.
   *
   * @param messages - The messages to send.
   */
  async streamInput(messages: AsyncIterable<UserFrame>): Promise<void> {
    await this[run].feed(messages);
  }

  /**
   * Interrupts the run. Resolves when the CLI has accepted the request; the result follows.
   *
   * @param options - With `cancelQueued`, messages that wait for a turn of their own are dropped too.
   * @returns What happens to waiting messages; undefined from CLIs that do not say.
   */
  override async interrupt(
    options?: OperationSettings & { cancelQueued?: boolean },
  ): Promise<InterruptReceipt | undefined> {
    const { isSession, stream, ofCaller } = this[run];
    if (!isSession) {
      // A one-shot CLI takes no control requests. SIGINT is what a terminal would send.
      (stream as QueryRuntime).interrupt();
      return undefined;
    }
    const receipt = await super.interrupt(options);
    if (!receipt) return undefined;
    const { still_queued: stillQueued, cancelled } = receipt;
    return {
      ...receipt,
      still_queued: ofCaller(stillQueued),
      ...(Array.isArray(cancelled) && { cancelled: ofCaller(cancelled) }),
    };
  }

  async request(
    subtype: string,
    fields: object = {},
    settings?: OperationSettings,
  ): Promise<unknown> {
    const answer = this[run].control(subtype, fields, settings);
    this[run].plan.observer?.operation(subtype, answer);
    return answer;
  }

  get initialization(): Promise<InitializeResponse> {
    return this[run]?.initialization() as Promise<InitializeResponse>;
  }

  /** The official SDK's name for `initialization`. */
  initializationResult(): Promise<InitializeResponse> {
    return this.initialization;
  }

  protected async initialized(settings?: OperationSettings): Promise<InitializeResponse> {
    return this[run].initialized(settings) as Promise<InitializeResponse>;
  }

  protected get bridge(): McpBridge {
    this[run]?.session('setMcpServers');
    return this[run]?.plan.bridge;
  }

  protected get initializeBody(): string {
    return this[run]?.plan.initialize;
  }

  protected get canRewind(): boolean {
    return this[run]?.plan.options.enableFileCheckpointing === true;
  }
}

// Wrappers copy the methods of an object's direct prototype, which in the official SDK has all.
for (const { prototype } of [Controls, HostControls, McpControls]) {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (!Object.hasOwn(Query.prototype, name)) {
      Object.defineProperty(Query.prototype, name, property);
    }
  }
}

function readStream<Value>(
  { stream }: QueryRun,
  select: Select<Value>,
  readsMessages?: boolean,
): AsyncGenerator<Value, undefined> {
  const close = async () => void (await stream.close());
  const generator: AsyncGenerator<Value, undefined> = {
    next: () => stream.pick(select, readsMessages),
    async return(value) {
      await close();
      return { done: true, value: await value };
    },
    async throw(error) {
      await close();
      throw error;
    },
    [Symbol.asyncIterator]: () => generator,
    [Symbol.asyncDispose]: close,
  };
  return generator;
}
