import type { Approval } from '../../codec/approvals.js';
import { doubtText } from '../../machines/fleet/conversationLedger.js';
import type { ConversationRecord } from '../../machines/fleet/conversationRecord.js';
import type { Mail, RecoverySettings } from '../../machines/fleet/conversationTypes.js';
import type { ConversationRecords } from '../ConversationRecords.js';
import type { Engine, FleetClock } from '../engineTypes.js';
import type { FleetRowData } from '../fleetTypes.js';
import type { FleetStore } from '../storeTypes.js';
import type { ConversationRun } from './ConversationRun.js';
import type { LeaseDeadline } from './guardDeadline.js';
import type { FleetProcessHost, ProcessMessage } from './liveProcess.js';
import type { TenantSlots } from './TenantSlots.js';

/** What a run needs of its worker. */
export interface RunServices {
  readonly worker: string;
  readonly store: FleetStore;
  readonly records: ConversationRecords;
  readonly engine: Engine;
  readonly clock: FleetClock;
  readonly host: FleetProcessHost;
  readonly slots: TenantSlots;
  readonly recovery: RecoverySettings;
  readonly deadline: LeaseDeadline;
  /** The usage that a lost process did not report. */
  lostUsage(record: ConversationRecord): Promise<FleetRowData[]>;
  /** The approvals of a conversation that nobody has answered. */
  openApprovals(id: string): Promise<readonly Pick<Approval, 'id' | 'held'>[]>;
  /** Whether the worker is shutting down. */
  isDraining(): boolean;
  /** Called when a run has become busy or idle. */
  onBusy(run: ConversationRun): void;
}

export function priorityOf({ mail }: ConversationRecord): number {
  return mail.length === 0 ? 0 : Math.min(...mail.map(({ priority }) => priority));
}

/** Wakes a conversation, if it waits for a worker. */
export async function wakeIfQueued(
  engine: Engine,
  record: ConversationRecord | undefined,
): Promise<void> {
  if (record?.state !== 'queued') return;
  await engine.wake(record.id, { priority: priorityOf(record) });
}

/** A message for a process. A note before it names the tool calls whose outcome is unknown. */
export function messageOf(
  { uuid, content, traceparent }: Mail,
  doubt: ConversationRecord['doubt'],
): ProcessMessage {
  return {
    uuid,
    content: doubt ? withNote(doubtText(doubt), content) : content,
    ...(traceparent !== undefined && { traceparent }),
  };
}

function withNote(note: string, content: Mail['content']): Mail['content'] {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return [{ type: 'text', text: `<system-reminder>${note}</system-reminder>` }, ...blocks];
}
