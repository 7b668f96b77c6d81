import type { AnyActorRef } from 'xstate';
import type { MessageFrame } from '../../codec/frames.js';
import type { TranscriptMirrorMessage } from '../../codec/messages.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { Command, Port, ProcessHandle } from '../../ffi/process/port.js';
import type { VersionWarning } from '../../machines/versionChart.js';
import type { CallbackHost } from '../callbacks/callbackHost.js';
import type { FastPath } from './FastPath.js';
import { ProcessActivity } from './ProcessActivity.js';

export type VersionVerdict =
  | { kind: 'accepted'; version?: string; warnings?: readonly VersionWarning[] }
  | { kind: 'rejected'; error: ClaudeActorsError };

/** Takes what the CLI tells of its transcripts. */
export interface Mirror {
  /** `characters`: how long the message was as JSON. */
  push(message: TranscriptMirrorMessage, characters: number): void;
  flush(): void;
}

export interface LaunchPlan {
  port: Port;
  /** Finds the CLI and says what to start; throws a `ClaudeActorsError` where it cannot. */
  command(): Command;
  /** Judges the CLI's version; an aborted signal means that there is no more time. */
  checkVersion(signal: AbortSignal): Promise<VersionVerdict>;
  /** The CLI's version, once it is known. */
  cliVersion?(): string | undefined;
  /** Adds to a failed start what is known of how the CLI was found. */
  explain?(error: ClaudeActorsError): ClaudeActorsError;
  callbacks: CallbackHost;
  /** False for messages that are not for users. */
  isVisible?(frame: MessageFrame): boolean;
  /** Called with the actor of the session or the query, before the process is started. */
  joined?(owner: AnyActorRef): void;
  /** Where frames are counted. */
  traffic?: { framesIn: number };
  mirror?: Mirror;
  /** What is left to do once the process is gone. May be called again; never rejects. */
  finish?(): Promise<void>;
  lineBytes?: number;
  stderrBytes?: number;
}

/**
 * All of one CLI's start that must stay out of a chart's context, which inspectors are shown:
 * the command, the environment, user code. Its fields are private, and it is `{}` as JSON.
 */
export class Launch {
  readonly #activity = new ProcessActivity();
  readonly #plan: LaunchPlan;
  #fastPath: FastPath | undefined;
  #handle: ProcessHandle | undefined;

  constructor(plan: LaunchPlan) {
    this.#plan = plan;
  }

  /** When the process last gave a sign of life. */
  get activity(): ProcessActivity {
    return this.#activity;
  }

  static planOf(launch: object): LaunchPlan {
    return (launch as Launch).#plan;
  }

  static fastPathOf(launch: object): FastPath | undefined {
    return (launch as Launch).#fastPath;
  }

  static attach(launch: object, handle: ProcessHandle | undefined): void {
    (launch as Launch).#handle = handle;
  }

  /** Lets streamed tokens bypass the machine. To be called before the start. */
  useFastPath(fastPath: FastPath): void {
    this.#fastPath = fastPath;
  }

  /** Calls `settle` when all that follows the process's end is done: at once where that is nothing. */
  finish(settle: () => void = () => {}): void {
    const { finish } = this.#plan;
    if (finish) finish().then(settle);
    else settle();
  }

  /** Whether `finish` has something to do. */
  get lingers(): boolean {
    return this.#plan.finish !== undefined;
  }

  /** Kills the process whatever its chart is doing: for a chart that has broken. */
  destroy(): void {
    this.#handle?.kill('SIGKILL');
    this.#handle?.release();
    this.#handle = undefined;
  }
}
