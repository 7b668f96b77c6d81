import { createWarning } from '../../warnings.js';
import type { Outgoing } from '../cliEvents.js';
import { requestSent } from './requestLedger.js';
import type { sessionSetup } from './sessionSetup.js';
import type { ControlOperation, SessionContext } from './sessionTypes.js';

/** Effects that several actions of the session share. */

/** The `enqueue` of the session's `enqueueActions`. */
export type Enqueue = Parameters<Parameters<typeof sessionSetup.enqueueActions>[0]>[0]['enqueue'];

export function warn(
  enqueue: Enqueue,
  code: string,
  message: string,
  context?: Record<string, unknown>,
): void {
  enqueue.emit({ type: 'warning', ...createWarning(code, message, context) });
}

export function write(enqueue: Enqueue, line: Outgoing, tag: string): void {
  enqueue.sendTo('process', { type: 'process.write', line, tag });
}

/** Withdraws a line that still waits because the pipe is full. */
export function unwrite(enqueue: Enqueue, tag: string): void {
  enqueue.sendTo('process', { type: 'process.unwrite', tag });
}

/** Gives a control request its id, spawns the child that waits for its response, and writes it. */
export function openRequest(
  enqueue: Enqueue,
  context: SessionContext,
  operation: ControlOperation,
): void {
  const { key, subtype, body, timeoutMs, cancelsMessage } = operation;
  const request = { key, subtype, ...(cancelsMessage !== undefined && { cancelsMessage }) };
  const { ledger, id } = requestSent(context.requests, request);
  const { timeouts } = context.settings;
  enqueue.assign({ requests: ledger });
  enqueue.spawnChild('request', {
    id: `request#${id}`,
    input: { id, subtype, timeoutMs: timeoutMs ?? timeouts[subtype] ?? timeouts.control },
  });
  write(enqueue, { kind: 'request', id, body }, `request#${id}`);
  if (subtype === 'interrupt' && context.turns.open.size > 0) {
    enqueue.assign({ interrupts: [...context.interrupts, id] });
  }
}

/** Sends an interrupt that no caller waits for. `key` says what caused it. */
export function openInterrupt(enqueue: Enqueue, context: SessionContext, key: string): void {
  openRequest(enqueue, context, { key, subtype: 'interrupt', body: '{"subtype":"interrupt"}' });
}
