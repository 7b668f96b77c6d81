import type { Approvals } from '../Approvals.js';
import { unknownApproval } from '../actors/approvals/approvalErrors.js';
import type { Approval, ApprovalDecision } from '../codec/approvals.js';
import type { UserContent } from '../codec/blocks.js';
import { ClaudeActorsError } from '../errors.js';
import { type ConversationRecord, stateName } from '../machines/fleet/conversationRecord.js';
import type { ConversationEvent, Mail } from '../machines/fleet/conversationTypes.js';
import { checkContent } from '../options/checks/checkCall.js';
import type { Options } from '../options/types.js';
import type { ConversationRecords } from './ConversationRecords.js';
import { checkRows, checkSend } from './checkFleetOptions.js';
import type { Engine, FleetClock } from './engineTypes.js';
import { conversationClosed, fleetClosed } from './fleetErrors.js';
import type {
  ConversationInfo,
  FleetRow,
  FleetRowData,
  SendReceipt,
  SendSettings,
} from './fleetTypes.js';
import { noteAnswer } from './noteAnswer.js';
import { type RowSettings, readRows } from './readRows.js';
import type { FleetStore } from './storeTypes.js';
import { wakeIfQueued } from './worker/runServices.js';

/** What a handle needs of its fleet. */
export interface FleetSessionParts {
  store: FleetStore;
  engine: Engine;
  clock: FleetClock;
  records: ConversationRecords;
  approvals: Approvals;
  /** Knows the trace of the active span. */
  telemetry?: Options['telemetry'];
  /** Aborted when the fleet has been closed. */
  ending: AbortSignal;
}

/**
 * A conversation of a fleet. It works on any machine that has the same store and engine, whether or not
 * that machine runs the conversation.
 */
export class FleetSession {
  /** The id of the conversation. */
  readonly id: string;
  readonly #parts: FleetSessionParts;

  /** @internal */
  constructor(id: string, parts: FleetSessionParts) {
    this.id = id;
    this.#parts = parts;
  }

  /**
   * Sends a message. Resolves when it is stored: from then on it survives the death of any machine. One
   * process gets it, after the messages before it.
   *
   * @param content - Text, or content blocks.
   * @param settings - `id` makes it safe to send the message again: it is stored once.
   */
  async send(content: UserContent, settings: SendSettings = {}): Promise<SendReceipt> {
    checkContent(content);
    checkSend(settings);
    const { id = crypto.randomUUID(), priority = 0 } = settings;
    const traceparent = settings.traceparent ?? this.#parts.telemetry?.traceparent?.();
    const at = this.#parts.clock.now();
    const mail: Mail = {
      id,
      uuid: crypto.randomUUID(),
      content,
      at,
      priority,
      state: 'waiting',
      ...(traceparent !== undefined && { traceparent }),
    };
    const { outcome, record } = await this.#event({ type: 'message.posted', mail, at });
    if (outcome === 'refused') throw conversationClosed(this.id);
    await wakeIfQueued(this.#parts.engine, record);
    return { id, outcome: outcome === 'seen' ? 'seen' : 'stored' };
  }

  /**
   * Iterates what happens in the conversation, and waits for more. Rows are kept: after a restart, pass
   * the cursor of the last one that you have read to continue. Tokens are not kept. The iteration ends
   * after the last row of a closed conversation, and when the fleet is closed.
   */
  rows(settings: RowSettings = {}): AsyncGenerator<FleetRow, undefined> {
    checkRows(settings);
    const { store, ending } = this.#parts;
    if (ending.aborted) throw fleetClosed();
    return readRows(store, this.#key, settings, ending);
  }

  /**
   * Waits until a message has its outcome, and returns it.
   *
   * @param messageId - The id that `send` returned.
   */
  async settled(
    messageId: string,
    settings?: Pick<RowSettings, 'signal' | 'after'>,
  ): Promise<Extract<FleetRowData, { type: 'settled' }>> {
    for await (const { cursor: _, ...row } of this.rows(settings)) {
      if (row.type === 'settled' && row.id === messageId) return row;
    }
    const message = `The wait for message ${JSON.stringify(messageId)} has ended: it was aborted, or the fleet or the conversation was closed.`;
    throw new ClaudeActorsError('Aborted', message);
  }

  /**
   * Answers an approval of this conversation, whether or not a process waits for it. The first answer
   * wins.
   *
   * @param approvalId - The id of the approval, from a row or from `fleet.approvals`.
   * @param decision - `{ behavior: 'allow' }` or `{ behavior: 'deny', message }`.
   * @returns Whether this was the first answer.
   */
  async answer(approvalId: string, decision: ApprovalDecision): Promise<boolean> {
    this.#checkOpen();
    const { approvals } = this.#parts;
    const asked = await approvals.load(approvalId);
    // The right to answer in one conversation is no right to answer in another.
    if (asked && asked.key !== this.id) throw unknownApproval(approvalId);
    const isFirst = await approvals.answer(approvalId, decision);
    const approval = (await approvals.load(approvalId)) ?? asked;
    // Also if another answer was first: whoever gave it may have died before it woke anybody.
    if (approval?.decision) await noteAnswer(this.#parts, this.id, approval);
    return isFirst;
  }

  /** The approvals of this conversation that wait for an answer, oldest first. */
  approvals(): Promise<Approval[]> {
    return this.#parts.approvals.list({ key: this.id });
  }

  /** Interrupts the turn that is running, on whatever machine. */
  async interrupt(): Promise<void> {
    await this.#event({ type: 'op.interrupt', at: this.#parts.clock.now() });
  }

  /** Ends the process now, and drops the messages that wait. The next message resumes the conversation. */
  async stop(): Promise<void> {
    await this.#event({ type: 'op.stop', at: this.#parts.clock.now() });
  }

  /** Ends the conversation for good, and withdraws its approvals. Its rows stay. */
  async close(): Promise<void> {
    await this.#event({ type: 'op.close', at: this.#parts.clock.now() });
    for (const { id } of await this.approvals()) await this.#parts.approvals.withdraw(id);
  }

  /** Continues after an interruption, with the messages that wait. A new message does the same. */
  async resume(): Promise<void> {
    const { record } = await this.#event({ type: 'op.resume', at: this.#parts.clock.now() });
    await wakeIfQueued(this.#parts.engine, record);
  }

  /** Returns the current state of the conversation. */
  async info(): Promise<ConversationInfo> {
    const record = await this.#parts.records.read(this.id);
    if (!record) throw new TypeError(`There is no conversation ${this.id}.`);
    return infoOf(record);
  }

  get #key(): string {
    return this.#parts.records.keyOf(this.id);
  }

  #checkOpen(): void {
    if (this.#parts.ending.aborted) throw fleetClosed();
  }

  async #event(event: ConversationEvent) {
    this.#checkOpen();
    return this.#parts.records.send(this.id, event);
  }
}

export function infoOf(record: ConversationRecord): ConversationInfo {
  const { id, tenant, state, worker, epoch, mail, approvals, at, usage } = record;
  return {
    id,
    tenant,
    epoch,
    worker,
    at,
    usage,
    state: stateName(state),
    messages: mail.length,
    approvals: approvals.filter(({ isAnswered }) => !isAnswered).map((one) => one.id),
  };
}
