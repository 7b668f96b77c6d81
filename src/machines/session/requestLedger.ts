/** The key of the `initialize` request, which no caller asks for. */
export const initializeKey = '@initialize';

/** A control request that was written and has no response yet. */
export interface PendingRequest {
  /** The caller's name for it. Its outcome is reported under this key. */
  readonly key: string;
  readonly subtype: string;
  /** The uuid of the message that it cancels, if the CLI agrees. */
  readonly cancelsMessage?: string;
}

/** Correlates control requests with their responses. Nothing else gives out request ids. */
export interface RequestLedger {
  /** How many requests were sent. It makes the next id, so an id is never used twice. */
  readonly sentCount: number;
  readonly pending: Readonly<Record<string, PendingRequest>>;
}

export const noRequests: RequestLedger = { sentCount: 0, pending: {} };

export function requestSent(
  ledger: RequestLedger,
  request: PendingRequest,
): { ledger: RequestLedger; id: string } {
  const id = `req_${ledger.sentCount}`;
  const pending = { ...ledger.pending, [id]: request };
  return { ledger: { sentCount: ledger.sentCount + 1, pending }, id };
}

export function requestSettled(ledger: RequestLedger, id: string): RequestLedger {
  const { [id]: _, ...pending } = ledger.pending;
  return { sentCount: ledger.sentCount, pending };
}

/**
 * Whether a response answers a pending request, comes after its request was settled, or answers a
 * request that was never sent.
 */
export function classifyResponse(ledger: RequestLedger, id: string): 'pending' | 'late' | 'orphan' {
  if (Object.hasOwn(ledger.pending, id)) return 'pending';
  const number = /^req_(\d+)$/.exec(id)?.[1];
  const wasSent =
    number !== undefined && Number(number) < ledger.sentCount && id === `req_${Number(number)}`;
  return wasSent ? 'late' : 'orphan';
}

export function pendingCount(ledger: RequestLedger): number {
  return Object.keys(ledger.pending).length;
}

/** The id under which a caller's request is pending. */
export function idOf(ledger: RequestLedger, key: string): string | undefined {
  return Object.keys(ledger.pending).find((id) => ledger.pending[id]?.key === key);
}
