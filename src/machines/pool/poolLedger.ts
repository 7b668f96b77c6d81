/** What a conversation of a pool is doing, from when it is woken until it is parked again. */
export type SlotPhase =
  | 'resolving'
  /** Messages wait until somebody answers an approval. */
  | 'awaitingApproval'
  | 'queued'
  | 'starting'
  | 'working'
  | 'idle'
  | 'parking'
  | 'stopping';

/** A conversation that has a process, or waits for one. */
export interface Slot {
  key: string;
  tenant: string;
  phase: SlotPhase;
  /** It has no transcript yet, so a spare process can take it. */
  isNew: boolean;
  /** It is working, and another conversation waits for its place. */
  isNeeded: boolean;
  /** The `tick` of its last change of phase. The smallest one has waited longest. */
  since: number;
}

/** A process that was started for a conversation that does not exist yet. */
export interface Spare {
  id: string;
  /** `cooling` has no process: its start failed, and the next one waits. */
  phase: 'starting' | 'ready' | 'leaving' | 'cooling';
}

/** What a pool knows of its processes. */
export interface PoolLedger {
  slots: ReadonlyMap<string, Slot>;
  spares: ReadonlyMap<string, Spare>;
  /** When each tenant was last given a process. */
  served: ReadonlyMap<string, number>;
  /** Counts every change. */
  tick: number;
}

export interface ProcessLimits {
  /** How many processes may live at once. */
  max: number;
  /** How many of them may belong to one tenant. */
  perTenant: number;
  /** How many spares to keep. */
  warm: number;
}

/** What the pool does next. */
export type PoolOrder =
  | { type: 'start'; key: string; spare?: string }
  | { type: 'park'; key: string }
  | { type: 'dismiss'; spare: string }
  /** Whether a working conversation must make room once it is idle. */
  | { type: 'need'; key: string; isNeeded: boolean }
  | { type: 'warmUp' };

export const emptyLedger: PoolLedger = {
  slots: new Map(),
  spares: new Map(),
  served: new Map(),
  tick: 0,
};

const phasesWithProcess: ReadonlySet<string> = new Set([
  'starting',
  'working',
  'idle',
  'parking',
  'stopping',
]);
const hasProcess = ({ phase }: Slot): boolean => phasesWithProcess.has(phase);
const isWorking = ({ phase }: Slot): boolean => phase === 'starting' || phase === 'working';
const isLeaving = ({ phase }: Slot): boolean => phase === 'parking' || phase === 'stopping';

export function slotAdded(ledger: PoolLedger, key: string, tenant: string): PoolLedger {
  const state = { phase: 'resolving', isNew: false, isNeeded: false } as const;
  const slot: Slot = { key, tenant, ...state, since: ledger.tick };
  return changed(ledger, { slots: new Map(ledger.slots).set(key, slot) });
}

export function slotChanged(
  ledger: PoolLedger,
  key: string,
  change: Pick<Slot, 'phase'> & Partial<Slot>,
): PoolLedger {
  const slot = ledger.slots.get(key);
  if (!slot) return ledger;
  const next = { ...slot, ...change, since: ledger.tick };
  return changed(ledger, { slots: new Map(ledger.slots).set(key, next) });
}

function slotNeeded(ledger: PoolLedger, key: string, isNeeded: boolean): PoolLedger {
  const slot = ledger.slots.get(key);
  // `since` stays: the conversation keeps its place in the order.
  return slot
    ? changed(ledger, { slots: new Map(ledger.slots).set(key, { ...slot, isNeeded }) })
    : ledger;
}

/** Forgets a parked conversation. A tenant without any is forgotten too. */
export function slotRemoved(ledger: PoolLedger, key: string): PoolLedger {
  const slots = new Map(ledger.slots);
  const tenant = slots.get(key)?.tenant;
  slots.delete(key);
  if (tenant === undefined || [...slots.values()].some((slot) => slot.tenant === tenant)) {
    return changed(ledger, { slots });
  }
  const served = new Map(ledger.served);
  served.delete(tenant);
  return changed(ledger, { slots, served });
}

export function spareChanged(ledger: PoolLedger, spare: Spare): PoolLedger {
  return changed(ledger, { spares: new Map(ledger.spares).set(spare.id, spare) });
}

export function spareRemoved(ledger: PoolLedger, id: string): PoolLedger {
  const spares = new Map(ledger.spares);
  spares.delete(id);
  return changed(ledger, { spares });
}

/** The ledger once these orders are carried out. */
export function ordersGiven(ledger: PoolLedger, orders: readonly PoolOrder[]): PoolLedger {
  return orders.reduce(orderGiven, ledger);
}

function orderGiven(before: PoolLedger, order: PoolOrder): PoolLedger {
  switch (order.type) {
    case 'start': {
      const tenant = before.slots.get(order.key)?.tenant ?? '';
      const after = slotChanged(before, order.key, { phase: 'starting' });
      return { ...after, served: new Map(after.served).set(tenant, after.tick) };
    }
    case 'park':
      return slotChanged(before, order.key, { phase: 'parking' });
    case 'need':
      return slotNeeded(before, order.key, order.isNeeded);
    case 'dismiss':
      return spareChanged(before, { id: order.spare, phase: 'leaving' });
    case 'warmUp':
      return before;
  }
}

/** How many processes there are, including those that are ending. */
export function liveCount({ slots, spares }: PoolLedger): number {
  let count = 0;
  for (const slot of slots.values()) if (hasProcess(slot)) count += 1;
  for (const { phase } of spares.values()) if (phase !== 'cooling') count += 1;
  return count;
}

/**
 * Decides which conversations get a process, and which make room.
 *
 * The tenants with waiting conversations take turns. Within a tenant, the longest wait comes first. If
 * the pool is full, a conversation takes the place of a spare, or of the conversation that has been
 * idle longest. Processes that are already ending count as free places, so that no more end than
 * needed. If no place can be freed now, all working conversations are asked to make room; if a tenant
 * has used up its share, only those of that tenant.
 */
export function nextOrders(ledger: PoolLedger, limits: ProcessLimits): PoolOrder[] {
  const orders: PoolOrder[] = [];
  const slots = [...ledger.slots.values()];
  const idle = slots.filter(({ phase }) => phase === 'idle').sort(bySince);
  const spares = [...ledger.spares.values()];
  const ready = spares.filter(({ phase }) => phase === 'ready');
  const starting = spares.filter(({ phase }) => phase === 'starting');
  const owned = countByTenant(slots.filter(hasProcess));
  const leaving = slots.filter(isLeaving);
  const leavingByTenant = countByTenant(leaving);
  let free = limits.max - liveCount(ledger);
  let comingFree = leaving.length + spares.filter(({ phase }) => phase === 'leaving').length;

  const working = new Set(slots.filter(isWorking).map(({ key }) => key));
  /** The tenants that have used up their share, and wait for one of their own places. */
  const crowdedTenants = new Set<string>();
  /** Whether a conversation waits for any place at all. */
  let isCrowded = false;

  const park = (slot: Slot | undefined): boolean => {
    if (!slot) return false;
    idle.splice(idle.indexOf(slot), 1);
    orders.push({ type: 'park', key: slot.key });
    return true;
  };
  const start = ({ key, tenant }: Slot, spare?: string): void => {
    orders.push({ type: 'start', key, ...(spare !== undefined && { spare }) });
    add(owned, tenant, 1);
    working.add(key);
  };

  const waiting = inTurns(slots, ledger.served);
  for (const slot of waiting) {
    const { tenant } = slot;
    if ((owned.get(tenant) ?? 0) >= limits.perTenant) {
      // Only another place of the same tenant helps.
      if ((leavingByTenant.get(tenant) ?? 0) > 0) add(leavingByTenant, tenant, -1);
      else if (!park(idle.find((one) => one.tenant === tenant))) crowdedTenants.add(tenant);
      continue;
    }
    const spare = slot.isNew ? ready.shift() : undefined;
    if (spare) start(slot, spare.id);
    else if (free > 0) {
      free -= 1;
      start(slot);
    } else if (comingFree > 0) comingFree -= 1;
    else {
      const dismissed = starting.shift() ?? ready.shift();
      if (dismissed) orders.push({ type: 'dismiss', spare: dismissed.id });
      else if (!park(idle[0])) isCrowded = true;
    }
  }
  for (const slot of slots) {
    const isNeeded = working.has(slot.key) && (isCrowded || crowdedTenants.has(slot.tenant));
    if (isNeeded !== slot.isNeeded) orders.push({ type: 'need', key: slot.key, isNeeded });
  }
  if (waiting.length > 0) return orders;
  const kept = spares.filter(({ phase }) => phase !== 'leaving').length;
  for (let more = Math.min(limits.warm - kept, free); more > 0; more -= 1) {
    orders.push({ type: 'warmUp' });
  }
  return orders;
}

/** The waiting conversations: the tenant that was served longest ago is first, and so on. */
function inTurns(slots: readonly Slot[], served: ReadonlyMap<string, number>): Slot[] {
  const queues = new Map<string, Slot[]>();
  for (const slot of slots) {
    if (slot.phase !== 'queued') continue;
    const queue = queues.get(slot.tenant);
    if (queue) queue.push(slot);
    else queues.set(slot.tenant, [slot]);
  }
  const tenants = [...queues.values()].map((queue) => queue.sort(bySince));
  tenants.sort(([one], [other]) => lastServed(one, served) - lastServed(other, served));
  const ordered: Slot[] = [];
  for (let round = 0; ordered.length < slots.length; round += 1) {
    const before = ordered.length;
    for (const queue of tenants) {
      const slot = queue[round];
      if (slot) ordered.push(slot);
    }
    if (ordered.length === before) break;
  }
  return ordered;
}

function lastServed(slot: Slot | undefined, served: ReadonlyMap<string, number>): number {
  // Tenants that were never served come first, those that have waited longest before the others.
  const never = (slot?.since ?? 0) - Number.MAX_SAFE_INTEGER;
  return served.get(slot?.tenant ?? '') ?? never;
}

function bySince(one: Slot, other: Slot): number {
  return one.since - other.since;
}

function countByTenant(slots: readonly Slot[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tenant } of slots) add(counts, tenant, 1);
  return counts;
}

function add(counts: Map<string, number>, tenant: string, amount: number): void {
  counts.set(tenant, (counts.get(tenant) ?? 0) + amount);
}

function changed(ledger: PoolLedger, change: Partial<PoolLedger>): PoolLedger {
  return { ...ledger, ...change, tick: ledger.tick + 1 };
}
