import { quotedOutputLength } from '../defaults.js';
import { ClaudeActorsError, type ErrorDetails } from '../errors.js';
import { withoutFullStop } from '../util/withoutFullStop.js';
import type { KnowsProcess, ProcessExit } from './processTypes.js';

/** Errors about the process. Each says what happened, what the CLI said last, and what to do. */

/** What is known about the process, for the details of an error. */
export function knownOf({ facts }: KnowsProcess): ErrorDetails {
  return facts?.details() ?? {};
}

export function exitError(
  code: 'ExitedDuringStart' | 'ProcessError',
  { code: exitCode, signal, startFailure }: ProcessExit,
  launch: KnowsProcess,
): ClaudeActorsError {
  if (startFailure) return startFailure;
  const duringStart = code === 'ExitedDuringStart';
  const stage = duringStart ? 'start' : 'run';
  const details = { ...knownOf(launch), stage, exitCode, signal };
  const unknownOption = /unknown option '([^']*)'/.exec(details.stderrTail ?? '');
  if (unknownOption) {
    const message = `Claude Code process ${exitPhrase(details)}: this version does not know the flag ${unknownOption[1]}. Update it with \`claude update\`, or remove the option that needs it.`;
    return new ClaudeActorsError('UnsupportedCliVersion', message, details);
  }
  const notFound = missingConversation(details.stderrTail ?? '');
  if (notFound !== undefined) {
    const message = `Claude Code returned an error result: ${notFound} Check the id, and that \`cwd\` and CLAUDE_CONFIG_DIR are those it was started with. To start a new conversation, leave out \`resume\`.`;
    return new ClaudeActorsError('ConversationNotFound', message, details);
  }
  const when = duringStart ? ' before the session was running' : '';
  const message = `Claude Code process ${exitPhrase(details)}${when}.${lastOutput(details)}${exitAdvice(details, launch)}`;
  return new ClaudeActorsError(code, message, details);
}

/** What the CLI says if there is no conversation to resume. Programs search errors for these words. */
export function missingConversation(output: string): string | undefined {
  const byId = /^No conversation found with session ID: \S+/m.exec(output);
  const byTitle =
    /^.*Provided value "[^\n]*" is not a UUID and does not match any session title/m.exec(output);
  const sentence = (byId ?? byTitle)?.[0];
  return sentence && `${sentence}.`;
}

/** The words of the official SDK, because programs search for them. */
export function exitPhrase({ exitCode, signal }: ErrorDetails): string {
  if (signal) return `terminated by signal ${signal}`;
  return typeof exitCode === 'number' ? `exited with code ${exitCode}` : 'exited';
}

/** A sentence that quotes what the CLI said last, if it said anything. */
export function lastOutput({ stdoutTail = '', stderrTail = '' }: ErrorDetails): string {
  const [stdout, stderr] = [quote(stdoutTail), quote(stderrTail)];
  if (stdout && stderr) return ` Its last output was: ${stdout}, and on stderr: ${stderr}.`;
  if (stderr) return ` Its last output on stderr was: ${stderr}.`;
  return stdout && ` Its last output was: ${stdout}.`;
}

function quote(text: string): string {
  const trimmed = withoutFullStop(text.trim());
  const cut =
    trimmed.length > quotedOutputLength ? `…${trimmed.slice(-quotedOutputLength)}` : trimmed;
  return cut && `"${cut}"`;
}

const logIn = 'Log in with `claude`, or set ANTHROPIC_API_KEY.';

/** Only words that the CLI uses about its own login, because tools write to these pipes too. */
const asksForLogin =
  /\/login\b|not logged in|please log in|api[ _]?key|authentication_error|oauth token/i;

function exitAdvice(details: ErrorDetails, { facts }: KnowsProcess): string {
  const byStatus = adviceByStatus(details);
  if (byStatus) return ` ${byStatus}`;
  const output = `${details.stdoutTail ?? ''}\n${details.stderrTail ?? ''}`;
  if (asksForLogin.test(output)) return ` ${logIn}`;
  if (output.trim()) return ' Check that output for the reason.';
  if (facts?.hasSentFrames) {
    return ' It gave no reason. Set `debug: true` to have it write more to stderr.';
  }
  return ` It wrote nothing, so it may not be logged in. ${logIn}`;
}

/** What the status means to a shell or to the system, whatever the CLI wrote. */
function adviceByStatus({ exitCode, signal }: ErrorDetails): string | undefined {
  if (signal || isSignalCode(exitCode)) {
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

/** A program that handles a signal itself exits with 128 and the signal's number. */
function isSignalCode(exitCode: number | null | undefined): boolean {
  return [129, 130, 131, 134, 137, 143].includes(exitCode ?? 0);
}

/** Whether a signal ended the process, and it was not one of ours. */
export function wasKilled({ code, signal, signalled }: ProcessExit): boolean {
  return !signalled && (signal !== null || isSignalCode(code));
}
