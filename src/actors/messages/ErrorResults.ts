import type { MessageFrame } from '../../codec/frames.js';
import type { ResultMessage } from '../../codec/results.js';

/** Messages that are not about the turn. A result before them still counts as the last message. */
const besideTheTurn: ReadonlySet<string> = new Set([
  ...['keep_alive', 'transcript_mirror', 'command_lifecycle', 'active_goal', 'autocompact_state'],
  ...['session_state_changed', 'post_turn_summary', 'task_summary', 'session_metadata'],
  ...['session_writes_lost', 'plugin_install', 'mirror_error'],
]);

/**
 * Finds out whether a stream ends with a result with `is_error`, and keeps its text. As in the official
 * SDK, an error result does not count if other messages follow it.
 */
export class ErrorResults {
  #text: string | undefined;
  /** The text before turns that never asked the model, such as a local slash command. */
  #earlierText: string | undefined;
  #endedWithoutModel = false;

  /** The text of the last result, if it is an error with a text. */
  get text(): string | undefined {
    return this.#text ?? (this.#endedWithoutModel ? this.#earlierText : undefined);
  }

  see(frames: readonly MessageFrame[]): void {
    for (const { message } of frames) {
      if (message.type === 'result') this.#seeResult(message);
      else if (this.#earlierText !== undefined) this.#seeOther(message);
    }
  }

  #seeResult(result: ResultMessage): void {
    this.#text = textOf(result) || undefined;
    this.#endedWithoutModel =
      !result.is_error &&
      result.subtype === 'success' &&
      result.num_turns === 0 &&
      result.result === '';
    if (!this.#endedWithoutModel) this.#earlierText = this.#text;
  }

  #seeOther(message: MessageFrame['message']): void {
    const subtype = message.type === 'system' ? message.subtype : undefined;
    if (besideTheTurn.has(subtype ?? message.type)) return;
    this.#text = undefined;
    if (subtype !== undefined && subtype !== 'init' && subtype !== 'compact_boundary') return;
    this.#endedWithoutModel = false;
    if (subtype !== 'init') this.#earlierText = undefined;
  }
}

function textOf(result: ResultMessage): string | undefined {
  if (!result.is_error) return undefined;
  if (result.subtype === 'success') return result.result;
  const errors = (result as { errors?: readonly unknown[] }).errors ?? [];
  return errors
    .map((error) => String(error).trim())
    .filter(Boolean)
    .join('; ');
}
