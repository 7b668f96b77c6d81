import type { ApprovalDecision } from '../../codec/approvals.js';
import { isObject, readJsonObject } from '../../codec/jsonObject.js';
import { invalidDecision } from './approvalErrors.js';

/** Checks an answer, and leaves out what a hook cannot say. */
export function readDecision(given: unknown): ApprovalDecision {
  const reading = readJsonObject(given);
  if ('problem' in reading) throw invalidDecision();
  const { behavior, message, updatedInput } = reading.object;
  if (behavior === 'allow') {
    if (updatedInput === undefined || updatedInput === null) return { behavior };
    if (isObject(updatedInput)) return { behavior, updatedInput };
  }
  if (behavior === 'deny' && typeof message === 'string') return { behavior, message };
  throw invalidDecision();
}
