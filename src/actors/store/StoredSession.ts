import { join } from 'node:path';
import { textOf } from '../../codec/jsonObject.js';
import type { TranscriptMirrorMessage } from '../../codec/messages.js';
import { ClaudeActorsError } from '../../errors.js';
import type { Command } from '../../ffi/process/port.js';
import type { ClockLike, Warning } from '../../options/runtimeTypes.js';
import type { SessionStore } from '../../options/sessionStoreTypes.js';
import { systemClock } from '../../util/systemClock.js';
import type { Mirror } from '../process/Launch.js';
import { configFolder } from './resumedConfiguration.js';
import { type ResumableSession, resumeFromStore } from './resumeFromStore.js';
import { SessionMirror } from './SessionMirror.js';

/**
 * A store may take a minute for each call and be tried three times: a broken one must not keep
 * `stop()` from settling for longer than the CLI itself may.
 */
const lastFlushMs = 5_000;

export interface StoredSessionOptions {
  store: SessionStore;
  flush?: 'batched' | 'eager';
  /** The conversation to go on with, or true for the latest. */
  resume?: string | true;
  /** The arguments for a CLI that is to resume this conversation. */
  resumeArgs(sessionId: string): readonly string[];
  loadTimeoutMs?: number;
  clock?: ClockLike;
  warn(warning: Warning): void;
}

export type ResumedStart = Pick<ResumableSession, 'env'> & { args: readonly string[] };

/** One CLI's dealings with the user's store: what it starts from, and the copy of what it writes. */
export class StoredSession implements Mirror {
  readonly #options: StoredSessionOptions;
  readonly #clock: ClockLike;
  #loading: Promise<ResumableSession | undefined> | undefined;
  #mirror: SessionMirror | undefined;
  #finished: Promise<unknown> | undefined;

  constructor(options: StoredSessionOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** To be called with what is about to be started; gives what to change in it for a resume. */
  async open(command: Command, signal: AbortSignal): Promise<ResumedStart | undefined> {
    this.#loading = this.#load(command, signal);
    const resumed = await this.#loading;
    const { store, flush, warn, resumeArgs } = this.#options;
    const folder = resumed?.configDir ?? configFolder(command.env, process.platform);
    const projectsDir = join(folder, 'projects');
    this.#mirror = new SessionMirror({ store, flush, projectsDir, warn, clock: this.#clock });
    return resumed && { env: resumed.env, args: resumeArgs(resumed.sessionId) };
  }

  push(message: TranscriptMirrorMessage, characters: number): void {
    this.#mirror?.push(message, characters);
  }

  flush(): void {
    this.#mirror?.flush();
  }

  /** To be called once the CLI is gone. Never rejects. */
  async finish(): Promise<void> {
    this.#finished ??= Promise.all([this.#lastFlush(), this.#removeFolder()]);
    await this.#finished;
  }

  async #load({ cwd = process.cwd(), env }: Command, signal: AbortSignal) {
    const { store, resume, loadTimeoutMs: timeoutMs } = this.#options;
    if (resume === undefined) return undefined;
    const sessionId = resume === true ? undefined : resume;
    const clock = this.#clock;
    try {
      return await resumeFromStore({ store, sessionId, cwd, env, clock, timeoutMs, signal });
    } catch (cause) {
      if (cause instanceof ClaudeActorsError) throw cause;
      const message = `The session from sessionStore could not be written down for the CLI, so nothing was started: ${textOf(cause)}. Check the folder for temporary files.`;
      throw new ClaudeActorsError('SessionStoreFailed', message, { stage: 'resume' }, { cause });
    }
  }

  /** One that is still being written goes too. */
  async #removeFolder(): Promise<void> {
    const resumed = await this.#loading?.catch(() => undefined);
    await resumed?.remove();
  }

  async #lastFlush(): Promise<void> {
    const { warn } = this.#options;
    const message = `sessionStore has not taken all of the transcript ${lastFlushMs} ms after the CLI's end. It gets the rest for as long as this program runs.`;
    let timer: unknown;
    const late = new Promise<void>((resolve) => {
      timer = this.#clock.setTimeout(() => {
        warn({ code: 'SessionMirrorFailed', message, context: {} });
        resolve();
      }, lastFlushMs);
    });
    await Promise.race([this.#mirror?.flush(), late]);
    this.#clock.clearTimeout(timer);
  }
}
