import type { BroadcastLog } from './actors/messages/broadcastLog.js';
import { messageOf } from './actors/messages/messageLog.js';
import type { MessageFrame } from './codec/frames.js';
import type { SessionEmitted } from './machines/session/sessionTypes.js';
import type { TurnOutcome } from './machines/turnChart.js';
import { Turn, type TurnParts } from './Turn.js';

/** Of how many settled turns the messages are held for somebody who has not read them yet. */
const heldTurns = 16;

/** The turns of one session: tells each which part of the message log is its own. */
export class TurnRegistry {
  readonly #log: BroadcastLog<MessageFrame>;
  readonly #open = new Map<string, Turn>();
  #settled: Turn[] = [];

  constructor(log: BroadcastLog<MessageFrame>) {
    this.#log = log;
  }

  get open(): readonly string[] {
    return [...this.#open.keys()];
  }

  add(parts: Omit<TurnParts, 'reader'>): Turn {
    const turn = new Turn({ ...parts, reader: this.#log.reserve(messageOf) });
    this.#open.set(parts.uuid, turn);
    this.#beginNext();
    // Refused before the chart heard of it.
    parts.result.catch(() => this.#settle(parts.uuid, undefined));
    return turn;
  }

  take(event: Extract<SessionEmitted, { type: 'turn' }>): void {
    const turn = this.#open.get(event.uuid);
    if (!turn) return;
    if (event.state === 'started') Turn.begin(turn, this.#log.end);
    if ('outcome' in event || 'error' in event) this.#settle(event.uuid, event.outcome);
  }

  #settle(uuid: string, outcome: TurnOutcome | undefined): void {
    const turn = this.#open.get(uuid);
    if (!turn) return;
    this.#open.delete(uuid);
    const result = outcome && 'result' in outcome ? outcome.result : undefined;
    Turn.finish(turn, this.#log.end, result);
    this.#settled.push(turn);
    if (this.#settled.length > heldTurns) {
      const [oldest] = this.#settled.splice(0, 1);
      if (oldest) Turn.release(oldest);
    }
    this.#beginNext();
  }

  /** CLIs that do not tell when they begin with a message do so when those before it are answered. */
  #beginNext(): void {
    const [first] = this.#open.values();
    if (first) Turn.begin(first, this.#log.end);
  }
}
