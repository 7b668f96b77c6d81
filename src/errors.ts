/** Every error code, with the stage of life that it belongs to. Compare codes, not classes. */
export const errorCategories = {
  InvalidOption: 'option',
  InvalidWorkingDirectory: 'option',
  InvalidPrompt: 'option',
  ConfigFileError: 'option',
  ArgumentTooLong: 'option',
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
  ExitedDuringStart: 'start',
  ProcessError: 'stream',
  JsonDecodeError: 'stream',
  Utf8DecodeError: 'stream',
  UnexpectedMessage: 'stream',
  TooManyDecodeErrors: 'stream',
  BufferOverflow: 'stream',
  ConsumerTooSlow: 'stream',
  TurnLost: 'stream',
  TurnDiscarded: 'stream',
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

export type ErrorCode = keyof typeof errorCategories;
export type ErrorCategory = (typeof errorCategories)[ErrorCode] | 'callback';

/** One place where the CLI was looked for, and what was there. */
export interface DiscoveryAttempt {
  source: string;
  path: string;
  outcome: 'missing' | 'notAFile' | 'notExecutable' | 'brokenLink' | 'unsafeScript' | 'found';
  version?: string;
}

/** The facts that help to understand an error. Secrets are hidden before they get here. */
export interface ErrorDetails {
  option?: string;
  stage?: string;
  argv?: readonly string[];
  cwd?: string;
  cliPath?: string;
  cliVersion?: string;
  requiredVersion?: string;
  pid?: number;
  uptimeMs?: number;
  exitCode?: number | null;
  signal?: string | null;
  stderrTail?: string;
  trace?: readonly DiscoveryAttempt[];
  operation?: string;
  requestId?: string;
  errorCode?: string;
  line?: string;
  count?: number;
  limit?: number;
}

export class ClaudeActorsError extends Error {
  override readonly name = 'ClaudeActorsError';
  readonly code: ErrorCode;
  readonly category: ErrorCategory;
  readonly details: Readonly<ErrorDetails>;

  constructor(
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.code = code;
    this.category = errorCategories[code];
    this.details = details;
  }
}

const nonTerminal: ReadonlySet<ErrorCode> = new Set([
  'JsonDecodeError',
  'Utf8DecodeError',
  'UnexpectedMessage',
]);

/** Whether a stream that met this error has ended with it. */
export function isTerminal(error: unknown): boolean {
  return !(error instanceof ClaudeActorsError && nonTerminal.has(error.code));
}
