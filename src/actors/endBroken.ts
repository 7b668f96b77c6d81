import type { AnyActorRef } from 'xstate';
import type { Launch } from './process/Launch.js';

/**
 * XState leaves the children of a chart that threw running, timers and all, and has no public call
 * that stops them; the process is killed even if this one is gone some day.
 */
export function endBroken(actor: AnyActorRef, launch: Launch): void {
  try {
    const children: Record<string, AnyActorRef> = actor.getSnapshot().children ?? {};
    for (const child of Object.values(children)) (child as { _stop?(): void })._stop?.();
  } finally {
    launch.destroy();
  }
}
