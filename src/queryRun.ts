import type { CliPlan, Prompt } from './actors/cliPlan.js';
import { SessionStream } from './actors/messages/SessionStream.js';
import { type UserFrame, userMessage } from './actors/messages/userMessage.js';
import { controlUnavailable, type OperationSettings } from './actors/operations.js';
import { QueryRuntime } from './actors/QueryRuntime.js';
import { bindLifetime } from './actors/runLifetime.js';
import { trackUsage } from './actors/usage/trackUsage.js';
import type { UsageTracker } from './actors/usage/UsageTracker.js';
import { ClaudeActorsError } from './errors.js';
import type { PublicState } from './machines/session/sessionTypes.js';

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
  /** Without the ids of messages that the program gave none. */
  ofCaller(uuids: readonly string[]): string[];
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
    async control(subtype, fields, settings) {
      const { runtime } = run.session(subtype);
      const cameTooLate = hasEnded(runtime.state);
      return runtime
        .control(subtype, fields, settings)
        .catch((error) => {
          throw cameTooLate ? error : failureBehind(error);
        })
        .catch(inWords);
    },
    initialization() {
      if (session) return quietly(session.runtime.initialization.catch(inWords));
      // Wrappers read all properties. A rejection that nobody asked for must not end the program.
      return quietly(Promise.reject(controlUnavailable('initialize')));
    },
    initialized: async (settings) =>
      run.session('initialize').runtime.initialized(settings).catch(inWords),
    feed: (messages) => feedSession(run.session('streamInput'), plan, messages),
    ofCaller: (uuids) => uuids.filter((uuid) => !plan.ownUuids.has(uuid)),
    givePrompt(late) {
      const stream = run.session('startup');
      if (typeof late === 'string') {
        const { uuid, line } = composeText(plan, late);
        forgetOwnUuid(plan, uuid, stream.runtime.send(uuid, line).result);
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

function hasEnded(state: PublicState): boolean {
  return state === 'stopped' || state === 'failed';
}

/** A request that is open when the process fails rejects with that failure, as in the official SDK. */
function failureBehind(error: ClaudeActorsError): ClaudeActorsError {
  const { code, cause } = error;
  const isEnd = code === 'SessionStopped' || code === 'SessionNotInitialized';
  return isEnd && cause instanceof ClaudeActorsError ? cause : error;
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
    const { result } = session.runtime.send(uuid, line);
    forgetOwnUuid(plan, uuid, result);
    return result;
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
  const message = userMessage(content, { verbatim: plan.options.verbatimPrompts });
  plan.ownUuids.add(message.uuid);
  return message;
}

function compose({ options, callerUuids, ownUuids, checkContent }: CliPlan, content: UserFrame) {
  checkContent(content);
  const message = userMessage(content, { verbatim: options.verbatimPrompts });
  if (content.uuid === undefined) ownUuids.add(message.uuid);
  else callerUuids.add(message.uuid);
  return message;
}

/** What the CLI says about a message comes before its result. */
function forgetOwnUuid({ ownUuids }: CliPlan, uuid: string, result: Promise<unknown>): void {
  const forget = () => void ownUuids.delete(uuid);
  result.then(forget, forget);
}
