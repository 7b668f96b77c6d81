import { conversationId } from '../../ffi/conversationId.js';
import { buildEnvironment } from '../../ffi/environment/environment.js';
import { projectKeyOf } from '../../ffi/projectFolders.js';
import type { ConversationRecord } from '../../machines/fleet/conversationRecord.js';
import { estimateUsage } from '../../machines/usage/transcriptUsage.js';
import type { Options } from '../../options/types.js';
import { conversationPrefix } from '../ConversationRecords.js';
import type { FleetRowData } from '../fleetTypes.js';
import type { FleetStore } from '../storeTypes.js';

/** What a process used after its last result, from the transcript that it left behind. */
export async function lostUsage(
  store: FleetStore,
  { cwd = process.cwd(), env, envMode: mode }: Options,
  record: ConversationRecord,
  at: number,
): Promise<FleetRowData[]> {
  const sessionId = record.sessionId ?? conversationId(record.id);
  const key = { projectKey: await projectKeyOf(cwd, buildEnvironment({ env, mode })), sessionId };
  const transcripts = store.fenced(`${conversationPrefix}${record.id}`, record.epoch);
  const entries = (await transcripts.load(key)) ?? [];
  for (const subpath of (await transcripts.listSubkeys?.(key)) ?? []) {
    entries.push(...((await transcripts.load({ ...key, subpath })) ?? []));
  }
  const usage = estimateUsage(entries, {
    since: record.usageAt,
    at,
    sessionId,
    before: record.usage,
    inFlight: 1,
    toolCalls: record.lostTurn?.toolCalls ?? 0,
  });
  return usage ? [{ type: 'usage', usage }] : [];
}
