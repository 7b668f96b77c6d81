import type { SessionModelEvent } from '../../src/testing/model/session/sessionModelEvents.js';
import type { Seen } from './Seen.js';

interface Open {
  uuid: string;
  started: boolean;
  hadResult: boolean;
  /** The CLI has finished it, or everything, without a result. */
  passed?: 'completed' | 'cancelled' | 'idle';
}

/** Which result answers which message, and when the CLI has done everything it was asked to do. */
export class RunRules {
  readonly #known = new Set<string>();
  #open: Open[] = [];
  #tasks = new Map<string, string>();
  #state: unknown;
  /** The CLI says which messages a result answers, or has said that one was started. */
  #tells = false;
  /** An agent has ended without a result or an idle since. */
  #unconfirmed = false;
  /** Since when only things that may never come are awaited. */
  #waitingSince: number | undefined;

  sent(uuid: string): void {
    if (this.#known.has(uuid)) return;
    this.#known.add(uuid);
    this.#open.push({ uuid, started: false, hadResult: false });
  }

  get hasOpen(): boolean {
    return this.#open.length > 0;
  }

  /** It could not be written. */
  lost(uuid: string): void {
    this.#close((turn) => turn.uuid === uuid, 'WriteFailed');
  }

  /** The CLI has confirmed that it is cancelled. */
  messageCancelled(uuid: string): [uuid: string, fate: string][] {
    return this.#close((turn) => turn.uuid === uuid, 'TurnDiscarded');
  }

  get hasTasks(): boolean {
    return this.#tasks.size > 0;
  }

  isWorking(): boolean {
    return this.#open.length > 0 || (this.#state !== undefined && this.#state !== 'idle');
  }

  isOver(): boolean {
    if (this.#known.size === 0) return true;
    return this.#open.length === 0 && this.#isQuiet() && !this.#unconfirmed;
  }

  #isQuiet(): boolean {
    if (this.#open.some((turn) => !turn.passed)) return false;
    if ([...this.#tasks.values()].includes('local_agent')) return false;
    return this.#state === undefined || this.#state === 'idle';
  }

  /** The session waits 5 s for what may never come. `quiet`: nothing else is pending. */
  confirm(now: number, quiet: boolean): [uuid: string, fate: string][] {
    const waits = quiet && this.#isQuiet() && (this.#unconfirmed || this.#open.length > 0);
    if (!waits) this.#waitingSince = undefined;
    else this.#waitingSince ??= now;
    if (this.#waitingSince === undefined || now - this.#waitingSince < 5000) return [];
    this.#unconfirmed = false;
    return this.#close(() => true, 'TurnDiscarded');
  }

  /** The messages that this settles, and how. */
  take(stimulus: SessionModelEvent, seen: Seen): [uuid: string, fate: string][] {
    if (stimulus.type !== 'frame' || seen.state === 'stopped' || seen.state === 'failed') return [];
    const { message } = stimulus;
    if (message.type === 'result') return this.#result(message);
    if (message.type === 'command_lifecycle') return this.#lifecycle(message);
    if (message.subtype === 'session_state_changed') {
      this.#state = message.state;
      for (const turn of this.#open) {
        if (message.state === 'idle') turn.passed ??= 'idle';
        else if (turn.passed === 'idle') turn.passed = undefined;
      }
      if (message.state !== 'idle') return [];
      this.#unconfirmed = false;
      return [
        ...this.#close((turn) => turn.passed === 'cancelled', 'TurnDiscarded'),
        ...this.#close((turn) => turn.hadResult, 'fulfilled'),
      ];
    }
    const task = String(message.task_id);
    if (message.subtype === 'task_started') this.#tasks.set(task, String(message.task_type));
    if (message.subtype === 'task_notification' && this.#tasks.has(task)) {
      if (this.#tasks.get(task) === 'local_agent') this.#unconfirmed = true;
      this.#tasks.delete(task);
    }
    return [];
  }

  #result(message: { [field: string]: unknown }): [string, string][] {
    this.#unconfirmed = false;
    const names = (message.user_message_uuids ?? []) as string[];
    const origin = (message.origin as { kind: string } | undefined)?.kind ?? 'human';
    const named = this.#open.some(({ uuid }) => names.includes(uuid));
    const ours = origin === 'human' || named;
    if (ours && names.length > 0) this.#tells = true;
    const started = this.#open.some((turn) => turn.started);
    const [oldest] = this.#open;
    const settled = this.#close((turn) => {
      if (!ours) return false;
      if (names.length > 0) return names.includes(turn.uuid);
      return started ? turn.started : turn === oldest;
    }, 'fulfilled');
    // The CLI may have answered these as well without saying so.
    const mute = !this.#tells || (ours && names.length === 0 && !started);
    for (const turn of this.#open) turn.hadResult ||= mute || turn.started;
    return settled;
  }

  #lifecycle(message: { [field: string]: unknown }): [string, string][] {
    const turn = this.#open.find(({ uuid }) => uuid === message.command_uuid);
    if (!turn) return [];
    if (message.state === 'started') {
      turn.started = true;
      turn.passed = undefined;
      this.#tells = true;
    }
    if (message.state === 'completed') turn.passed = 'completed';
    // What the CLI has begun with may yet be named by a result.
    if (message.state === 'cancelled' && turn.started) {
      turn.passed = 'cancelled';
      return [];
    }
    if (!['cancelled', 'discarded', 'refused'].includes(String(message.state))) return [];
    return this.#close((one) => one === turn, 'TurnDiscarded');
  }

  #close(which: (turn: Open) => boolean, fate: string): [string, string][] {
    const closed = this.#open.filter(which);
    this.#open = this.#open.filter((turn) => !closed.includes(turn));
    return closed.map(({ uuid }) => [uuid, fate]);
  }
}
