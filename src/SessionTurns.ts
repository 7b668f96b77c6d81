import type { BroadcastLog } from './actors/messages/BroadcastLog.js';
import { ResultLines } from './actors/messages/ResultLines.js';
import type { OpenTurn } from './actors/OpenTurns.js';
import { alreadyStarted } from './actors/operations.js';
import type { MessageFrame } from './codec/frames.js';
import type { ResultMessage } from './codec/results.js';
import { keptTurns } from './defaults.js';
import type { SessionEmitted } from './machines/session/sessionTypes.js';
import type { UsageRow } from './machines/usage/usageTypes.js';
import { Turn } from './Turn.js';

/** Gets everything that happens in a session. A pool follows its sessions this way. */
export interface SessionListener {
  onEmitted(emitted: SessionEmitted): void;
  /** A row of the usage ledger, with the result that it is about. */
  onUsage(row: UsageRow, result: ResultMessage | undefined): void;
}

/** What a turn asks of its session. */
export interface TurnOwner {
  readonly log: BroadcastLog<MessageFrame>;
  request(subtype: string, fields: object): Promise<unknown>;
  interrupt(): Promise<unknown>;
  /** Takes back a message that the CLI has not been given. False if it has. */
  withdraw?(uuid: string): boolean;
}

/**
 * The turns of a session or of a pooled conversation. The messages of the last settled turns are kept
 * for a reader that comes late.
 */
export class SessionTurns {
  readonly #owner: TurnOwner;
  readonly #settled: Turn[] = [];
  readonly #resultLines = new ResultLines();
  /** Rows that no turn has taken. */
  readonly #usage = new WeakMap<ResultMessage, UsageRow>();
  /** The oldest turn since the last row that has no result and never will. */
  #lost: Turn | undefined;

  constructor(owner: TurnOwner) {
    this.#owner = owner;
  }

  add(uuid: string, open: OpenTurn): Turn {
    const { log } = this.#owner;
    const interrupt = (started: boolean) => this.#interrupt(uuid, open, started);
    const takeUsage = (result: ResultMessage) => {
      const row = this.#usage.get(result);
      this.#usage.delete(result);
      return row;
    };
    const parts = { uuid, open, log, results: this.#resultLines, interrupt, takeUsage };
    return Turn.open(parts, (turn, error) => {
      const mayBeLost = error && error.code !== 'TurnDiscarded' && !open.isRefused;
      if (mayBeLost) this.#lost ??= turn;
      this.#settled.push(turn);
      const oldest = this.#settled.length > keptTurns && this.#settled.shift();
      if (oldest) Turn.release(oldest);
    });
  }

  /** Notes the lines that results came in, for `turn.envelopes()`. */
  addLines(frames: readonly MessageFrame[]): void {
    this.#resultLines.add(frames);
  }

  /** A row without a result is about the turn that was lost with the process. */
  addUsage(row: UsageRow, result: ResultMessage | undefined): void {
    if (result) this.#usage.set(result, row);
    else if (this.#lost) Turn.setUsage(this.#lost, row);
    // A pool's conversation may lose turns with several processes.
    this.#lost = undefined;
  }

  async #interrupt(uuid: string, open: OpenTurn, started: boolean): Promise<void> {
    if (this.#owner.withdraw?.(uuid)) return;
    if (!started) {
      const answer = await this.#owner.request('cancel_async_message', { message_uuid: uuid });
      // If it was answered in the meantime, another turn is running now.
      if (!alreadyStarted(answer) || !open.isOpen) return;
    }
    await this.#owner.interrupt();
  }
}
