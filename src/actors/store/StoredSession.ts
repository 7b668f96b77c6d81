import { join } from 'node:path';
import { textOf } from '../../codec/jsonObject.js';
import type { TranscriptMirrorMessage } from '../../codec/wireMessages.js';
import { lastFlushMs } from '../../defaults.js';
import { ClaudeActorsError } from '../../errors.js';
import { removeAbandonedFolders } from '../../ffi/process/ownedFolder.js';
import type { Command } from '../../ffi/process/port.js';
import { configFolder } from '../../ffi/projectFolders.js';
import type { ClockLike, Warning } from '../../options/runtimeTypes.js';
import type { SessionStore } from '../../options/sessionStoreTypes.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';
import { patientClock } from '../patientClock.js';
import type { Mirror } from '../process/Launch.js';
import { type ResumableSession, resumeFolderPrefix, resumeFromStore } from './resumeFromStore.js';
import { SessionMirror } from './SessionMirror.js';

export interface StoredSessionOptions {
  store: SessionStore;
  flush?: 'batched' | 'eager';
  /** The session to resume, or true for the latest one. */
  resume?: string | true;
  /** The CLI's arguments for resuming a session. */
  resumeArgs(sessionId: string): readonly string[];
  loadTimeoutMs?: number;
  clock?: ClockLike;
  /** Whether the guard deletes what a killed program leaves behind. */
  guard?: boolean;
  warn(warning: Warning): void;
}

export type ResumedStart = Pick<ResumableSession, 'env'> & { args: readonly string[] };

/** Resumes a session from the user's store, and copies to the store what the CLI writes. */
export class StoredSession implements Mirror {
  readonly #options: StoredSessionOptions;
  readonly #clock: ClockLike;
  #loading: Promise<ResumableSession | undefined> | undefined;
  #tidying: Promise<void> | undefined;
  #mirror: SessionMirror | undefined;
  #finished: Promise<unknown> | undefined;

  constructor(options: StoredSessionOptions) {
    this.#options = options;
    this.#clock = patientClock(options.clock);
  }

  /** Call this before the CLI starts. Returns what to change in its command, if it resumes. */
  async open(command: Command, signal: AbortSignal): Promise<ResumedStart | undefined> {
    this.#tidying = removeAbandonedFolders(resumeFolderPrefix);
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

  /** Call this once the CLI has exited. Never rejects. */
  async finish(): Promise<void> {
    this.#finished ??= Promise.all([this.#lastFlush(), this.#removeFolder(), this.#tidying]);
    await this.#finished;
  }

  async #load({ cwd = process.cwd(), env }: Command, signal: AbortSignal) {
    const { store, resume, loadTimeoutMs: timeoutMs, guard } = this.#options;
    if (resume === undefined) return undefined;
    const sessionId = resume === true ? undefined : resume;
    const clock = this.#clock;
    try {
      return await resumeFromStore({ store, sessionId, cwd, env, clock, timeoutMs, signal, guard });
    } catch (cause) {
      if (cause instanceof ClaudeActorsError) throw cause;
      const message = `Could not write the session from sessionStore to disk, so Claude Code was not started: ${withoutFullStop(textOf(cause))}. Check that the folder for temporary files is writable.`;
      throw new ClaudeActorsError('SessionStoreFailed', message, { stage: 'resume' }, { cause });
    }
  }

  /** Waits for a folder that is still being written. */
  async #removeFolder(): Promise<void> {
    const resumed = await this.#loading?.catch(() => undefined);
    await resumed?.remove();
  }

  async #lastFlush(): Promise<void> {
    const { warn } = this.#options;
    const message = `sessionStore is still storing the transcript ${lastFlushMs} ms after Claude Code exited. It gets the rest while this program runs.`;
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
