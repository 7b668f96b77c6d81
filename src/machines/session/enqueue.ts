import type { Outgoing } from '../cliEvents.js';
import type { sessionSetup } from './sessionSetup.js';

/** What an action of the session puts its effects into. */
export type Enqueue = Parameters<Parameters<typeof sessionSetup.enqueueActions>[0]>[0]['enqueue'];

export function write(enqueue: Enqueue, line: Outgoing, tag: string): void {
  enqueue.sendTo('process', { type: 'process.write', line, tag });
}

/** Takes a line back that still waits for the pipe. */
export function unwrite(enqueue: Enqueue, tag: string): void {
  enqueue.sendTo('process', { type: 'process.unwrite', tag });
}

export function warn(
  enqueue: Enqueue,
  code: string,
  message: string,
  context: Record<string, unknown> = {},
): void {
  enqueue.emit({ type: 'warning', code, message, context });
}
