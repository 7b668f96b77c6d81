import type { Approval } from '../codec/approvals.js';
import type { Mail } from '../machines/fleet/conversationTypes.js';
import type { ConversationRecords } from './ConversationRecords.js';
import type { Engine, FleetClock } from './engineTypes.js';
import { wakeIfQueued } from './worker/runServices.js';

/** What is needed to tell a conversation of an answer. */
export interface AnswerParts {
  records: ConversationRecords;
  engine: Engine;
  clock: FleetClock;
}

/**
 * Tells a conversation that an approval of it has its answer, and wakes it if no process waits for that.
 * Whoever answered may die before it does so, so others do it too: it counts once.
 */
export async function noteAnswer(
  { records, engine, clock }: AnswerParts,
  conversation: string,
  approval: Approval,
): Promise<void> {
  const at = clock.now();
  const id = `approval/${approval.id}`;
  const resume: Mail = {
    ...{ id, content: '', at, priority: 0, state: 'waiting', resumes: true },
    uuid: crypto.randomUUID(),
  };
  const event = { type: 'approval.answered', id: approval.id, at } as const;
  const told = approval.held === 'live' ? event : { ...event, resume };
  const row = { type: 'approval', change: 'answered', approval } as const;
  const { outcome, record } = await records.send(conversation, told, [row]);
  // The answer may have come before the conversation knew of the question.
  const known = outcome === 'seen' ? (await records.send(conversation, told)).record : record;
  await wakeIfQueued(engine, known);
}
