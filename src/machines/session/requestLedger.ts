/** A control request that was written: who asked for it, and what it was. */
export interface PendingRequest {
  /** The caller's own name for it, under which its outcome is told. */
  readonly key: string;
  readonly subtype: string;
  /** The message that it takes back, where the CLI agrees. */
  readonly takesBack?: string;
}

/** All of request correlation: the ids given, and those that wait for an answer. */
export interface RequestLedger {
  /** How many ids were given; they are never used twice. */
  readonly given: number;
  readonly pending: Readonly<Record<string, PendingRequest>>;
}

export const noRequests: RequestLedger = { given: 0, pending: {} };

export function requestSent(
  ledger: RequestLedger,
  request: PendingRequest,
): { ledger: RequestLedger; id: string } {
  const id = `req_${ledger.given}`;
  const pending = { ...ledger.pending, [id]: request };
  return { ledger: { given: ledger.given + 1, pending }, id };
}

export function requestSettled(ledger: RequestLedger, id: string): RequestLedger {
  const { [id]: _, ...pending } = ledger.pending;
  return { given: ledger.given, pending };
}

/** An answer belongs to a pending request, comes late, or was never asked for. */
export function answerStanding(ledger: RequestLedger, id: string): 'pending' | 'late' | 'orphan' {
  if (Object.hasOwn(ledger.pending, id)) return 'pending';
  const number = /^req_(\d+)$/.exec(id)?.[1];
  return number !== undefined && Number(number) < ledger.given && id === `req_${Number(number)}`
    ? 'late'
    : 'orphan';
}

export function pendingCount(ledger: RequestLedger): number {
  return Object.keys(ledger.pending).length;
}

/** The id under which a caller's request is pending. */
export function idOf(ledger: RequestLedger, key: string): string | undefined {
  return Object.keys(ledger.pending).find((id) => ledger.pending[id]?.key === key);
}
