import { ClaudeActorsError } from '../../errors.js';

export function staleApprovalWriter(
  sessionId: string,
  epoch: number,
  newest: number,
): ClaudeActorsError {
  const message = `The conversation ${sessionId} has another owner (epoch ${newest}, and this change of an approval has ${epoch}). Stop this process: its lease has expired.`;
  return new ClaudeActorsError('SessionStoreFailed', message, { sessionId });
}

export function unknownApproval(id: unknown): ClaudeActorsError {
  const message = `There is no approval ${JSON.stringify(id)} in the store. Use an id from \`approvals.list()\`; those that were settled long ago are forgotten.`;
  return new ClaudeActorsError('InvalidOption', message, { option: 'id' });
}

export function invalidDecision(): ClaudeActorsError {
  const message =
    "An answer must be { behavior: 'allow', updatedInput? } or { behavior: 'deny', message }.";
  return new ClaudeActorsError('InvalidOption', message, { option: 'decision' });
}

export function invalidApprovals(option: string, what: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', `\`${option}\` of \`new Approvals()\` ${what}`, {
    option,
  });
}
