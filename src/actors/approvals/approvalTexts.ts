import type { Approval } from '../../codec/approvals.js';

// What the model is told about calls that wait for an approval.

/** To a call that is recalled. */
export const notAnswered =
  'Nobody has decided yet whether this call is allowed, so it did not run. The question stays open. Do not make this call again until you are told that it was approved. Go on without it, or end your turn.';

/** To a call whose approval was withdrawn. */
export const withdrawnReason =
  'The request to approve this call was withdrawn, so it did not run. Do not make it again unless the user asks for it.';

/** To a call that a person denied without a reason. */
export const deniedByUser = 'The user does not allow this.';

/** To a call whose answer was already used, for example before a crash. */
export const inDoubt =
  'This call was approved before, and the program ended while it ran, so its outcome is unknown. It did not run again. Check whether it took effect, and ask the user before you repeat it.';

/**
 * A message that tells the model of the answer to a recalled call. A pool sends it by itself; in a
 * single session, send it after you have answered.
 *
 * @param approval - An approval that was answered.
 */
export function approvalNote({ tool, input, decision }: Approval): string {
  const call = `the call of ${tool} with the input ${JSON.stringify(input)}`;
  if (decision?.behavior === 'allow') {
    return `Earlier, ${call} did not run because nobody had approved it. It is approved now. Make exactly this call again, once.`;
  }
  const why = decision?.message ? ` The reason: ${decision.message}` : '';
  return `Earlier, ${call} did not run because nobody had approved it. It was denied now. Do not make it again.${why}`;
}
