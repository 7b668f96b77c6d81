import { defaultSizes } from '../../defaults.js';
import { ClaudeActorsError } from '../../errors.js';
import { exitError, knownOf } from '../../machines/exitErrors.js';
import type { ProcessExit } from '../../machines/processTypes.js';
import { aborted } from '../../machines/query/queryErrors.js';
import type {
  MessagesEmitted,
  SessionEmitted,
  SessionOutcome,
} from '../../machines/session/sessionTypes.js';
import type { Warning } from '../../options/runtimeTypes.js';
import type { Launch } from '../process/Launch.js';
import { SessionRuntime, type SessionRuntimeOptions } from '../SessionRuntime.js';
import { ErrorResults } from './ErrorResults.js';
import { ItemQueue, type Select } from './ItemQueue.js';
import { appendVisible } from './messageLog.js';

export interface SessionStreamOptions extends Omit<SessionRuntimeOptions, 'log'> {
  unreadBytes?: number;
  /** Called once, with the error that the stream ends with, if any. */
  onEnded?: (error: ClaudeActorsError | undefined) => void;
}

/** A session read like a query: one item per pull, until the run is over and the process gone. */
export class SessionStream {
  readonly runtime: SessionRuntime;
  readonly #items: ItemQueue;
  readonly #errorResults = new ErrorResults();
  readonly #launch: Launch;
  /** How the process ended, if that was a failure and not our doing. */
  #badExit: ProcessExit | undefined;
  #error: ClaudeActorsError | undefined;
  /** If set, gets the messages before they are queued. */
  onMessages: ((event: MessagesEmitted) => void) | undefined;
  #isAborted = false;
  /** The CLI has noticed the abort. Later messages are about that, and are dropped: the error says it. */
  #isInterrupted = false;
  /** Prompts that still feed messages. With none left, input closes when the run is over. */
  #openPrompts = 0;

  constructor(
    input: ConstructorParameters<typeof SessionRuntime>[0],
    {
      unreadBytes = defaultSizes.unread,
      isVisible = () => true,
      onEnded,
      ...options
    }: SessionStreamOptions = {},
  ) {
    this.#launch = input.launch;
    this.#items = new ItemQueue(unreadBytes, {
      onDrained() {},
      onFull: () => this.fail(tooSlow(unreadBytes)),
    });
    const onEvent = (event: SessionEmitted) => {
      if (event.type === 'messages') {
        this.onMessages?.(event);
        this.#errorResults.see(event.frames);
        if (!this.#isAborted) appendVisible(this.#items, event, isVisible);
        else if (!this.#isInterrupted)
          appendVisible(this.#items, this.#beforeEnd(event), isVisible);
      } else if (event.type === 'warning') {
        this.#noteExit(event);
        this.#items.append([{ kind: 'warning', warning: event }]);
      }
      options.onEvent?.(event);
    };
    this.runtime = new SessionRuntime(input, { ...options, onEvent, log: false });
    this.runtime.ended.then((outcome) => {
      const error = this.#error ?? errorOf(outcome);
      const messagesError = this.#errorForMessages(outcome);
      if (messagesError === null) onEvent(cleanExit(outcome));
      this.#items.end(error, messagesError);
      onEnded?.(error);
    });
  }

  get actor(): SessionRuntime['actor'] {
    return this.runtime.actor;
  }

  /** Whether the signal of the run has aborted it. */
  get isAborted(): boolean {
    return this.#isAborted;
  }

  get exited(): Promise<unknown> {
    return this.runtime.ended;
  }

  start(): this {
    this.runtime.start();
    this.#closeInputWhenIdle();
    return this;
  }

  pick<Value>(
    select: Select<Value>,
    readsMessages?: boolean,
  ): Promise<IteratorResult<Value, undefined>> {
    return this.#items.pick(select, readsMessages);
  }

  /** Keeps the input open for a prompt that comes later. */
  expectPrompt(): void {
    this.#openPrompts += 1;
  }

  /** The prompt that was expected has been sent, or feeds its messages. */
  endExpectedPrompt(): void {
    this.#openPrompts -= 1;
    this.#closeInputWhenIdle();
  }

  /** Sends the messages of an iterable; resolves when it has ended. */
  async feed(
    prompt: AsyncIterable<unknown>,
    send: (message: unknown) => Promise<unknown>,
  ): Promise<void> {
    this.expectPrompt();
    try {
      // Few messages fit in the queue before the handshake, so pull none until it is done.
      await this.runtime.started;
      await this.runtime.feed(prompt, send);
    } finally {
      this.endExpectedPrompt();
    }
  }

  /**
   * Ends the process, and the stream with it. After an abort readers still get what the CLI said
   * before it noticed, as in the official SDK, and the error once the process is gone.
   */
  close(reason: 'close' | 'abort' = 'close'): Promise<unknown> {
    if (reason === 'abort') {
      this.#isAborted = true;
      return this.runtime.stop('abort');
    }
    this.#items.discard();
    this.#items.end();
    return this.runtime.stop('stop');
  }

  /** Reports a warning that comes from outside the machine. */
  warn(warning: Warning): void {
    this.runtime.warn(warning);
  }

  /** Stops the session, and ends the stream with an error after what is queued. */
  fail(error: ClaudeActorsError): void {
    this.#error ??= error;
    this.runtime.stop();
  }

  /** The messages before those about the interruption: answers for open tools, and a result. */
  #beforeEnd(event: MessagesEmitted): MessagesEmitted {
    const first = event.frames.findIndex(({ message }) =>
      ['user', 'result'].includes(message.type),
    );
    if (first === -1) return event;
    this.#isInterrupted = true;
    return { ...event, frames: event.frames.slice(0, first) };
  }

  #noteExit({ code, context }: Warning): void {
    if (code !== 'NonZeroExit' || context.signalled) return;
    this.#badExit = {
      code: context.exitCode as number | null,
      signal: context.signal as string | null,
    };
  }

  /**
   * The official SDK throws after the messages if the process failed, also after a result. If the
   * last result is an error, it says that instead. If the process exits with 0, it never throws.
   */
  #errorForMessages(outcome: SessionOutcome): ClaudeActorsError | null | undefined {
    if (!this.#error && endedWithoutResult(outcome)) return null;
    const crashed = outcome.kind === 'failed' && outcome.error.code === 'ProcessError';
    if (this.#error || !(this.#badExit || crashed)) return undefined;
    const { text } = this.#errorResults;
    if (text !== undefined) return errorResult(text, this.#launch);
    return this.#badExit && exitError('ProcessError', this.#badExit, this.#launch);
  }

  #closeInputWhenIdle(): void {
    const { runtime } = this;
    runtime.idle().then(() => {
      if (this.#openPrompts === 0) runtime.end();
    });
  }
}

/** The CLI left in good order, but without an answer. */
function endedWithoutResult(outcome: SessionOutcome): boolean {
  if (outcome.kind !== 'failed') return false;
  const { code, exitCode } = outcome.error;
  return (code === 'ProcessError' || code === 'ExitedDuringStart') && exitCode === 0;
}

/** For readers of plain messages, who get no error. */
function cleanExit(outcome: SessionOutcome): SessionEmitted {
  const message =
    'Claude Code exited with code 0 and without a result. Check its stderr, and that the prompt is not empty.';
  const context = outcome.kind === 'failed' ? outcome.error.details : {};
  return { type: 'warning', code: 'CleanExitNoResult', message, context };
}

function errorOf(outcome: SessionOutcome): ClaudeActorsError | undefined {
  if (outcome.kind === 'failed') return outcome.error;
  return outcome.kind === 'stopped' && outcome.reason === 'abort' ? aborted() : undefined;
}

function errorResult(text: string, launch: Launch): ClaudeActorsError {
  const message = `Claude Code returned an error result: ${text}`;
  return new ClaudeActorsError('ErrorResult', message, knownOf(launch));
}

function tooSlow(limit: number): ClaudeActorsError {
  const message = `The query was stopped because more than ${limit} bytes of messages were unread. Read faster, or raise \`limits.unreadBytes\`.`;
  return new ClaudeActorsError('ConsumerTooSlow', message, { limit });
}
