import type { AnyActorRef } from 'xstate';
import type { MessageFrame } from '../../codec/frames.js';
import type { TranscriptMirrorMessage, WireMessage } from '../../codec/wireMessages.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { Command, Port, PortWarning, ProcessHandle } from '../../ffi/process/port.js';
import type { VersionWarning } from '../../machines/versionChart.js';
import type { CallbackHost } from '../callbacks/callbackHost.js';
import type { FastPath } from './FastPath.js';
import { ProcessActivity } from './ProcessActivity.js';
import { ProcessFacts } from './ProcessFacts.js';

export type VersionVerdict =
  | { kind: 'accepted'; version?: string; warnings?: readonly VersionWarning[] }
  | { kind: 'rejected'; error: ClaudeActorsError };

/** Receives the transcript entries that the CLI reports. */
export interface Mirror {
  /** `characters`: the length of the message as JSON. */
  push(message: TranscriptMirrorMessage, characters: number): void;
  flush(): void;
}

/** Sees every message before anybody else. */
export interface MessageWatcher {
  /** Returns true to hide the message from everybody else. */
  see(message: WireMessage): boolean;
}

export interface LaunchPlan {
  port: Port;
  /** Finds the CLI and returns the command to start; throws a `ClaudeActorsError` if it cannot. */
  command(): Command;
  /**
   * Decides whether the CLI's version will do: at once if it is known. The signal is aborted when
   * time is up.
   */
  checkVersion(signal: AbortSignal): VersionVerdict | Promise<VersionVerdict>;
  /** Whether the run was aborted before it began. */
  isAborted?(): boolean;
  /** The CLI's version, once it is known. */
  cliVersion?(): string | undefined;
  /** Adds how the CLI was found to the error of a failed start. */
  explain?(error: ClaudeActorsError): ClaudeActorsError;
  callbacks: CallbackHost;
  /** All that the CLI gets on stdin. It is closed after that. Without it, stdin stays open. */
  input?: string | undefined;
  /** Whether users see this message. */
  isVisible?(frame: MessageFrame): boolean;
  /** The id of the conversation, if it is known before the CLI reports it. */
  sessionId?: string | undefined;
  /** Called with the actor of the session or query, before anything is started. */
  beforeStart?(owner: AnyActorRef): void;
  /** Counts the frames. */
  traffic?: { framesIn: number };
  mirror?: Mirror;
  watcher?: MessageWatcher | undefined;
  /** Reports a warning of the port. */
  warn?(warning: PortWarning): void;
  /** Does the work that remains after the process is gone. May be called again; never rejects. */
  finish?(): Promise<void>;
  lineBytes?: number;
  stderrBytes?: number;
}

/**
 * Holds what a machine needs to start one CLI but must not keep in its context, because inspectors
 * show the context: the command, the environment, user code. All fields are private, so it
 * serializes to `{}`.
 */
export class Launch {
  readonly #activity = new ProcessActivity();
  readonly #facts = new ProcessFacts();
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

  /** What errors about the process say. */
  get facts(): ProcessFacts {
    return this.#facts;
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

  /** Lets streamed tokens bypass the machine. Call it before the start. */
  useFastPath(fastPath: FastPath): void {
    this.#fastPath = fastPath;
  }

  /**
   * Calls `settle` when the work after the process's exit is done: at once if there is none.
   * `before` comes first.
   */
  finish(settle: () => void = () => {}, before?: Promise<void>): void {
    if (before) {
      before.then(() => this.finish(settle));
      return;
    }
    const { finish } = this.#plan;
    if (finish) finish().then(settle);
    else settle();
  }

  /** Whether `finish` has work to do. */
  get hasWorkAfterExit(): boolean {
    return this.#plan.finish !== undefined;
  }

  /** Kills the process whatever its machine is doing: for a machine that has thrown. */
  destroy(): void {
    this.#handle?.kill('SIGKILL');
    this.#handle?.release();
    this.#handle = undefined;
  }
}
