import type { StreamEvent } from '../../codec/blocks.js';
import type { WireMessage } from '../../codec/wireMessages.js';
import { deferSince } from '../../defaults/poolDefaults.js';
import { type Deferred, deferred } from '../../util/deferred.js';
import { compareVersions } from '../../util/versionNumber.js';

type RunEnded = (sessionId: string, deferredToolUseId: string | undefined) => void;

/**
 * Finds out which tool calls can be deferred. The CLI asks about a call while the model still writes
 * the message, and of two deferred calls in a message only the last would come back. So it follows
 * the streamed events until the message is complete.
 */
export class CallWatcher {
  readonly #hidesTokens: boolean;
  readonly #onRunEnded: RunEnded;
  /** For each call of the main thread: whether it is the only one of its message. */
  readonly #verdicts = new Map<string, Deferred<boolean>>();
  #calls: string[] = [];
  #isDeferSafe = false;

  constructor(hidesTokens: boolean, onRunEnded: RunEnded) {
    this.#hidesTokens = hidesTokens;
    this.#onRunEnded = onRunEnded;
  }

  /** Returns true if nobody but the watcher asked for this message. */
  see(message: WireMessage): boolean {
    if (message.type === 'stream_event') {
      if (message.parent_tool_use_id === null) this.#follow(message.event);
      return this.#hidesTokens;
    }
    if (message.type === 'system' && message.subtype === 'init') {
      this.#isDeferSafe = canDeferIn(message.claude_code_version);
    } else if (message.type === 'result') {
      this.#conclude(false);
      this.#verdicts.clear();
      const isDeferred = message.subtype === 'success' && message.stop_reason === 'tool_deferred';
      this.#onRunEnded(message.session_id, isDeferred ? message.deferred_tool_use?.id : undefined);
    }
    return false;
  }

  /** Whether the main thread's call can be deferred. Resolves when its message is complete. */
  async canDefer(toolUseId: string): Promise<boolean> {
    return (await this.#verdictOn(toolUseId).promise) && this.#isDeferSafe;
  }

  /** Frames are not validated. */
  #follow(event: Partial<StreamEvent> | null | undefined): void {
    if (event?.type === 'message_start') this.#conclude(false);
    else if (event?.type === 'content_block_start') {
      const { content_block: block } = event;
      if (block?.type === 'tool_use') this.#calls.push(block.id);
    } else if (event?.type === 'message_stop') this.#conclude(this.#calls.length === 1);
  }

  #conclude(isAlone: boolean): void {
    for (const id of this.#calls) this.#verdictOn(id).resolve(isAlone);
    this.#calls = [];
  }

  #verdictOn(toolUseId: string): Deferred<boolean> {
    const known = this.#verdicts.get(toolUseId);
    if (known) return known;
    const verdict = deferred<boolean>();
    this.#verdicts.set(toolUseId, verdict);
    return verdict;
  }
}

function canDeferIn(version: unknown): boolean {
  return typeof version === 'string' && compareVersions(version, deferSince) >= 0;
}
