import { createActor } from 'xstate';
import { defaultFleet } from '../../defaults/fleetDefaults.js';
import { processGuard } from '../../ffi/process/guard.js';
import { deadlineChart } from '../../machines/fleet/deadlineChart.js';
import type { FleetClock, Lease } from '../engineTypes.js';

/** Sees to it that no process outlives its lease. */
export interface LeaseDeadline {
  /**
   * Ends what was started with this token in its environment shortly before the lease ends, unless it is
   * renewed.
   *
   * @param stop - Ends the process from within, if that is still possible.
   * @returns A function that ends the watch, for when nothing is left to end.
   */
  watch(token: string, lease: Lease, stop: () => void): () => void;
}

/**
 * Ends processes before their lease does, twice: by a timer of our own, and by the guard, which also
 * works if this program is frozen. Nothing is killed while the lease is being renewed.
 */
export function guardDeadline(clock: FleetClock, leaseMs: number): LeaseDeadline {
  const marginMs = Math.min(defaultFleet.killBeforeMs, leaseMs / 4);
  return {
    watch(token, lease, stop) {
      const deadline = processGuard.deadline(token);
      const actor = createActor(deadlineChart, { input: { afterMs: leaseMs }, clock });
      actor.on('overdue', stop);
      actor.start();
      const unlisten = lease.onRenewed((validMs) => {
        const afterMs = Math.max(0, validMs - marginMs);
        deadline.set(afterMs);
        actor.send({ type: 'deadline.set', afterMs });
      });
      return () => {
        unlisten();
        actor.stop();
        deadline.end();
      };
    },
  };
}
