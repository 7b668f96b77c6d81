import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { deniedByUser } from '../../actors/approvals/approvalTexts.js';
import type { ApprovalDecision } from '../../codec/approvals.js';
import { fleetViewLimits } from '../../defaults/inspectorDefaults.js';
import { isRecord } from '../../util/typeGuards.js';
import type { InspectedFleet } from './inspectedFleet.js';

/** What became of an answer: it was the first one, another one was first, or there is no such approval. */
export type AnswerOutcome = 'answered' | 'late' | 'unknown';

/**
 * Answers approvals for a page. An answer needs a key besides the token of the page: programs get the
 * token so that they can report, and an agent must not be able to allow its own calls.
 */
export class ApprovalDesk {
  readonly key = randomBytes(24).toString('base64url');
  readonly #fleet: InspectedFleet;

  constructor(fleet: InspectedFleet) {
    this.#fleet = fleet;
  }

  /** Compares in constant time. */
  isKey(given: unknown): boolean {
    if (typeof given !== 'string') return false;
    const [one, other] = [given, this.key].map((text) =>
      createHash('sha256').update(text).digest(),
    );
    return timingSafeEqual(one as Buffer, other as Buffer);
  }

  async answer({ id, decision }: PageAnswer): Promise<AnswerOutcome> {
    const open = await this.#fleet.approvals();
    const approval = open.find((one) => one.id === id);
    if (approval?.key === undefined) return 'unknown';
    const chat = await this.#fleet.session(approval.key, { tenant: approval.tenant ?? '' });
    return (await chat.answer(id, decision)) ? 'answered' : 'late';
  }
}

export interface PageAnswer {
  id: string;
  decision: ApprovalDecision;
}

/** The answer in the body of a request; undefined if it is none. */
export function readAnswer(text: string): PageAnswer | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(body) || typeof body.id !== 'string') return undefined;
  const { id, behavior, message = '' } = body;
  if (behavior === 'allow') return { id, decision: { behavior } };
  if (behavior !== 'deny' || typeof message !== 'string') return undefined;
  const reason = message.trim().slice(0, fleetViewLimits.reasonLength);
  return { id, decision: { behavior, message: reason || deniedByUser } };
}
