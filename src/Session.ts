import type { CliPlan } from './actors/cliPlan.js';
import type { McpBridge } from './actors/mcp/McpBridge.js';
import { messageOfFrame } from './actors/messages/messageLog.js';
import { PromptFeed } from './actors/messages/PromptFeed.js';
import {
  type MessageSettings,
  type UserFrame,
  userMessage,
} from './actors/messages/userMessage.js';
import type { OperationSettings } from './actors/operations.js';
import { bindLifetime, stopAfter } from './actors/runLifetime.js';
import { SessionRuntime } from './actors/SessionRuntime.js';
import { trackUsage } from './actors/usage/trackUsage.js';
import type { UsageTracker } from './actors/usage/UsageTracker.js';
import { Controls } from './Controls.js';
import type { UserContent } from './codec/blocks.js';
import type { Message } from './codec/messages.js';
import type { InitializeResponse } from './codec/requestsToCli.js';
import { Envelope } from './Envelope.js';
import { EventHub } from './EventHub.js';
import type {
  PublicState,
  SessionEmitted,
  SessionOutcome,
  UserMessageOut,
} from './machines/session/sessionTypes.js';
import type { UsageTotals } from './machines/usage/usageTypes.js';
import { type SessionListener, SessionTurns } from './SessionTurns.js';
import { withoutSecrets } from './secrets/redactDeep.js';
import { eventOf, lastEventOf, type SessionEvent, type SessionEventMap } from './sessionEvents.js';
import { type Health, healthOf, type Pending, pendingOf } from './sessionHealth.js';
import type { Turn } from './Turn.js';

/** A conversation with one CLI process. Create it with `startSession` or `createSession`. */
export class Session extends Controls implements AsyncDisposable {
  readonly #plan: CliPlan;
  readonly #runtime: SessionRuntime;
  readonly #turns: SessionTurns;
  readonly #usage: UsageTracker;
  readonly #events: EventHub;
  /** The turn of the prompt that the session was started with, if it was a string. */
  readonly firstTurn: Turn | undefined;
  #sessionId: string | undefined;
  #prompt: PromptFeed | undefined;
  #listener: SessionListener | undefined;

  /** @internal */
  constructor(plan: CliPlan, prompt?: string) {
    super();
    this.#plan = plan;
    this.#events = new EventHub(plan.settings, (warning) => this.#runtime.warn(warning));
    this.#usage = trackUsage(plan, (row, result) => {
      this.#turns.addUsage(row, result);
      this.#listener?.onUsage(row, result);
      this.#events.append(withoutSecrets({ type: 'usage', ...row }));
    });
    const first = prompt === undefined ? undefined : this.#compose(prompt);
    this.#runtime = new SessionRuntime(
      {
        launch: plan.launch,
        initialize: plan.initialize,
        settings: plan.settings.run,
        ...(first && { prompt: [first] }),
      },
      {
        ...plan.actor,
        isVisible: plan.isVisible,
        onEvent: (event) => this.#onEmitted(event),
        beforeEnd: () => this.#usage.finish(),
        log: plan.settings.unreadBytes ? { unreadBytes: plan.settings.unreadBytes } : {},
      },
    );
    this.#sessionId = plan.sessionId;
    this.#turns = new SessionTurns({
      log: this.#runtime.messages,
      request: (subtype, fields) => this.request(subtype, fields),
      interrupt: () => this.interrupt(),
    });
    const open = first && this.#runtime.turn(first.uuid);
    this.firstTurn = open && this.#turns.add(first.uuid, open);
    this.ready.catch(() => {});
    this.#runtime.ended.then((outcome) => this.#finish(outcome));
  }

  /** Starts the process. @internal */
  static start(session: Session): void {
    const runtime = session.#runtime;
    bindLifetime(session.#plan, {
      warn: (warning) => runtime.warn(warning),
      approval: (notice) => session.#events.appendApproval(notice),
      control: (subtype, fields) => runtime.control(subtype, fields),
      abort: () => void runtime.stop('abort'),
      onEnded: (end) => void runtime.ended.then(end),
      start: () => runtime.start(),
    });
  }

  /** Tells a pool what the session emits. Returns what sends an encoded message. @internal */
  static connect(session: Session, listener: SessionListener) {
    session.#listener = listener;
    return ({ uuid, line }: UserMessageOut) => void session.#runtime.send(uuid, line);
  }

  /** Sends an iterable prompt. A failure becomes a warning, and `end()` rejects with it. @internal */
  static feedPrompt(session: Session, prompt: AsyncIterable<unknown>): void {
    const fed = session.feed(prompt as AsyncIterable<UserFrame>);
    session.#prompt = new PromptFeed(fed, (warning) => session.#runtime.warn(warning));
  }

  /**
   * Sends a message.
   *
   * @param content - Text, content blocks, or a whole message in the official SDK's format.
   * @param settings - `verbatim` sends the text without expanding commands and file names.
   * @returns The turn: iterate it for its messages, or await its `result`.
   */
  send(content: UserContent | UserFrame, settings?: MessageSettings): Turn {
    const { uuid, line } = this.#compose(content, settings);
    let turn!: Turn;
    this.#runtime.send(uuid, line, (open) => {
      turn = this.#turns.add(uuid, open);
    });
    return turn;
  }

  /**
   * Sends every message of an iterable. Resolves when the iterable or the session has ended.
   *
   * @param prompt - The messages.
   */
  async feed(prompt: AsyncIterable<UserContent | UserFrame>): Promise<void> {
    const send = (message: unknown) => this.send(message as UserContent | UserFrame).result;
    await this.#runtime.feed(prompt, send);
  }

  /** Resolves when the session is running. Rejects if it ends before that. */
  get ready(): Promise<void> {
    return this.#runtime.started;
  }

  /** All messages, from the oldest that is still kept. Each call returns a reader of its own. */
  messages(): AsyncIterableIterator<Message, undefined> {
    return this.#runtime.messages.iterate(messageOfFrame);
  }

  /** Like `messages()`, each with the line it came from. */
  envelopes(): AsyncIterableIterator<Envelope, undefined> {
    return this.#runtime.messages.iterate((frame) => new Envelope(frame));
  }

  /** Everything else that happens to the session. The last event says how it ended. */
  events(): AsyncIterableIterator<SessionEvent, undefined> {
    return this.#events.read();
  }

  /**
   * Calls `listen` for every event of a type, or for every message.
   *
   * @param type - The type of event, or `message`.
   * @param listen - Your listener. If it throws, the session goes on.
   * @returns A function that removes the listener.
   */
  on<Type extends keyof SessionEventMap & string>(
    type: Type,
    listen: (event: SessionEventMap[Type]) => void,
  ): () => void {
    return this.#events.on(type, listen);
  }

  request(subtype: string, fields: object = {}, settings?: OperationSettings): Promise<unknown> {
    const answer = this.#runtime.control(subtype, fields, settings);
    this.#plan.observer?.operation(subtype, answer);
    return answer;
  }

  get initialization(): Promise<InitializeResponse> {
    return this.#runtime.initialization as Promise<InitializeResponse>;
  }

  protected initialized(settings?: OperationSettings): Promise<InitializeResponse> {
    return this.#runtime.initialized(settings) as Promise<InitializeResponse>;
  }

  protected get bridge(): McpBridge {
    return this.#plan.bridge;
  }

  protected get canRewind(): boolean {
    return this.#plan.options.enableFileCheckpointing === true;
  }

  protected get initializeBody(): string {
    return this.#plan.initialize;
  }

  /** Resolves when every message is answered and no background agent runs, or the session ended. */
  idle(): Promise<void> {
    return this.#runtime.idle();
  }

  /**
   * Ends the session in order. Waits until an iterable prompt has ended and the session is idle,
   * closes stdin, and resolves when the process has exited. Rejects if the session failed.
   *
   * @param settings - `timeoutMs`: how long to wait before the session is stopped as by `stop()`.
   * Turns that are open then are lost, and a warning says so.
   */
  async end({ timeoutMs }: { timeoutMs?: number } = {}): Promise<void> {
    const cancel = timeoutMs === undefined ? undefined : stopAfter(this.#runtime, timeoutMs);
    // What is sent after this call must find the input closing.
    if (this.#prompt) await Promise.race([this.#prompt.done, this.#runtime.ended]);
    const outcome = await this.#runtime.end();
    cancel?.();
    const error = outcome.kind === 'failed' ? outcome.error : this.#prompt?.error;
    if (error) throw error;
  }

  /** Ends the process now. Resolves when it has exited. */
  async stop(): Promise<void> {
    await this.#runtime.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** What the session has used so far: tokens by model, cost, durations, tool calls. */
  get usage(): UsageTotals {
    return this.#usage.totals;
  }

  /** How far the session is, from `starting` to `stopped` or `failed`. */
  get state(): PublicState {
    return this.#runtime.state;
  }

  /** The process id of the CLI; undefined before the start. */
  get pid(): number | undefined {
    return this.#plan.traffic.pid;
  }

  /** The name that you gave the session: the option `label`. */
  get label(): string | undefined {
    return this.#plan.options.label;
  }

  /** The conversation, for `resume`. Known from the start, unless you `continue` or name a title. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** The XState actor behind this session. Subscribe to it, or read its snapshot. */
  get actor(): SessionRuntime['actor'] {
    return this.#runtime.actor;
  }

  /** The background tasks that are running, as far as the CLI has reported them. */
  get tasks(): readonly { id: string; taskType: string }[] {
    return this.actor.getSnapshot().context.tasks.open;
  }

  /** What the session is waiting for: answers of the CLI, and of your callbacks. */
  get pending(): Pending {
    return pendingOf(this.actor.getSnapshot().context, this.#runtime.openTurns);
  }

  /** What the process has done so far: bytes, lines, and when it was last active. */
  get health(): Health {
    return healthOf(this.#plan.traffic);
  }

  #compose(content: UserContent | UserFrame, settings?: MessageSettings): UserMessageOut {
    const { callerUuids, options } = this.#plan;
    this.#plan.checkContent(content);
    const message = userMessage(content, { verbatim: options.verbatimPrompts, ...settings });
    if (typeof content === 'object' && 'uuid' in content) callerUuids.add(message.uuid);
    return message;
  }

  #onEmitted(emitted: SessionEmitted): void {
    this.#plan.observer?.session(emitted);
    this.#listener?.onEmitted(emitted);
    this.#usage.onEmitted(emitted);
    if (emitted.type === 'messages') {
      this.#sessionId = emitted.frames.at(-1)?.message.session_id || this.#sessionId;
      if (emitted.tokenBytes === undefined) this.#turns.addLines(emitted.frames);
      if (!this.#events.hasListeners('message')) return;
      const visible = emitted.frames.filter(this.#plan.isVisible);
      for (const { message } of visible) this.#events.notify('message', message);
      return;
    }
    const event = eventOf(emitted);
    if (event) this.#events.append(event);
  }

  #finish(outcome: SessionOutcome): void {
    this.#plan.observer?.ended(outcome.kind === 'failed' ? outcome.error : undefined);
    this.#events.close(lastEventOf(outcome));
  }
}
