import type { MessageFrame } from '../../codec/frames.js';
import type { ResultMessage } from '../../codec/results.js';
import type { QueryEmitted } from '../../machines/query/queryTypes.js';
import type { SessionEmitted } from '../../machines/session/sessionTypes.js';
import {
  hasOpenUsage,
  newUsageLedger,
  type UsageStep,
  usageEnded,
  usageReceived,
} from '../../machines/usage/usageLedger.js';
import type { TranscriptEntry, UsageRow, UsageTotals } from '../../machines/usage/usageTypes.js';

export interface UsageTrackerOptions {
  /** The id of the conversation, if it is known already. */
  sessionId: string | undefined;
  onRow?(row: UsageRow, result?: ResultMessage): void;
  /** The entries that the conversation's transcripts have got since a time. May reject. */
  readTranscript(sessionId: string, since: number): Promise<Iterable<TranscriptEntry>>;
}

/** Keeps the usage ledger of one process, and reads the transcript if the process dies too early. */
export class UsageTracker {
  readonly #options: UsageTrackerOptions;
  #ledger;
  /** A message was lost with the process, so a response may have been on its way. */
  #isTurnLost = false;
  /** The CLI has begun to work and sent no result: for a message, or because an agent reported. */
  #isWorking = false;
  /** The background tasks that were stopped since the last result. */
  #stoppedTasks = 0;

  constructor(options: UsageTrackerOptions) {
    this.#options = options;
    this.#ledger = newUsageLedger(Date.now(), options.sessionId);
  }

  get totals(): UsageTotals {
    return this.#ledger.totals;
  }

  onEmitted(event: SessionEmitted): void {
    if (event.type === 'messages') this.#receive(event.frames);
    else if (event.type === 'task' && event.state === 'stopped') this.#stoppedTasks += 1;
    else if (event.type === 'turn' && event.state === 'lost') this.#isTurnLost = true;
  }

  /** A one-shot query has no turn: it is lost if the CLI has begun and sent no result. */
  onQueryEmitted(event: QueryEmitted): void {
    if (event.type !== 'items') return;
    const frames = event.items.filter((item) => item.kind === 'message');
    if (frames.length === 0) return;
    this.#receive(frames);
    this.#isTurnLost = !this.#ledger.hasResult;
  }

  /** Call this when the process is gone. Undefined if nothing is missing. */
  finish(): Promise<void> | undefined {
    const inFlight = (this.#isTurnLost || this.#isWorking ? 1 : 0) + this.#stoppedTasks;
    if (inFlight === 0 && !hasOpenUsage(this.#ledger)) return undefined;
    return this.#estimate(inFlight);
  }

  async #estimate(inFlight: number): Promise<void> {
    const { sessionId, since } = this.#ledger;
    const reading = sessionId && this.#options.readTranscript(sessionId, since);
    const entries = (await Promise.resolve(reading).catch(() => undefined)) || [];
    this.#apply(usageEnded(this.#ledger, entries, { at: Date.now(), inFlight }));
  }

  #receive(frames: readonly MessageFrame[]): void {
    for (const { message } of frames) {
      // Most frames are tokens, which say nothing about usage.
      if (message.type === 'stream_event' && message.event?.type === 'content_block_delta')
        continue;
      if (message.type === 'system' && message.subtype === 'init') this.#isWorking = true;
      if (message.type === 'result') {
        this.#isWorking = false;
        this.#stoppedTasks = 0;
      }
      const result = message.type === 'result' ? message : undefined;
      this.#apply(usageReceived(this.#ledger, message, Date.now()), result);
    }
  }

  #apply({ ledger, row }: UsageStep, result?: ResultMessage): void {
    this.#ledger = ledger;
    if (row) this.#options.onRow?.(row, result);
  }
}
