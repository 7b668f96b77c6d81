import type { Message } from '../../codec/messages.js';
import { ClaudeActorsError } from '../../errors.js';
import type { OpenTool } from '../../machines/fleet/conversationTypes.js';
import { PooledSession } from '../../pool/PooledSession.js';
import type { SessionPool } from '../../pool/SessionPool.js';
import type { Turn } from '../../Turn.js';
import type { LiveProcess, ProcessMessage, ProcessObserver, TurnEnd } from './liveProcess.js';
import { openTools, textDelta } from './messageParts.js';
import type { SenderTraces } from './SenderTraces.js';

/** What a process needs of its worker. */
export interface PooledProcessParts {
  traces: SenderTraces;
  /** Lets the pool find answers that came while there was no process. False if there are none. */
  wake(): Promise<boolean>;
  /** Nobody needs its events any more. */
  onReleased(): void;
}

/** The process of a conversation, in the pool of its worker. */
export class PooledProcess implements LiveProcess {
  readonly #session: PooledSession;
  readonly #observer: ProcessObserver;
  readonly #unlisten: (() => void)[];
  #tools: readonly OpenTool[] = [];
  #sessionId: string;
  readonly #approvals: Pick<PooledProcessParts, 'wake'>;
  readonly #traces: SenderTraces;
  #onResumeEnd: (end: TurnEnd) => void = () => {};
  #turn: Turn | undefined;
  #onEnded: () => void = () => {};
  /** Whether the end of the turn was asked for. */
  #isInterrupted = false;
  #tokens: { text: string; parentToolUseId: string | null } | undefined;

  constructor(
    pool: SessionPool,
    session: PooledSession,
    observer: ProcessObserver,
    { onReleased, traces, ...approvals }: PooledProcessParts,
  ) {
    this.#approvals = approvals;
    this.#traces = traces;
    this.#session = session;
    this.#observer = observer;
    this.#sessionId = session.sessionId;
    const ended = pool.actor.on('slotEnded', ({ key }) => {
      if (key !== PooledSession.conversationOf(session).name) return;
      // The pool emits this event before the session's state changes.
      queueMicrotask(() => {
        this.#onEnded();
        this.#onResumeEnd({ kind: 'lost' });
        observer.onGone();
      });
    });
    this.#unlisten = [
      onReleased,
      () => ended.unsubscribe(),
      session.on('message', (message) => this.#onMessage(message)),
      session.on('turn', ({ state }) => {
        if (state === 'interrupted') this.#isInterrupted = true;
      }),
      session.on('usage', ({ type: _, ...usage }) => observer.onUsage(usage)),
    ];
  }

  get isGone(): boolean {
    return ['parked', 'awaitingApproval'].includes(this.#session.state);
  }

  resume(): Promise<TurnEnd> {
    return new Promise((resolve) => {
      this.#onResumeEnd = (end) => {
        this.#onResumeEnd = () => {};
        resolve(end);
      };
      void this.#approvals.wake().then((isNeeded) => {
        if (!isNeeded) this.#onResumeEnd({ kind: 'discarded' });
      });
    });
  }

  async send({ uuid, content, traceparent }: ProcessMessage): Promise<TurnEnd> {
    this.#isInterrupted = false;
    try {
      const message = { role: 'user' as const, content };
      const frame = { type: 'user' as const, message, session_id: '', uuid };
      this.#traces.add(uuid, traceparent);
      const turn = this.#session.send(frame as Parameters<PooledSession['send']>[0]);
      this.#turn = turn;
      const { terminal_reason: reason } = await turn.result;
      // A CLI that is stopped ends its turn with a result that says so.
      const isCutOff = reason?.startsWith('aborted') && !this.#isInterrupted;
      return isCutOff ? await this.#lost() : { kind: 'answered' };
    } catch (error) {
      const end = endOf(error);
      return end.kind === 'lost' ? await this.#lost() : end;
    } finally {
      this.#turn = undefined;
      this.#traces.delete(uuid);
      this.#flushTokens();
    }
  }

  /** Waits until the process is gone, because its usage is known only then. */
  async #lost(): Promise<TurnEnd> {
    if (!this.isGone) {
      const ended = new Promise<void>((resolve) => {
        this.#onEnded = resolve;
      });
      this.stop();
      await ended;
    }
    return { kind: 'lost' };
  }

  /** A message that the process has not begun with is taken back. */
  async interrupt(): Promise<void> {
    await (this.#turn ?? this.#session).interrupt();
  }

  park(): void {
    void this.#session.park();
  }

  stop(): void {
    const { session } = this.#session;
    if (session) void session.stop();
    // It is starting, or waits for a place. It ends as soon as it can.
    else void this.#session.park();
  }

  release(): void {
    for (const unlisten of this.#unlisten.splice(0)) unlisten();
  }

  #onMessage(message: Message): void {
    const delta = textDelta(message);
    if (delta) this.#addTokens(delta.text, delta.parentToolUseId);
    if (message.type === 'stream_event') return;
    this.#flushTokens();
    const tools = openTools(this.#tools, message);
    const hasChanged = tools !== this.#tools;
    this.#tools = tools;
    this.#observer.onRows([{ type: 'message', message }], hasChanged ? tools : undefined);
    if (message.type === 'result') this.#onResumeEnd({ kind: 'answered' });
    const { sessionId } = this.#session;
    if (sessionId === this.#sessionId) return;
    this.#sessionId = sessionId;
    this.#observer.onSessionId(sessionId);
  }

  /** Sends the tokens of one chunk of output together. */
  #addTokens(text: string, parentToolUseId: string | null): void {
    if (this.#tokens && this.#tokens.parentToolUseId !== parentToolUseId) this.#flushTokens();
    if (!this.#tokens) {
      this.#tokens = { text: '', parentToolUseId };
      setImmediate(() => this.#flushTokens());
    }
    this.#tokens.text += text;
  }

  #flushTokens(): void {
    const tokens = this.#tokens;
    this.#tokens = undefined;
    if (tokens) this.#observer.onTokens(tokens.text, tokens.parentToolUseId);
  }
}

/** What became of a message whose turn was rejected. */
function endOf(error: unknown): TurnEnd {
  if (!(error instanceof ClaudeActorsError)) return { kind: 'lost' };
  const { code, category, message } = error;
  if (code === 'PoolDrained') return { kind: 'returned' };
  if (code === 'TurnDiscarded') return { kind: 'discarded' };
  const isNotStarted = category === 'option' || category === 'start';
  return isNotStarted ? { kind: 'failed', error: message } : { kind: 'lost' };
}
