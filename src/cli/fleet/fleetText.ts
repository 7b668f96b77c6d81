import type { ConversationInfo, FleetRow } from '../../fleet/index.js';

/** One line about a conversation: state, age, worker, what waits. */
export function formatConversation(info: ConversationInfo, now: number): string {
  const { id, tenant, state, worker = '-', messages, approvals, at } = info;
  const age = `${Math.max(0, Math.round((now - at) / 1000))} s`;
  const whose = tenant === '' ? '' : ` (${tenant})`;
  const waits = [
    messages > 0 ? counted(messages, 'message') : '',
    approvals.length > 0 ? counted(approvals.length, 'approval') : '',
  ].filter(Boolean);
  return [`${id}${whose}`, state, age, worker, waits.join(', ')].join('  ').trimEnd();
}

/** `1 message`, `2 messages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What a person wants to see of a row, if anything. */
export function formatRow(row: FleetRow): string | undefined {
  switch (row.type) {
    case 'message': {
      if (row.message.type !== 'assistant') return undefined;
      const content: unknown = row.message.message.content;
      const blocks = (Array.isArray(content) ? content : []) as Record<string, unknown>[];
      const lines = blocks.flatMap(({ type, text, name }) => {
        if (type === 'text') return [String(text)];
        return type === 'tool_use' ? [`[${String(name)}]`] : [];
      });
      return lines.length > 0 ? lines.join('\n') : undefined;
    }
    case 'approval':
      return `[approval ${row.change}: ${row.approval.tool}, ${row.approval.id}]`;
    case 'interrupted':
      return `[interrupted; tools in doubt: ${row.tools.map(({ name }) => name).join(', ') || 'none'}]`;
    case 'settled':
      return row.outcome === 'answered'
        ? undefined
        : `[${row.outcome}] ${row.error ?? ''}`.trimEnd();
    default:
      return undefined;
  }
}
