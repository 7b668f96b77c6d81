import type { UserContent } from '../../codec/blocks.js';
import type { ConversationRecord } from '../../machines/fleet/conversationRecord.js';
import type { OpenTool } from '../../machines/fleet/conversationTypes.js';
import type { UsageRow } from '../../machines/usage/usageTypes.js';
import type { ApprovalNotice } from '../../options/approvalTypes.js';
import type { FleetRowData } from '../fleetTypes.js';

/** How a message ended, as far as its process knows. */
export type TurnEnd =
  | { kind: 'answered' }
  /** No process could be started. */
  | { kind: 'failed'; error: string }
  /** The process discarded the message before its turn began. */
  | { kind: 'discarded' }
  /** No process got the message. */
  | { kind: 'returned' }
  /** The process is gone, and nobody knows how far it got. */
  | { kind: 'lost' };

/** A message for a process. */
export interface ProcessMessage {
  uuid: string;
  content: UserContent;
  traceparent?: string;
}

/** What a process reports. None of these may throw. */
export interface ProcessObserver {
  onRows(rows: readonly FleetRowData[], tools: readonly OpenTool[] | undefined): void;
  onTokens(text: string, parentToolUseId: string | null): void;
  onUsage(usage: UsageRow): void;
  onSessionId(sessionId: string): void;
  onApproval(notice: ApprovalNotice): void;
  /** The process has exited. The next message starts another one. */
  onGone(): void;
}

/** The process of a conversation while a worker owns it. It is started by the first message. */
export interface LiveProcess {
  readonly isGone: boolean;
  send(message: ProcessMessage): Promise<TurnEnd>;
  /** Goes on with approvals that were answered while there was no process. */
  resume(): Promise<TurnEnd>;
  interrupt(): Promise<void>;
  /** Ends the process once it is idle. */
  park(): void;
  /** Ends the process now. */
  stop(): void;
  /** Forgets the observer. Call it when the process is gone. */
  release(): void;
}

/** Starts processes. */
export interface FleetProcessHost {
  open(
    record: ConversationRecord,
    token: string,
    observer: ProcessObserver,
  ): Promise<LiveProcess> | LiveProcess;
}
