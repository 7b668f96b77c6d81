import { redact } from './secrets/redact.js';
import { markAsClean, withoutSecrets } from './secrets/redactDeep.js';

/** Every error code, with the stage it belongs to. Compare codes, not classes. */
export const errorCategories = {
  InvalidOption: 'option',
  InvalidWorkingDirectory: 'option',
  InvalidPrompt: 'option',
  ConfigFileError: 'option',
  ArgumentTooLong: 'option',
  SessionNotFound: 'option',
  CliNotFound: 'start',
  CliNotExecutable: 'start',
  CliBrokenLink: 'start',
  CliWrongArchitecture: 'start',
  UnsafeCliScript: 'start',
  SpawnFailed: 'start',
  SessionStoreFailed: 'start',
  UnsupportedCliVersion: 'start',
  UnknownVersion: 'start',
  VersionDetectionFailed: 'start',
  InitializeTimeout: 'start',
  InitializeRejected: 'start',
  SpareUnavailable: 'start',
  ClaimRefused: 'start',
  ExitedDuringStart: 'start',
  ConversationNotFound: 'start',
  ProcessError: 'stream',
  JsonDecodeError: 'stream',
  Utf8DecodeError: 'stream',
  UnexpectedMessage: 'stream',
  TooManyDecodeErrors: 'stream',
  BufferOverflow: 'stream',
  ConsumerTooSlow: 'stream',
  ErrorResult: 'stream',
  TurnLost: 'stream',
  StallTimeout: 'stream',
  TurnDiscarded: 'stream',
  PoolDrained: 'stream',
  StaleEpoch: 'stream',
  Aborted: 'stream',
  ControlTimeout: 'control',
  ControlRejected: 'control',
  ControlUnavailable: 'control',
  InitQueueOverflow: 'control',
  TooManyPendingRequests: 'control',
  SessionNotInitialized: 'control',
  SessionStopped: 'control',
  CheckpointingNotEnabled: 'control',
  NotConnected: 'control',
  EncodeError: 'control',
  WriteFailed: 'transport',
  WriteTimeout: 'transport',
} as const;

/** What went wrong, as a stable name. docs/errors.md explains each code. */
export type ErrorCode = keyof typeof errorCategories;
/**
 * The stage that an error belongs to: options, start, stream, control requests, transport or
 * callbacks.
 */
export type ErrorCategory = (typeof errorCategories)[ErrorCode] | 'callback';

/** A place where claude-actors looked for the CLI, and what it found there. */
export interface DiscoveryAttempt {
  /** Why it looked there: an option, a variable, `PATH`, … */
  source: string;
  /** The path. */
  path: string;
  /** What it found. */
  outcome: 'missing' | 'notAFile' | 'notExecutable' | 'brokenLink' | 'unsafeScript' | 'found';
  /** The version, if it was asked for. */
  version?: string;
}

/** A tool call without a result. */
export interface ToolInDoubt {
  /** The id of the tool call. */
  id: string;
  /** The name of the tool. */
  name: string;
}

/** Facts that help you to understand an error. Secrets are masked before they get here. */
export interface ErrorDetails {
  /** The option that is wrong. */
  option?: string;
  /** How far the start got. */
  stage?: string;
  /** The arguments that the CLI was started with. */
  argv?: readonly string[];
  /** The working directory. */
  cwd?: string;
  /** The path of the CLI. */
  cliPath?: string;
  /** The version of the CLI. */
  cliVersion?: string;
  /** The oldest version that would do. */
  requiredVersion?: string;
  /** The process id of the CLI. */
  pid?: number;
  /** How long the CLI had been running, in milliseconds. */
  uptimeMs?: number;
  /** The exit code of the CLI; null if a signal ended it. */
  exitCode?: number | null;
  /** The signal that ended the CLI; null if it exited by itself. */
  signal?: string | null;
  /** The last lines that the CLI wrote to stderr. */
  stderrTail?: string;
  /** The last text on the CLI's stdout that was not a message, including a half last line. */
  stdoutTail?: string;
  /** The id of the conversation: pass it as `resume` to continue. */
  sessionId?: string;
  /** Tools that were running: they may have finished, or not. */
  toolsInDoubt?: readonly ToolInDoubt[];
  /** Where claude-actors looked for the CLI. */
  trace?: readonly DiscoveryAttempt[];
  /** The control request or method that failed. */
  operation?: string;
  /** The id of the control request. */
  requestId?: string;
  /** The CLI's own code for the error. */
  errorCode?: string;
  /** The start of the line that could not be read. */
  line?: string;
  /**
   * The first bytes of the line that is not UTF-8, at most 200. Not set if there is a secret in
   * them.
   */
  rawBytes?: Uint8Array;
  /** How many there were, or how large it was. */
  count?: number;
  /** How many or how large it may be. */
  limit?: number;
}

/** The official SDK throws a `ReferenceError` if it cannot start the CLI. Programs look at the name. */
const referenceErrors: ReadonlySet<ErrorCode> = new Set([
  'CliNotFound',
  'CliNotExecutable',
  'CliBrokenLink',
  'CliWrongArchitecture',
  'InvalidWorkingDirectory',
]);

/** The errors that say how the CLI exited. */
const exitErrors: ReadonlySet<ErrorCode> = new Set([
  'ExitedDuringStart',
  'ProcessError',
  'UnsupportedCliVersion',
]);

/**
 * Every error that claude-actors throws or rejects with. Tell them apart by `code`.
 *
 * As in the official SDK, `name` is `Error`, or `ReferenceError` if the CLI could not be started.
 */
export class ClaudeActorsError extends Error {
  /** What went wrong, as a stable name. */
  readonly code: ErrorCode;
  /** The stage that the code belongs to. */
  readonly category: ErrorCategory;
  /** Facts about this error. Which are set depends on the code; docs/errors.md lists them. */
  readonly details: Readonly<ErrorDetails>;
  /** The exit code of the CLI, if the error is about its exit. The official SDK has it here. */
  declare readonly exitCode?: number;
  /** The signal that ended the CLI, if one did. The official SDK has it here. */
  declare readonly signal?: string;

  constructor(
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    options?: { cause?: unknown },
  ) {
    // Here, because no error may show a secret, whoever creates it and whatever the CLI said.
    super(redact(message), withoutSecrets(options));
    if (referenceErrors.has(code)) {
      Object.defineProperty(this, 'name', { value: 'ReferenceError', configurable: true });
    }
    this.code = code;
    this.category = errorCategories[code];
    this.details = withoutSecrets(details);
    if (exitErrors.has(code)) {
      const { exitCode, signal } = this.details;
      Object.assign(this, typeof exitCode === 'number' && { exitCode }, signal && { signal });
    }
    markAsClean(this);
  }
}

const nonTerminal: ReadonlySet<ErrorCode> = new Set([
  'JsonDecodeError',
  'Utf8DecodeError',
  'UnexpectedMessage',
]);

/**
 * Whether a stream has ended with this error. Three errors are reported without ending it:
 * `JsonDecodeError`, `Utf8DecodeError` and `UnexpectedMessage`.
 */
export function isTerminal(error: unknown): boolean {
  return !(error instanceof ClaudeActorsError && nonTerminal.has(error.code));
}
