import type { ClaudeActorsError } from '../errors.js';
import type { Command, Port, ProcessHandle } from '../ffi/process/Port.js';
import type { VersionWarning } from '../machines/versionMachine.js';
import type { CallbackHost } from './CallbackHost.js';

export type VersionVerdict =
  | { kind: 'accepted'; version?: string; warnings?: readonly VersionWarning[] }
  | { kind: 'rejected'; error: ClaudeActorsError };

export interface LaunchPlan {
  port: Port;
  /** Finds the CLI and says what to start; throws a `ClaudeActorsError` where it cannot. */
  command(): Command;
  /** Judges the CLI's version; an aborted signal means that there is no more time. */
  checkVersion(signal: AbortSignal): Promise<VersionVerdict>;
  /** Adds to a failed start what is known of how the CLI was found. */
  explain?(error: ClaudeActorsError): ClaudeActorsError;
  callbacks: CallbackHost;
  lineBytes?: number;
  stderrBytes?: number;
}

/**
 * All of one CLI's start that must stay out of a chart's context, which inspectors are shown:
 * the command, the environment, user code. Its fields are private, and it is `{}` as JSON.
 */
export class Launch {
  readonly #plan: LaunchPlan;
  #handle: ProcessHandle | undefined;

  constructor(plan: LaunchPlan) {
    this.#plan = plan;
  }

  static planOf(launch: object): LaunchPlan {
    return (launch as Launch).#plan;
  }

  static attach(launch: object, handle: ProcessHandle | undefined): void {
    (launch as Launch).#handle = handle;
  }

  /** Kills the process whatever its chart is doing: for a chart that has broken. */
  destroy(): void {
    this.#handle?.kill('SIGKILL');
    this.#handle?.release();
    this.#handle = undefined;
  }
}
