import { ClaudeActorsError, type ErrorDetails } from '../../errors.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';
import { exitPhrase, knownOf, lastOutput } from '../exitErrors.js';
import type { KnowsProcess } from '../processTypes.js';
import type { RequestOutcome } from '../requestChart.js';
import type { SessionOutcome } from './sessionTypes.js';

/** The errors that the session's chart itself finds. Each says what to do next. */

export function initQueueOverflow(limit: number): ClaudeActorsError {
  return new ClaudeActorsError(
    'InitQueueOverflow',
    `More than ${limit} operations were queued before the session was running. Await the start before you send more, or raise \`limits.queuedOperations\`.`,
    { limit },
  );
}

export function tooManyPending(limit: number, operation: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'TooManyPendingRequests',
    `${limit} control requests are already waiting for Claude Code to answer. Await some of them first, or raise \`limits.pendingRequests\`.`,
    { limit, operation },
  );
}

export function uuidInUse(uuid: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'InvalidPrompt',
    `A message with the uuid ${uuid} is still waiting for its result. Give each message its own uuid.`,
  );
}

/** A session that is ending or has ended: how, and what is known about its process. */
export interface EndOfSession {
  outcome: SessionOutcome;
  launch: KnowsProcess;
}

/** The error that ended the session. Everything that ends with it names it as the cause. */
export function causeOf({ outcome }: Pick<EndOfSession, 'outcome'>): {
  cause?: ClaudeActorsError;
} {
  return outcome.kind === 'failed' ? { cause: outcome.error } : {};
}

export function notInitialized(operation: string, end: EndOfSession): ClaudeActorsError {
  return new ClaudeActorsError(
    'SessionNotInitialized',
    `The session ended before ${operation} could be sent${because(end)}. Start a new session.`,
    { ...knownOf(end.launch), operation },
    causeOf(end),
  );
}

/** `fate`: what becomes of the operation. */
export function sessionStopped(
  operation: string,
  end: EndOfSession,
  fate = 'was not sent',
  requestId?: string,
): ClaudeActorsError {
  return new ClaudeActorsError(
    'SessionStopped',
    `The session has ended${because(end)}, so ${operation} ${fate}. Start a new session; pass \`resume\` to continue the conversation.`,
    { ...knownOf(end.launch), operation, ...(requestId !== undefined && { requestId }) },
    causeOf(end),
  );
}

/** The first sentence of the error that ended the session, in parentheses. */
function because(end: EndOfSession): string {
  const { cause } = causeOf(end);
  return cause
    ? ` (${withoutFullStop(/^.*?\.(?=\s|$)|^.*$/su.exec(cause.message)?.[0] ?? '')})`
    : '';
}

/** `isRunning`: the CLI was working on this message, so the open tools are its own. */
export function turnLost(end: EndOfSession, isRunning: boolean): ClaudeActorsError {
  const known = knownOf(end.launch);
  const toolsInDoubt = isRunning ? (end.launch.facts?.toolsInDoubt() ?? []) : [];
  const details = { ...known, ...(toolsInDoubt.length > 0 && { toolsInDoubt }) };
  const resume = known.sessionId === undefined ? 'resume' : `resume: '${known.sessionId}'`;
  const tools =
    toolsInDoubt.length > 0
      ? ' Tools that were running may have finished: see `details.toolsInDoubt`.'
      : '';
  const message = `${lossOf(end, known)} Start a new session with \`${resume}\` and send the message again.${tools}`;
  return new ClaudeActorsError('TurnLost', message, details, causeOf(end));
}

/** A message that had no result when its session was persisted. */
export function lostInRestart(sessionId: string | undefined): ClaudeActorsError {
  return new ClaudeActorsError(
    'TurnLost',
    'Your program was restarted before Claude Code answered this message. The conversation is resumed; send the message again if you still want an answer. Tools that were running may have finished.',
    { ...(sessionId !== undefined && { sessionId }) },
  );
}

function lossOf(end: EndOfSession, known: ErrorDetails): string {
  const { outcome } = end;
  if (outcome.kind === 'stopped') {
    return 'The session was stopped before Claude Code answered this message.';
  }
  const { cause } = causeOf(end);
  if (cause && cause.code !== 'ProcessError') {
    return `The session failed before Claude Code answered this message${because(end)}.`;
  }
  const was = known.signal ? 'was ' : '';
  return `Claude Code ${was}${exitPhrase(known)} before it answered this message.${lastOutput(known)}`;
}

export function initializeFailed(
  outcome: Exclude<RequestOutcome, { kind: 'succeeded' }>,
  launch: KnowsProcess,
  requestId: string,
): ClaudeActorsError {
  const known = { ...knownOf(launch), operation: 'initialize', requestId };
  if (outcome.kind === 'rejected') {
    return new ClaudeActorsError(
      'InitializeRejected',
      `Claude Code refused to initialize: ${withoutFullStop(outcome.error)}.${lastOutput(known)} Check your hooks, agents and MCP servers.`,
      { ...known, errorCode: outcome.errorCode },
    );
  }
  const limit = outcome.kind === 'timedOut' ? outcome.timeoutMs : undefined;
  return new ClaudeActorsError(
    'InitializeTimeout',
    `Claude Code did not answer the initialize request in time.${lastOutput(known)} The usual cause is an MCP server that is slow to start. Raise \`timeouts.initialize\`, or start without that server.`,
    { ...known, limit },
  );
}

/** What a line that could not be written was for. */
export type Written = Pick<ErrorDetails, 'operation' | 'requestId'>;

export function writeTimedOut(written: Written, launch: KnowsProcess): ClaudeActorsError {
  const known = knownOf(launch);
  return new ClaudeActorsError(
    'WriteTimeout',
    `Claude Code did not read its input in time, so the session was ended.${lastOutput(known)} It is stuck or overloaded, and may still read what was written. Start a new session with \`resume\`.`,
    { ...known, ...written },
  );
}

/** A line that could not be written, with what is known about the process by now. */
export function writeFailed(
  { message, details, cause }: ClaudeActorsError,
  written: Written,
  launch: KnowsProcess,
): ClaudeActorsError {
  const known = { ...knownOf(launch), ...details, ...written };
  return new ClaudeActorsError('WriteFailed', message, known, { cause });
}

/** The process lives, but its input is closed. */
export function initializeUnwritten(
  { details, cause }: ClaudeActorsError,
  written: Written,
  launch: KnowsProcess,
): ClaudeActorsError {
  const known = { ...knownOf(launch), ...details, ...written };
  return new ClaudeActorsError(
    'WriteFailed',
    `Claude Code takes no input, so the session could not start.${lastOutput(known)} Check that \`pathToClaudeCodeExecutable\` is Claude Code, and not a program that closes its stdin.`,
    known,
    { cause },
  );
}
