import type { Usage } from '../../codec/blocks.js';
import type { Message } from '../../codec/messages.js';
import type { ResultMessage } from '../../codec/results.js';
import { PersistentMap } from '../../util/PersistentMap.js';
import { estimateUsage, type OpenResponse } from './transcriptUsage.js';
import {
  addUsage,
  costOf,
  noUsage,
  numberOf,
  readModels,
  readResponse,
  subtractModels,
} from './usageTotals.js';
import type { TranscriptEntry, UsageRow, UsageTotals } from './usageTypes.js';

/**
 * What one process has used: a reducer over its messages. Every result becomes a row with the
 * difference to the result before; what a process leaves behind when it dies becomes one more.
 */
export interface UsageLedger {
  readonly sessionId: string | undefined;
  /** All rows together. */
  readonly totals: UsageTotals;
  /** The running sums of the last result. */
  readonly models: UsageTotals['models'];
  readonly apiMs: number;
  readonly hasResult: boolean;
  /** When the last result came, or the process was started. */
  readonly since: number;
  /** The responses that were seen since then: thousands, if a turn is long. */
  readonly open: PersistentMap<OpenResponse & { speaker: string }>;
  /** The id of the response that is not known to be complete, by its speaker. */
  readonly incomplete: PersistentMap<string>;
  /** The response that is streaming now, by its speaker. */
  readonly streaming: PersistentMap<{ id: string; usage: Partial<Usage> | undefined }>;
  readonly toolCalls: number;
}

export function newUsageLedger(startedAt: number, sessionId?: string): UsageLedger {
  return {
    sessionId,
    totals: noUsage,
    models: {},
    apiMs: 0,
    hasResult: false,
    since: startedAt,
    ...nothingOpen,
  };
}

const nothingOpen = {
  open: new PersistentMap<OpenResponse & { speaker: string }>(),
  incomplete: new PersistentMap<string>(),
  streaming: new PersistentMap<{ id: string; usage: Partial<Usage> | undefined }>(),
  toolCalls: 0,
};

export interface UsageStep {
  ledger: UsageLedger;
  row?: UsageRow;
}

/** Takes a message into account. Only a result gives a row. */
export function usageReceived(ledger: UsageLedger, message: Message, at: number): UsageStep {
  switch (message.type) {
    case 'assistant': {
      const { id, model, content } = message.message ?? {};
      const tools = Array.isArray(content)
        ? content.filter((block) => block?.type === 'tool_use').length
        : 0;
      const { parent_tool_use_id: parent } = message;
      const counted = { ...ledger, toolCalls: ledger.toolCalls + tools };
      return { ledger: withResponse(counted, { id, model, speaker: parent ?? '' }) };
    }
    case 'user':
      // It has the results of tools, so the response that called them is complete.
      return { ledger: withComplete(ledger, message.parent_tool_use_id ?? '') };
    case 'system': {
      const { subtype, tool_use_id: agent } = message as { subtype: string; tool_use_id?: unknown };
      if (subtype === 'init') return { ledger: withComplete(ledger, '') };
      const isReport = subtype === 'task_notification' && typeof agent === 'string';
      return { ledger: isReport ? withComplete(ledger, agent) : ledger };
    }
    case 'stream_event':
      return { ledger: streamed(ledger, message) };
    case 'result':
      return resultReceived(ledger, message, at);
    default:
      return { ledger };
  }
}

/** The process has died. `entries` are those of the transcripts, if they can be read. */
export function usageEnded(
  ledger: UsageLedger,
  entries: Iterable<TranscriptEntry>,
  { at, inFlight }: { at: number; inFlight: number },
): UsageStep {
  const { since, sessionId, toolCalls, totals } = ledger;
  const responses = ledger.open.values();
  const facts = { since, at, sessionId, before: totals, responses, inFlight, toolCalls };
  return withRow(ledger, estimateUsage(entries, facts));
}

/** Whether usage may be missing that no result has reported. */
export function hasOpenUsage({ open }: UsageLedger): boolean {
  return open.size > 0;
}

function resultReceived(ledger: UsageLedger, result: ResultMessage, at: number): UsageStep {
  // CLIs before 2.1.3xx do not send it.
  const { model_usage_since_last_result: sinceLast } = result as { [field: string]: unknown };
  const running = readModels(result.modelUsage);
  const models = sinceLast ? readModels(sinceLast) : subtractModels(running, ledger.models);
  const durationMs = numberOf(result.duration_ms);
  const apiMs = numberOf(result.duration_api_ms);
  // 2.1.325 continues its sums when it resumes a conversation, and does not say from where.
  const isContinued = !ledger.hasResult && costOf(running) > costOf(models);
  const row: UsageRow = {
    id: result.uuid,
    sessionId: result.session_id || ledger.sessionId,
    at,
    models,
    cost: costOf(models),
    durationMs,
    apiDurationMs: isContinued ? Math.min(apiMs, durationMs) : Math.max(0, apiMs - ledger.apiMs),
    toolCalls: ledger.toolCalls,
    estimated: false,
    unpriced: false,
    unknownResponses: result.terminal_reason === 'aborted_streaming' ? 1 : 0,
  };
  const { ledger: counted } = withRow(ledger, row);
  const ledgerAfter: UsageLedger = {
    ...counted,
    sessionId: row.sessionId,
    models: running,
    // After a compaction, 2.1.325 reports 0 once.
    apiMs: Math.max(ledger.apiMs, apiMs),
    hasResult: true,
  };
  return { ledger: ledgerAfter, row };
}

function withRow(ledger: UsageLedger, row: UsageRow | undefined): UsageStep {
  if (!row) return { ledger };
  const totals = addUsage(ledger.totals, row);
  return { ledger: { ...ledger, ...nothingOpen, since: row.at, totals }, row };
}

interface Seen {
  id: unknown;
  model: unknown;
  /** The tool call of the subagent that speaks; empty for the main thread. */
  speaker: string;
  final?: OpenResponse['final'];
}

function withResponse(ledger: UsageLedger, { id, model, speaker, final }: Seen): UsageLedger {
  if (typeof id !== 'string' || typeof model !== 'string' || model === '<synthetic>') return ledger;
  const known = ledger.open.get(id);
  if (known && !final) return ledger;
  // Each speaker has one response at a time.
  const { open, incomplete } = known ? ledger : withComplete(ledger, speaker);
  return {
    ...ledger,
    open: open.with(id, { ...known, id, model, final, speaker }),
    incomplete: known ? incomplete : incomplete.with(speaker, id),
  };
}

/** The response of a speaker is complete, because something followed it. */
function withComplete(ledger: UsageLedger, speaker: string): UsageLedger {
  const { open, incomplete } = ledger;
  const id = incomplete.get(speaker);
  const response = id === undefined ? undefined : open.get(id);
  if (!response) return ledger;
  return {
    ...ledger,
    open: open.with(response.id, { ...response, isComplete: true }),
    incomplete: incomplete.without(speaker),
  };
}

/** With `includePartialMessages`, the last event of a response has its final figures. */
function streamed(
  ledger: UsageLedger,
  { event, parent_tool_use_id: parent }: Extract<Message, { type: 'stream_event' }>,
): UsageLedger {
  const speaker = parent ?? '';
  if (event?.type === 'message_start') {
    const { id, model, usage } = event.message ?? {};
    if (typeof id !== 'string') return ledger;
    const streaming = ledger.streaming.with(speaker, { id, usage });
    return { ...withResponse(ledger, { id, model, speaker }), streaming };
  }
  if (event?.type !== 'message_delta') return ledger;
  const { id = '', usage } = ledger.streaming.get(speaker) ?? {};
  const response = ledger.open.get(id);
  if (!response || !event.usage) return ledger;
  // The last event need not repeat the figures of the first.
  const given = Object.entries(event.usage).filter(([, value]) => value !== null);
  const final = readResponse({ ...usage, ...Object.fromEntries(given) });
  return withResponse(ledger, { ...response, final });
}
