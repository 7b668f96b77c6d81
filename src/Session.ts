import type { CliPlan } from './actors/cliPlan.js';
import type { McpBridge } from './actors/mcp/McpBridge.js';
import { messageOfFrame } from './actors/messages/messageLog.js';
import { ResultLines } from './actors/messages/ResultLines.js';
import {
  type MessageSettings,
  type UserFrame,
  userMessage,
} from './actors/messages/userMessage.js';
import type { OpenTurn } from './actors/OpenTurns.js';
import type { OperationSettings } from './actors/operations.js';
import { alreadyStarted } from './actors/operations.js';
import { bindLifetime } from './actors/runLifetime.js';
import { SessionRuntime } from './actors/SessionRuntime.js';
import { Controls } from './Controls.js';
import type { UserContent } from './codec/blocks.js';
import type { Message } from './codec/messages.js';
import type { InitializeResponse } from './codec/requestsToCli.js';
import { keptTurns } from './defaults.js';
import { Envelope } from './Envelope.js';
import { EventHub } from './EventHub.js';
import type { ClaudeActorsError } from './errors.js';
import type {
  PublicState,
  SessionEmitted,
  SessionOutcome,
  UserMessageOut,
} from './machines/session/sessionTypes.js';
import { checkMessage } from './options/checks/checkCall.js';
import { eventOf, lastEventOf, type SessionEvent, type SessionEventMap } from './sessionEvents.js';
import { type Health, healthOf, type Pending } from './sessionHealth.js';
import { Turn } from './Turn.js';

/** A conversation with one CLI process. Create it with `startSession`. */
export class Session extends Controls implements AsyncDisposable {
  readonly #plan: CliPlan;
  readonly #runtime: SessionRuntime;
  /** Their messages are kept for a reader who has not started yet. */
  readonly #settledTurns: Turn[] = [];
  readonly #resultLines = new ResultLines();
  readonly #events: EventHub;
  /** The turn of the prompt that the session was started with, if it was a string. */
  readonly firstTurn: Turn | undefined;
  #sessionId: string | undefined;
  #promptFed: Promise<void> | undefined;
  #promptError: ClaudeActorsError | undefined;

  /** @internal */
  constructor(plan: CliPlan, prompt?: string) {
    super();
    this.#plan = plan;
    const { unreadBytes } = plan.settings;
    this.#events = new EventHub(unreadBytes, (warning) => this.#runtime.warn(warning));
    const first = prompt === undefined ? undefined : this.#compose(prompt);
    this.#runtime = new SessionRuntime(
      {
        launch: plan.launch,
        initialize: plan.initialize,
        settings: plan.settings.session,
        ...(first && { prompt: [first] }),
      },
      {
        ...plan.actor,
        isVisible: plan.isVisible,
        onEvent: (event) => this.#onEmitted(event),
        log: { ...(unreadBytes && { unreadBytes }) },
      },
    );
    const open = first && this.#runtime.turn(first.uuid);
    this.firstTurn = open && this.#addTurn(first.uuid, open);
    this.#runtime.ended.then((outcome) => this.#finish(outcome));
  }

  /** Starts the process. Resolves when the session is running. @internal */
  static async start(session: Session): Promise<Session> {
    const runtime = session.#runtime;
    bindLifetime(session.#plan, {
      warn: (warning) => runtime.warn(warning),
      control: (subtype, fields) => runtime.control(subtype, fields),
      abort: () => void runtime.stop('abort'),
      onEnded: (end) => void runtime.ended.then(end),
      start: () => runtime.start(),
    });
    await runtime.started;
    return session;
  }

  /** Sends an iterable prompt. A failure becomes a warning, and `end()` rejects with it. @internal */
  static feedPrompt(session: Session, prompt: AsyncIterable<unknown>): void {
    const fed = session.feed(prompt as AsyncIterable<UserFrame>);
    session.#promptFed = fed.catch((error: ClaudeActorsError) => {
      // The session reports elsewhere why it is over.
      if (error.code === 'SessionStopped') return;
      session.#promptError = error;
      const { code, message } = error;
      session.#runtime.warn({ code: 'PromptFailed', message, context: { code, error } });
    });
  }

  /**
   * Sends a message.
   *
   * @param content - Text, content blocks, or a whole message in the official SDK's format.
   * @param settings - `verbatim` sends the text without expanding commands and file names.
   * @returns The turn: iterate it for its messages, or await its `result`.
   */
  send(content: UserContent | UserFrame, settings?: MessageSettings): Turn {
    checkMessage(content);
    const { uuid, line } = this.#compose(content, settings);
    let turn!: Turn;
    this.#runtime.send(uuid, line, (open) => {
      turn = this.#addTurn(uuid, open);
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

  /**
   * Resolves when the session is idle: every message is answered, and no background agent is
   * running.
   */
  idle(): Promise<void> {
    return this.#runtime.idle();
  }

  /**
   * Ends the session in order. Waits until an iterable prompt has ended and the session is idle,
   * closes stdin, and resolves when the process has exited. Rejects if the session failed.
   */
  async end(): Promise<void> {
    // What is sent after this call must find the input closing.
    if (this.#promptFed) await this.#promptFed;
    const outcome = await this.#runtime.end();
    const error = outcome.kind === 'failed' ? outcome.error : this.#promptError;
    if (error) throw error;
  }

  /** Ends the process now. Resolves when it has exited. */
  async stop(): Promise<void> {
    await this.#runtime.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** How far the session is, from `starting` to `stopped` or `failed`. */
  get state(): PublicState {
    return this.#runtime.state;
  }

  /** The process id of the CLI; undefined before the start. */
  get pid(): number | undefined {
    return this.#plan.traffic.pid;
  }

  /**
   * The id of the conversation. Pass it as `resume` to continue later. Known from the first message
   * on.
   */
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
    const { requests, callbacks, queue } = this.actor.getSnapshot().context;
    return {
      requests: Object.entries(requests.pending).map(([id, { subtype }]) => ({ id, subtype })),
      callbacks: callbacks.map(({ id, kind, running }) => ({ id, kind, running })),
      queuedOperations: queue.length,
      turns: this.#runtime.openTurns,
    };
  }

  /** What the process has done so far: bytes, lines, and when it was last active. */
  get health(): Health {
    return healthOf(this.#plan.traffic);
  }

  #compose(content: UserContent | UserFrame, settings?: MessageSettings): UserMessageOut {
    const { callerUuids, options } = this.#plan;
    const verbatim = options.verbatimPrompts;
    const message = userMessage(content, { verbatim, ...settings });
    if (typeof content === 'object' && 'uuid' in content) callerUuids.add(message.uuid);
    return message;
  }

  #addTurn(uuid: string, open: OpenTurn): Turn {
    const interrupt = async (started: boolean) => {
      if (!started) {
        const answer = await this.request('cancel_async_message', { message_uuid: uuid });
        // If it was answered in the meantime, another turn is running now.
        if (!alreadyStarted(answer) || !open.isOpen) return;
      }
      await this.interrupt();
    };
    const { messages: log } = this.#runtime;
    return Turn.open({ uuid, open, log, results: this.#resultLines, interrupt }, (turn) => {
      this.#settledTurns.push(turn);
      const oldest = this.#settledTurns.length > keptTurns && this.#settledTurns.shift();
      if (oldest) Turn.release(oldest);
    });
  }

  #onEmitted(emitted: SessionEmitted): void {
    this.#plan.observer?.session(emitted);
    if (emitted.type === 'messages') {
      this.#sessionId = emitted.frames.at(-1)?.message.session_id || this.#sessionId;
      if (emitted.tokenBytes === undefined) this.#resultLines.add(emitted.frames);
      if (!this.#events.hasListeners('message')) return;
      for (const frame of emitted.frames) {
        if (this.#plan.isVisible(frame)) this.#events.notify('message', frame.message);
      }
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
