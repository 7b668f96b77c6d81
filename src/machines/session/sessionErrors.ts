import { ClaudeActorsError } from '../../errors.js';
import type { ProcessOutput } from '../processTypes.js';
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

export function notInitialized(operation: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'SessionNotInitialized',
    `The session ended before ${operation} could be sent. See the error of the session for why it did not start.`,
    { operation },
  );
}

export function sessionStopped(operation: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'SessionStopped',
    `The session has stopped, so ${operation} was not sent. Start a new session; pass \`resume\` to continue the conversation.`,
    { operation },
  );
}

export function uuidInUse(uuid: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'InvalidPrompt',
    `A message with the uuid ${uuid} is still waiting for its result. Give each message its own uuid.`,
  );
}

export function turnLost(outcome: SessionOutcome): ClaudeActorsError {
  const remedy = 'Start a new session with `resume` and send the message again.';
  if (outcome.kind === 'stopped') {
    const message = `The session was stopped before Claude Code answered this message. ${remedy}`;
    return new ClaudeActorsError('TurnLost', message);
  }
  const exit = outcome.kind === 'failed' ? outcome.error.details : {};
  const message = `Claude Code ${exitPhrase(exit)} before it answered this message. ${remedy}`;
  return new ClaudeActorsError('TurnLost', message);
}

export function initializeFailed(
  outcome: Exclude<RequestOutcome, { kind: 'succeeded' }>,
): ClaudeActorsError {
  if (outcome.kind === 'rejected') {
    return new ClaudeActorsError(
      'InitializeRejected',
      `Claude Code refused to initialize: ${outcome.error}. Check your hooks, agents and MCP servers.`,
      { operation: 'initialize', errorCode: outcome.errorCode },
    );
  }
  return new ClaudeActorsError(
    'InitializeTimeout',
    'Claude Code did not answer the initialize request in time. The usual cause is an MCP server that is slow to start. Raise `timeouts.initialize`, or start without that server.',
    { operation: 'initialize', limit: outcome.kind === 'timedOut' ? outcome.timeoutMs : undefined },
  );
}

export function writeTimedOut(tag: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'WriteTimeout',
    'Claude Code did not read its input in time, so the session was ended. It is stuck or overloaded, and may still read what was written. Start a new session with `resume`.',
    { operation: tag },
  );
}

export function exitError(
  code: 'ExitedDuringStart' | 'ProcessError',
  exit: Extract<ProcessOutput, { kind: 'exited' }>,
): ClaudeActorsError {
  const { code: exitCode, signal, stderrTail, startFailure } = exit;
  if (startFailure) return startFailure;
  const duringStart = code === 'ExitedDuringStart';
  const stage = duringStart ? 'start' : 'run';
  const details = { ...exit.facts?.(), stage, exitCode, signal, stderrTail };
  const unknownOption = /unknown option '([^']*)'/.exec(stderrTail);
  if (unknownOption) {
    const message = `This version of Claude Code does not know the flag ${unknownOption[1]}. Update it with \`claude update\`, or remove the option that needs it.`;
    return new ClaudeActorsError('UnsupportedCliVersion', message, details);
  }
  const when = duringStart ? ' before the session was running' : '';
  const remedy = exitRemedy(exitCode, signal, stderrTail.trim().slice(-2000));
  const message = `Claude Code ${exitPhrase({ exitCode, signal })}${when}. ${remedy}`;
  return new ClaudeActorsError(code, message, details);
}

function exitPhrase({
  exitCode,
  signal,
}: {
  exitCode?: number | null;
  signal?: string | null;
}): string {
  if (signal) return `was killed by ${signal}`;
  return typeof exitCode === 'number' ? `exited with code ${exitCode}` : 'exited';
}

function exitRemedy(exitCode: number | null, signal: string | null, stderr: string): string {
  const remedy = remedyByStatus(exitCode, signal);
  if (remedy) return stderr ? `${remedy} Its last output on stderr: ${stderr}` : remedy;
  if (stderr) return `Look at its last output on stderr: ${stderr}`;
  return 'It wrote nothing to stderr. Check that you are logged in (run `claude`), or set ANTHROPIC_API_KEY.';
}

/** What the status means to a shell or to the system, whatever the CLI wrote to stderr. */
function remedyByStatus(exitCode: number | null, signal: string | null): string | undefined {
  if (signal) {
    return 'Look for who sent the signal. The system sends one when it runs out of memory.';
  }
  if (exitCode === 126) {
    return 'Check that Claude Code and its interpreter have permission to be executed.';
  }
  if (exitCode === 127) {
    return 'Check `pathToClaudeCodeExecutable`, and that PATH contains the programs that Claude Code starts.';
  }
  return undefined;
}
