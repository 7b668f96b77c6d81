import type { ControlOperation, QueuedOperation } from './sessionTypes.js';

/** What was asked for before the session runs, in order. */
export type OperationQueue = readonly QueuedOperation[];

export function queuedRequest(queue: OperationQueue, key: string): ControlOperation | undefined {
  return queue.find((one) => one.kind === 'request' && one.key === key) as
    | ControlOperation
    | undefined;
}

export function queueWithout(queue: OperationQueue, key: string): OperationQueue {
  return queue.filter((one) => one.kind !== 'request' || one.key !== key);
}
