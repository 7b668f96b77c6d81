import type { Approval } from '../codec/approvals.js';
import type { Mail } from '../machines/fleet/conversationTypes.js';
import type { ConversationRecords } from './ConversationRecords.js';
import type { Engine, FleetClock } from './engineTypes.js';
import { wakeIfQueued } from './worker/runServices.js';

/** What `noteAnswer` works with. */
export interface AnswerParts {
  records: ConversationRecords;
  engine: Engine;
  clock: FleetClock;
}

/**
 * Records in a conversation that one of its approvals was answered, and wakes the conversation if no
 * process waits for the answer. It may be called more than once, because the program that took the
 * answer may die before it gets here: the first call counts.
 */
export async function noteAnswer(
  { records, engine, clock }: AnswerParts,
  conversation: string,
  approval: Approval,
): Promise<void> {
  const at = clock.now();
  const id = `approval/${approval.id}`;
  const resume: Mail = {
    id,
    uuid: crypto.randomUUID(),
    content: '',
    at,
    priority: 0,
    state: 'waiting',
    resumes: true,
  };
  const event = { type: 'approval.answered', id: approval.id, at } as const;
  const told = approval.held === 'live' ? event : { ...event, resume };
  const row = { type: 'approval', change: 'answered', approval } as const;
  const { outcome, record } = await records.send(conversation, told, [row]);
  // The answer may have come before the conversation knew of the question.
  const known = outcome === 'seen' ? (await records.send(conversation, told)).record : record;
  await wakeIfQueued(engine, known);
}
