import type { OperationSettings } from './actors/bounded.js';
import type { CliPlan } from './actors/cliPlan.js';
import { guarded } from './actors/guarded.js';
import { joinRun } from './actors/joinRun.js';
import type { McpBridge } from './actors/mcp/mcpBridge.js';
import { BroadcastLog } from './actors/messages/broadcastLog.js';
import { messageOf } from './actors/messages/messageLog.js';
import {
  type MessageSettings,
  type UserFrame,
  userMessage,
} from './actors/messages/userMessage.js';
import { SessionRuntime } from './actors/sessionRuntime.js';
import { isTakenUp } from './actors/takenBack.js';
import { Controls } from './Controls.js';
import type { UserContent } from './codec/blocks.js';
import type { Message } from './codec/messages.js';
import type { InitializeResponse } from './codec/requestsToCli.js';
import type { ResultMessage } from './codec/results.js';
import type { ClaudeActorsError } from './errors.js';
import type {
  PublicState,
  SessionEmitted,
  SessionOutcome,
  UserMessageOut,
} from './machines/session/sessionTypes.js';
import { checkMessage } from './options/checkPrompt.js';
import { eventOf, type SessionEvent, type SessionEventMap } from './sessionEvents.js';
import { type Health, healthOf } from './sessionHealth.js';
import type { Turn } from './Turn.js';
import { TurnRegistry } from './TurnRegistry.js';

/** What waits, and for whom. */
export interface Pending {
  requests: readonly { id: string; subtype: string }[];
  callbacks: readonly { id: string; kind: 'hook' | 'permission' | 'mcp'; running: boolean }[];
  /** Asked for before the session ran. */
  queuedOperations: number;
  /** The uuids of messages without a result. */
  turns: readonly string[];
}

/** One conversation with one CLI process. Made by `startSession`. */
export class Session extends Controls implements AsyncDisposable {
  readonly #plan: CliPlan;
  readonly #runtime: SessionRuntime;
  readonly #turns: TurnRegistry;
  readonly #events = new BroadcastLog<SessionEvent>(() => 1, { keptItems: 1000 });
  readonly #listeners = new Map<string, Set<(event: never) => void>>();
  /** The turn of the prompt with which the session was started. */
  readonly firstTurn: Turn | undefined;
  #sessionId: string | undefined;
  #firstFed: Promise<void> | undefined;
  #promptError: ClaudeActorsError | undefined;

  constructor(plan: CliPlan, prompt?: string) {
    super();
    this.#plan = plan;
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
        shows: plan.shows,
        onEvent: (event) => this.#take(event),
        log: { ...(plan.settings.unreadBytes && { unreadBytes: plan.settings.unreadBytes }) },
      },
    );
    this.#turns = new TurnRegistry(this.#runtime.messages);
    const result = first && this.#runtime.resultOf(first.uuid);
    this.firstTurn = result && this.#open(first.uuid, result);
    this.#runtime.ended.then((outcome) => this.#finish(outcome));
  }

  /** Starts the process; resolves when the session runs. */
  static async start(session: Session): Promise<Session> {
    const runtime = session.#runtime;
    joinRun(session.#plan, {
      warn: (warning) => runtime.warn(warning),
      control: (subtype, fields) => runtime.control(subtype, fields),
      abort: () => void runtime.stop('abort'),
      onEnded: (end) => void runtime.ended.then(end),
      start: () => runtime.start(),
    });
    await runtime.started;
    return session;
  }

  /** Sends the messages of the prompt. Nobody awaits that: a failure is told, and kept for `end()`. */
  static feedFirst(session: Session, prompt: AsyncIterable<unknown>): void {
    const fed = session.feed(prompt as AsyncIterable<UserFrame>);
    session.#firstFed = fed.catch((error: ClaudeActorsError) => {
      // That the session is over has a reason of its own.
      if (error.code === 'SessionStopped') return;
      session.#promptError = error;
      const { code, message } = error;
      session.#runtime.warn({ code: 'PromptFailed', message, context: { code, error } });
    });
  }

  /** Sends a message: text, content blocks, or a whole message as the official SDK has them. */
  send(content: UserContent | UserFrame, settings?: MessageSettings): Turn {
    checkMessage(content);
    const { uuid, line } = this.#compose(content, settings);
    return this.#open(uuid, this.#runtime.send(uuid, line));
  }

  /** Sends each message that the iterable gives; resolves when it has ended, or the session has. */
  async feed(prompt: AsyncIterable<UserContent | UserFrame>): Promise<void> {
    const send = (message: unknown) => this.send(message as UserContent | UserFrame).result;
    await this.#runtime.feed(prompt, send);
  }

  /** All messages, from the oldest that is still kept. Each call gives a reader of its own. */
  messages(): AsyncIterableIterator<Message, undefined> {
    return this.#runtime.messages.iterate(messageOf);
  }

  /** What happens besides; the last event says how the session ended. */
  events(): AsyncIterableIterator<SessionEvent, undefined> {
    return this.#events.iterate();
  }

  /** Calls `listen` for each event of a type, or for each message. Returns what ends that. */
  on<Type extends keyof SessionEventMap & string>(
    type: Type,
    listen: (event: SessionEventMap[Type]) => void,
  ): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    const safe = guarded(listen);
    listeners.add(safe);
    return () => listeners.delete(safe);
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

  /** Resolves when the run is over: every message is answered, and no background agent works. */
  idle(): Promise<void> {
    return this.#runtime.idle();
  }

  /**
   * Closes input once a prompt that is an iterable has ended and the run is over. Resolves when the
   * process is gone; rejects if the session failed.
   */
  async end(): Promise<void> {
    // What is sent after this call must find the input closing.
    if (this.#firstFed) await this.#firstFed;
    const outcome = await this.#runtime.end();
    const error = outcome.kind === 'failed' ? outcome.error : this.#promptError;
    if (error) throw error;
  }

  /** Ends the process now; resolves when it is gone. */
  async stop(): Promise<void> {
    await this.#runtime.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  get state(): PublicState {
    return this.#runtime.state;
  }

  get pid(): number | undefined {
    return this.#plan.traffic.pid;
  }

  /** The conversation's id, by which it can be resumed; known from the first message on. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  get actor(): SessionRuntime['actor'] {
    return this.#runtime.actor;
  }

  /** The background tasks that the CLI has reported and that have not ended. */
  get tasks(): readonly { id: string; taskType: string }[] {
    return this.actor.getSnapshot().context.tasks.open;
  }

  /** What waits for an answer: the CLI's, or that of a callback. */
  get pending(): Pending {
    const { requests, callbacks, queue } = this.actor.getSnapshot().context;
    return {
      requests: Object.entries(requests.pending).map(([id, { subtype }]) => ({ id, subtype })),
      callbacks: callbacks.map(({ id, kind, running }) => ({ id, kind, running })),
      queuedOperations: queue.length,
      turns: this.#turns.open,
    };
  }

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

  #open(uuid: string, result: Promise<ResultMessage>): Turn {
    const interrupt = async (started: boolean) => {
      if (!started) {
        const answer = await this.request('cancel_async_message', { message_uuid: uuid });
        // Where it has been answered meanwhile, the turn that runs now is another.
        if (!isTakenUp(answer) || !this.#turns.open.includes(uuid)) return;
      }
      await this.interrupt();
    };
    return this.#turns.add({ uuid, result, interrupt });
  }

  #take(emitted: SessionEmitted): void {
    this.#plan.observer?.session(emitted);
    if (emitted.type === 'messages') {
      this.#sessionId = emitted.frames.at(-1)?.message.session_id || this.#sessionId;
      if (!this.#listeners.has('message')) return;
      for (const frame of emitted.frames) {
        if (this.#plan.shows(frame)) this.#tell('message', frame.message);
      }
      return;
    }
    if (emitted.type === 'turn') this.#turns.take(emitted);
    const event = eventOf(emitted);
    if (!event) return;
    this.#events.append([event]);
    this.#tell(event.type, event);
  }

  #tell<Type extends keyof SessionEventMap & string>(
    type: Type,
    event: SessionEventMap[Type],
  ): void {
    const listeners = this.#listeners.get(type) as
      | Set<(event: SessionEventMap[Type]) => void>
      | undefined;
    if (listeners) for (const listen of [...listeners]) listen(event);
  }

  #finish(outcome: SessionOutcome): void {
    this.#plan.observer?.ended(outcome.kind === 'failed' ? outcome.error : undefined);
    const { kind: type, ...rest } = outcome;
    const event = { type, ...rest } as Extract<SessionEvent, { type: SessionOutcome['kind'] }>;
    this.#events.append([event]);
    this.#events.close();
    this.#tell(event.type, event);
  }
}
