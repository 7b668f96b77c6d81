import { ClaudeActorsError } from '../../errors.js';
import type { ProcessOutput } from '../processTypes.js';
import type { RequestOutcome } from '../requestChart.js';

/** The errors that the session's chart itself finds, each with what to do next. */

export function initQueueOverflow(limit: number): ClaudeActorsError {
  return new ClaudeActorsError(
    'InitQueueOverflow',
    `More than ${limit} operations were asked for before the session was running. Await the start before asking for more, or raise limits.queuedOperations.`,
    { limit },
  );
}

export function tooManyPending(limit: number, operation: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'TooManyPendingRequests',
    `${limit} control requests wait for the CLI's answer already. Await some of them first, or raise limits.pendingRequests.`,
    { limit, operation },
  );
}

export function notInitialized(operation: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'SessionNotInitialized',
    `The session ended before ${operation} could be sent. See the session's own error for why it did not start.`,
    { operation },
  );
}

export function sessionStopped(operation: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'SessionStopped',
    `The session has been stopped, so ${operation} has no answer. Start a new session, with resume to go on with the same conversation.`,
    { operation },
  );
}

export function uuidInUse(uuid: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'InvalidPrompt',
    `A message with the uuid ${uuid} waits for its result already. Give each message a uuid of its own.`,
  );
}

export function turnLost(why: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'TurnLost',
    `The CLI ended before it answered the message: ${why}. Start a new session with resume and send it again.`,
  );
}

export function initializeFailed(
  outcome: Exclude<RequestOutcome, { kind: 'succeeded' }>,
): ClaudeActorsError {
  if (outcome.kind === 'rejected') {
    return new ClaudeActorsError(
      'InitializeRejected',
      `The CLI refused to initialize: ${outcome.error}. Check the hooks, agents and MCP servers that were given.`,
      { operation: 'initialize', errorCode: outcome.errorCode },
    );
  }
  return new ClaudeActorsError(
    'InitializeTimeout',
    'The CLI did not answer the initialize request in time. MCP servers that are slow to start are the usual cause; raise timeouts.initialize, or start without them.',
    { operation: 'initialize', limit: outcome.kind === 'timedOut' ? outcome.timeoutMs : undefined },
  );
}

export function writeTimedOut(tag: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'WriteTimeout',
    'The CLI did not take what was written to it in time, so the session was ended; the bytes may still be read. It is stuck or swamped: start a new session with resume.',
    { operation: tag },
  );
}

export function exitError(
  code: 'ExitedDuringStart' | 'ProcessError',
  exit: Extract<ProcessOutput, { kind: 'exited' }>,
): ClaudeActorsError {
  const { code: exitCode, signal, stderrTail, startFailure } = exit;
  if (startFailure) return startFailure;
  const stage = code === 'ExitedDuringStart' ? 'start' : 'run';
  const details = { ...exit.facts?.(), stage, exitCode, signal, stderrTail };
  const unknownOption = /unknown option '([^']*)'/.exec(stderrTail);
  if (unknownOption) {
    const message = `This CLI does not know the flag ${unknownOption[1]}. Update it with \`claude update\`, or leave out the option that needs it.`;
    return new ClaudeActorsError('UnsupportedCliVersion', message, details);
  }
  const how = signal ? `by ${signal}` : `with code ${exitCode}`;
  const when = code === 'ExitedDuringStart' ? 'before the session was running' : 'unexpectedly';
  const said = stderrTail.trim().slice(-2000);
  const words = said && ` It said: ${said}`;
  const next = adviceByExit(exitCode, signal);
  const told = next ? next + words : said ? `Look at what it said: ${said}` : silent;
  return new ClaudeActorsError(code, `The CLI ended ${how} ${when}. ${told}`, details);
}

const silent = 'It said nothing: check that it is logged in, or that ANTHROPIC_API_KEY is set.';

/** What a shell or the system means by it, whatever the CLI said. */
function adviceByExit(code: number | null, signal: string | null): string | undefined {
  if (signal) return 'See who sent that signal; the system does so when memory runs out.';
  if (code === 126) return 'Check that the CLI and its interpreter may be executed.';
  if (code === 127) {
    return 'Check pathToClaudeCodeExecutable, and that PATH leads to what the CLI starts.';
  }
  return undefined;
}
