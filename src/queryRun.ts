import type { CliPlan, Prompt } from './actors/cliPlan.js';
import { SessionStream } from './actors/messages/SessionStream.js';
import { type UserFrame, userMessage } from './actors/messages/userMessage.js';
import { controlUnavailable, type OperationSettings } from './actors/operations.js';
import { QueryRuntime } from './actors/QueryRuntime.js';
import { bindLifetime } from './actors/runLifetime.js';
import { trackUsage } from './actors/usage/trackUsage.js';
import type { UsageTracker } from './actors/usage/UsageTracker.js';
import { ClaudeActorsError } from './errors.js';

/** What is behind a `Query`: its plan, and the stream that reads the CLI. */
export interface QueryRun {
  readonly plan: CliPlan;
  readonly stream: QueryRuntime | SessionStream;
  /** The stream, if it is a session's. Throws `ControlUnavailable` in one-shot mode. */
  session(operation: string): SessionStream;
  readonly isSession: boolean;
  readonly usage: UsageTracker;
  /** Sends a control request. */
  control(subtype: string, fields: object, settings?: OperationSettings): Promise<unknown>;
  /** The CLI's answer to the handshake. */
  initialization(): Promise<unknown>;
  /** The same, with a time limit or a signal for this call. */
  initialized(settings?: OperationSettings): Promise<unknown>;
  /** Sends the messages of an iterable. Resolves when it has ended. */
  feed(messages: AsyncIterable<unknown>): Promise<void>;
  /** Sends the prompt of a run that was started without one. */
  givePrompt(prompt: Prompt): void;
}

/** Starts the CLI, in the mode of the plan. */
export function startQueryRun(plan: CliPlan, prompt?: Prompt): QueryRun {
  const usage = trackUsage(plan);
  const session = plan.mode === 'session' ? sessionStream(plan, usage, prompt) : undefined;
  const stream = session ?? oneShotStream(plan, usage);
  let isInitialized = false;
  session?.runtime.initialization.then(
    () => {
      isInitialized = true;
    },
    () => {},
  );
  const inWords = (error: ClaudeActorsError): never => {
    throw inOfficialWords(error, session?.isAborted === true && !isInitialized);
  };
  const run: QueryRun = {
    plan,
    stream,
    isSession: session !== undefined,
    usage,
    session(operation) {
      if (session) return session;
      throw controlUnavailable(operation);
    },
    control: async (subtype, fields, settings) =>
      run.session(subtype).runtime.control(subtype, fields, settings).catch(inWords),
    initialization() {
      if (session) return quietly(session.runtime.initialization.catch(inWords));
      // Wrappers read all properties. A rejection that nobody asked for must not end the program.
      return quietly(Promise.reject(controlUnavailable('initialize')));
    },
    initialized: async (settings) =>
      run.session('initialize').runtime.initialized(settings).catch(inWords),
    feed: (messages) => feedSession(run.session('streamInput'), plan, messages),
    givePrompt(late) {
      const stream = run.session('startup');
      if (typeof late === 'string') {
        const { uuid, line } = composeText(plan, late);
        stream.runtime.send(uuid, line);
      } else {
        feedOrFail(stream, plan, late);
      }
      stream.endExpectedPrompt();
    },
  };
  if (session && prompt === undefined) session.expectPrompt();
  if (session && typeof prompt === 'object') feedOrFail(session, plan, prompt);
  bindLifetime(plan, {
    warn: (warning) => stream.warn(warning),
    control: session && ((subtype, fields) => session.runtime.control(subtype, fields)),
    abort: () => void stream.close('abort'),
    onEnded: (end) => void stream.exited.then(end),
    start: () => void stream.start(),
  });
  return run;
}

/** Programs compare the message of a request that failed or came too late. `cause` says more. */
function inOfficialWords(error: ClaudeActorsError, abortedEarly: boolean): ClaudeActorsError {
  const { code, details, cause } = error;
  const because = (message: string, as = code) =>
    new ClaudeActorsError(as, message, details, { cause: error });
  // If the signal of a single call aborted it, the error names the operation.
  const isOfRun = code === 'Aborted' && details.operation === undefined;
  const isTooLate = code === 'SessionStopped' || code === 'SessionNotInitialized';
  if (isOfRun || (isTooLate && abortedEarly)) return because('Operation aborted', 'Aborted');
  if (isTooLate) return because('Query closed before response received');
  // What the CLI said, and no more.
  if (code === 'ControlRejected' && cause instanceof Error) return because(cause.message);
  return error;
}

/** A promise that may be left alone: its rejection ends no program. */
function quietly<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}

function oneShotStream(
  { launch, settings, actor, observer }: CliPlan,
  usage: UsageTracker,
): QueryRuntime {
  const runtime = new QueryRuntime(
    { launch, settings: settings.run },
    {
      ...actor,
      unreadBytes: settings.unreadBytes,
      onEvent(event) {
        usage.onQueryEmitted(event);
        observer?.query(event);
      },
      beforeEnd: () => usage.finish(),
    },
  );
  runtime.exited.then(() => observer?.ended());
  return runtime;
}

function sessionStream(plan: CliPlan, usage: UsageTracker, prompt?: Prompt): SessionStream {
  const { launch, initialize, settings, actor, isVisible, observer } = plan;
  const first = typeof prompt === 'string' ? [composeText(plan, prompt)] : undefined;
  return new SessionStream(
    { launch, initialize, settings: settings.run, ...(first && { prompt: first }) },
    {
      ...actor,
      isVisible,
      unreadBytes: settings.unreadBytes,
      onEvent(event) {
        usage.onEmitted(event);
        observer?.session(event);
      },
      beforeEnd: () => usage.finish(),
      onEnded: (error) => observer?.ended(error),
    },
  );
}

function feedSession(
  session: SessionStream,
  plan: CliPlan,
  messages: AsyncIterable<unknown>,
): Promise<void> {
  return session.feed(messages, (message) => {
    const { uuid, line } = compose(plan, message as UserFrame);
    return session.runtime.send(uuid, line).result;
  });
}

function feedOrFail(session: SessionStream, plan: CliPlan, prompt: AsyncIterable<unknown>): void {
  feedSession(session, plan, prompt).catch((error: ClaudeActorsError) => {
    // The session reports elsewhere why it is over.
    if (error.code !== 'SessionStopped') session.fail(error);
  });
}

/** As the official SDK writes it: the CLI does not treat an empty text like an empty block. */
function composeText(plan: CliPlan, text: string) {
  const content = [{ type: 'text' as const, text }];
  plan.checkContent(text);
  return userMessage(content, { verbatim: plan.options.verbatimPrompts });
}

function compose({ options, callerUuids, checkContent }: CliPlan, content: UserFrame) {
  checkContent(content);
  const message = userMessage(content, { verbatim: options.verbatimPrompts });
  if (content.uuid !== undefined) callerUuids.add(message.uuid);
  return message;
}
