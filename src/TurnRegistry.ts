import type { BroadcastLog } from './actors/messages/broadcastLog.js';
import { messageOf } from './actors/messages/messageLog.js';
import type { MessageFrame } from './codec/frames.js';
import type { SessionEmitted } from './machines/session/sessionTypes.js';
import type { TurnOutcome } from './machines/turnChart.js';
import { Turn, type TurnParts } from './Turn.js';

/** How many settled turns keep their messages for a reader who has not started yet. */
const keptTurns = 16;

/** The turns of one session. Marks for each turn which part of the message log belongs to it. */
export class TurnRegistry {
  readonly #log: BroadcastLog<MessageFrame>;
  readonly #open = new Map<string, Turn>();
  #settled: Turn[] = [];

  constructor(log: BroadcastLog<MessageFrame>) {
    this.#log = log;
  }

  /** The uuids of the turns without a result. */
  get open(): readonly string[] {
    return [...this.#open.keys()];
  }

  add(parts: Omit<TurnParts, 'reader'>): Turn {
    const turn = new Turn({ ...parts, reader: this.#log.reserve(messageOf) });
    this.#open.set(parts.uuid, turn);
    this.#startNext();
    // The message may be refused before it reaches the session machine.
    parts.result.catch(() => this.#settle(parts.uuid, undefined));
    return turn;
  }

  update(event: Extract<SessionEmitted, { type: 'turn' }>): void {
    const turn = this.#open.get(event.uuid);
    if (!turn) return;
    if (event.state === 'started') Turn.start(turn, this.#log.end);
    if ('outcome' in event || 'error' in event) this.#settle(event.uuid, event.outcome);
  }

  #settle(uuid: string, outcome: TurnOutcome | undefined): void {
    const turn = this.#open.get(uuid);
    if (!turn) return;
    this.#open.delete(uuid);
    const result = outcome && 'result' in outcome ? outcome.result : undefined;
    Turn.finish(turn, this.#log.end, result);
    this.#settled.push(turn);
    if (this.#settled.length > keptTurns) {
      const [oldest] = this.#settled.splice(0, 1);
      if (oldest) Turn.release(oldest);
    }
    this.#startNext();
  }

  /** Some CLIs do not report when they start a message: the oldest open turn counts as started. */
  #startNext(): void {
    const [first] = this.#open.values();
    if (first) Turn.start(first, this.#log.end);
  }
}
