import { type Enqueue, write } from './enqueue.js';
import { requestSent } from './requestLedger.js';
import type { ControlOperation, SessionContext } from './sessionTypes.js';

/** Gives a control request its id and its child, and writes it. */
export function openRequest(
  enqueue: Enqueue,
  context: SessionContext,
  operation: ControlOperation,
): void {
  const { key, subtype, body, timeoutMs, takesBack } = operation;
  const request = { key, subtype, ...(takesBack !== undefined && { takesBack }) };
  const { ledger, id } = requestSent(context.requests, request);
  const { timeouts } = context.settings;
  enqueue.assign({ requests: ledger });
  enqueue.spawnChild('request', {
    id: `request#${id}`,
    input: { id, subtype, timeoutMs: timeoutMs ?? timeouts[subtype] ?? timeouts.control },
  });
  write(enqueue, { kind: 'request', id, body }, `request#${id}`);
  if (subtype === 'interrupt' && context.turns.open.length > 0) {
    enqueue.assign({ interrupts: [...context.interrupts, id] });
  }
}

/** An interrupt that no caller waits for; `key` says whose it is. */
export function openInterrupt(enqueue: Enqueue, context: SessionContext, key: string): void {
  openRequest(enqueue, context, { key, subtype: 'interrupt', body: '{"subtype":"interrupt"}' });
}
