import { createActor } from 'xstate';
import { defaultFleet } from '../defaults/fleetDefaults.js';
import { type LeaseEvent, leaseChart } from '../machines/fleet/leaseChart.js';
import { fromTask } from '../statechart/fromTask.js';
import { swallowErrors } from '../util/swallowErrors.js';
import type { FleetClock, Lease } from './engineTypes.js';

/** The answer to a request for another term. */
export type Renewal = Exclude<LeaseEvent, { type: 'lease.release' }>;

/** Asks for another term of a lease. */
const renewTask = fromTask<{ host: object }, { type: string }>(({ host }, send) => {
  let isOpen = true;
  void (host as { renew(): Promise<Renewal> }).renew().then((event) => {
    if (isOpen) send(event);
  });
  return () => {
    isOpen = false;
  };
});
/** The chart of a lease, with the task that renews it. */
export const leaseMachine = leaseChart.provide({ actors: { renew: renewTask } });

export interface HeldLease {
  readonly lease: Lease;
  /** Stops renewing the lease. It does not count as lost. */
  release(): void;
}

/** Keeps a lease that a worker has just got, until it is released or lost. */
export function holdLease(settings: {
  id: string;
  clock: FleetClock;
  leaseMs: number;
  /** How long it holds from now. */
  validMs: number;
  /** Asks for another term. Never rejects. */
  renew(): Promise<Renewal>;
}): HeldLease {
  const { id, clock, leaseMs, validMs, renew } = settings;
  const actor = createActor(leaseMachine, {
    clock,
    input: {
      host: { renew },
      leaseMs: validMs,
      renewMs: leaseMs / defaultFleet.renewals,
      retryMs: Math.min(defaultFleet.retryMs, leaseMs / 10),
    },
  });
  const lost = new AbortController();
  let validUntil = clock.now() + validMs;
  actor.on('renewed', (event) => {
    validUntil = clock.now() + event.validMs;
  });
  actor.on('lost', () => lost.abort());
  actor.start();
  const lease: Lease = {
    id,
    signal: lost.signal,
    onRenewed(listen) {
      const safely = swallowErrors(listen);
      safely(Math.max(0, validUntil - clock.now()));
      const { unsubscribe } = actor.on('renewed', (event) => safely(event.validMs));
      return unsubscribe;
    },
  };
  return { lease, release: () => actor.send({ type: 'lease.release' }) };
}
