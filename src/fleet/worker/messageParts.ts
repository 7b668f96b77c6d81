import type { Message } from '../../codec/messages.js';
import type { OpenTool } from '../../machines/fleet/conversationTypes.js';
import type { ApprovalNotice } from '../../options/approvalTypes.js';

/** The text that a stream event adds, if any. */
export function textDelta(
  message: Message,
): { text: string; parentToolUseId: string | null } | undefined {
  if (message.type !== 'stream_event') return undefined;
  const { event, parent_tool_use_id: parent } = message;
  if (event?.type !== 'content_block_delta' || event.delta?.type !== 'text_delta') return undefined;
  return { text: event.delta.text, parentToolUseId: parent ?? null };
}

/** The tool calls without a result after a message. The same list if nothing has changed. */
export function openTools(before: readonly OpenTool[], message: Message): readonly OpenTool[] {
  if (message.type === 'result') return before.length === 0 ? before : [];
  const blocks = blocksOf(message);
  const called = blocks.filter(({ type }) => type === 'tool_use');
  const ended = new Set(
    blocks.filter(({ type }) => type === 'tool_result').map((block) => block.tool_use_id),
  );
  if (called.length === 0 && ended.size === 0) return before;
  const all = [
    ...before,
    ...called.map(({ id, name }) => ({ id: String(id), name: String(name) })),
  ];
  return all.filter(({ id }) => !ended.has(id));
}

function blocksOf(message: Message): Record<string, unknown>[] {
  if (message.type !== 'assistant' && message.type !== 'user') return [];
  const content: unknown = message.message?.content;
  return Array.isArray(content) ? (content as Record<string, unknown>[]) : [];
}

/** The event and the row for a change of an approval. None for an answer: `FleetSession.answer` writes that. */
export function approvalOutput(
  { change, approval: { key: _, ...approval } }: ApprovalNotice,
  key: string,
) {
  if (change === 'answered') return undefined;
  const { id, held } = approval;
  const isOver = change === 'used' || change === 'withdrawn';
  const event = isOver
    ? ({ type: 'approval.settled', id } as const)
    : ({ type: 'approval.noted', id, held } as const);
  return { event, rows: [{ type: 'approval', change, approval: { ...approval, key } } as const] };
}
