import type { ResultMessage } from '../../codec/results.js';
import { PersistentMap } from '../../util/PersistentMap.js';
import { PersistentQueue } from '../../util/PersistentQueue.js';

/** Why the result of a turn should have come by now. */
type OverdueAfter = 'completed' | 'cancelled' | 'idle';

/** A message that was sent and still waits for a result. */
export interface LedgerTurn {
  readonly uuid: string;
  /** The CLI reported that it started. Old CLIs never report this. */
  readonly started: boolean;
  /** A result that did not name it may have answered it. At `idle` it gets that result too. */
  readonly sharesLastResult: boolean;
  /** The report after which the result should have come, but did not. */
  readonly overdueAfter?: OverdueAfter | undefined;
}

/** What is known about a single turn. Facts about all turns before some number are in the ledger. */
interface SentTurn {
  readonly uuid: string;
  /** Its place in the order of sending. */
  readonly number: number;
  readonly started: boolean;
  readonly sharesLastResult: boolean;
  readonly overdueAfter: 'completed' | 'cancelled' | undefined;
  /** The `idle` after which it started. That `idle` does not make it overdue. */
  readonly startedAfterIdle: number;
}

/**
 * The messages that were sent and still wait for a result. Thousands may wait, and each event asks
 * the ledger, so no step but `idle` looks at all of them.
 */
export interface TurnLedger {
  readonly open: PersistentMap<SentTurn>;
  /** The uuids of the open turns that the CLI has reported on. Few, because it works on few at once. */
  readonly reported: PersistentMap<string>;
  /** In the order of sending. Closed turns are removed when they are first. */
  readonly order: PersistentQueue<SentTurn>;
  readonly sentCount: number;
  /** The turns with lower numbers share the last result. */
  readonly sharedBefore: number;
  /** The turns with lower numbers were open at the last `idle`, and the CLI has not worked since. */
  readonly idleBefore: number;
  readonly idleCount: number;
  /** How many open turns are overdue, and how many of them by a report of their own. */
  readonly overdueCount: number;
  readonly reportedOverdueCount: number;
  /** The CLI has reported that a message started or was answered. Old CLIs never do. */
  readonly reportsLifecycle: boolean;
  readonly lastResult?: ResultMessage | undefined;
}

export const noTurns: TurnLedger = {
  open: new PersistentMap(),
  reported: new PersistentMap(),
  order: new PersistentQueue(),
  sentCount: 0,
  sharedBefore: 0,
  idleBefore: 0,
  idleCount: 0,
  overdueCount: 0,
  reportedOverdueCount: 0,
  reportsLifecycle: false,
  lastResult: undefined,
};

export interface Attribution {
  ledger: TurnLedger;
  /** The turns that the result settles. */
  settled: readonly string[];
}

export interface IdleAttribution extends Attribution {
  /** The turns that were cancelled and that no result has named. */
  cancelled: readonly string[];
}

export function turnSent(ledger: TurnLedger, uuid: string): TurnLedger {
  if (isOpen(ledger, uuid)) return ledger;
  const turn: SentTurn = {
    uuid,
    number: ledger.sentCount,
    started: false,
    sharesLastResult: false,
    overdueAfter: undefined,
    startedAfterIdle: -1,
  };
  return changed(ledger, {
    open: ledger.open.with(uuid, turn),
    order: ledger.order.with(turn),
    sentCount: ledger.sentCount + 1,
  });
}

export function turnStarted(ledger: TurnLedger, uuid: string): TurnLedger {
  const turn = ledger.open.get(uuid);
  if (!turn) return changed(ledger, { reportsLifecycle: true });
  const { number, sharesLastResult } = turn;
  const startedAfterIdle = ledger.idleCount;
  const started = {
    uuid,
    number,
    started: true,
    sharesLastResult,
    overdueAfter: undefined,
    startedAfterIdle,
  };
  return changed(withReported(ledger, started), { reportsLifecycle: true });
}

/** The CLI reports that it is done with a message. Its result may still come. */
export function turnOverdue(
  ledger: TurnLedger,
  uuid: string,
  overdueAfter: 'completed' | 'cancelled',
): TurnLedger {
  const turn = ledger.open.get(uuid);
  if (!turn) return ledger;
  const { number, started, sharesLastResult, startedAfterIdle } = turn;
  return withReported(ledger, {
    uuid,
    number,
    started,
    sharesLastResult,
    overdueAfter,
    startedAfterIdle,
  });
}

/** The CLI works again, so the messages that were open at its last `idle` may be next. */
export function workResumed(ledger: TurnLedger): TurnLedger {
  if (ledger.idleBefore === 0) return ledger;
  return changed(ledger, { idleBefore: 0, overdueCount: ledger.reportedOverdueCount });
}

/** The turns that wait for a result, oldest first. */
export function openTurns(ledger: TurnLedger): readonly LedgerTurn[] {
  return inOrder(ledger.open.values()).map((turn) => ({
    uuid: turn.uuid,
    started: turn.started,
    sharesLastResult: shares(ledger, turn),
    overdueAfter: overdueAfter(ledger, turn),
  }));
}

/** The turns whose result will probably never come. A CLI drops a uuid that it has seen before. */
export function overdueTurns(ledger: TurnLedger): readonly LedgerTurn[] {
  if (ledger.overdueCount === 0) return [];
  return openTurns(ledger).filter((turn) => turn.overdueAfter !== undefined);
}

export function isStarted(ledger: TurnLedger, uuid: string): boolean {
  return ledger.open.get(uuid)?.started === true;
}

export function isOpen(ledger: TurnLedger, uuid: string): boolean {
  return ledger.open.has(uuid);
}

/** Removes turns that were settled, discarded or lost. */
export function turnsClosed(ledger: TurnLedger, uuids: readonly string[]): TurnLedger {
  let { open, reported, order, overdueCount, reportedOverdueCount } = ledger;
  for (const uuid of uuids) {
    const turn = open.get(uuid);
    if (!turn) continue;
    open = open.without(uuid);
    reported = reported.without(uuid);
    if (overdueAfter(ledger, turn)) overdueCount -= 1;
    if (turn.overdueAfter) reportedOverdueCount -= 1;
  }
  if (open === ledger.open) return ledger;
  while (order.first && open.get(order.first.uuid)?.number !== order.first.number) {
    order = order.withoutFirst();
  }
  return changed(ledger, { open, reported, order, overdueCount, reportedOverdueCount });
}

/**
 * Finds the turns that a result settles: those that it names, else those that have started, else
 * the oldest. A message that joins a running turn, or the follow-up of a background task, shares its
 * result. Old CLIs do not report that, so the turns that are still open are settled at `idle`.
 */
export function resultReceived(before: TurnLedger, result: ResultMessage): Attribution {
  const { by, settled } = matchTurns(before, result);
  const reportsLifecycle = before.reportsLifecycle || by === 'name';
  let ledger = changed(turnsClosed(before, settled), { reportsLifecycle });
  if (by === 'oldest' || !reportsLifecycle) {
    ledger = changed(ledger, { sharedBefore: ledger.sentCount });
  } else {
    for (const turn of reportedTurns(ledger)) {
      if (turn.started) ledger = withReported(ledger, sharing(turn));
    }
  }
  const isOurs = by !== 'nobody' || sharingTurns(ledger).length > 0;
  return { ledger: isOurs ? changed(ledger, { lastResult: result }) : ledger, settled };
}

interface Match {
  by: 'name' | 'start' | 'oldest' | 'nobody';
  settled: readonly string[];
}

function matchTurns(ledger: TurnLedger, result: ResultMessage): Match {
  // Frames are not validated, so this may be something other than a list.
  const names: readonly string[] = [result.user_message_uuids ?? []].flat();
  const named = [...new Set(names)].flatMap((name) => ledger.open.get(name) ?? []);
  // The follow-up of a background task answers our messages only if it names them.
  const isOurs = named.length > 0 || (result.origin?.kind ?? 'human') === 'human';
  if (!isOurs) return { by: 'nobody', settled: [] };
  if (names.length > 0) return { by: 'name', settled: uuidsOf(named) };
  const started = reportedTurns(ledger).filter((turn) => turn.started);
  if (started.length > 0) return { by: 'start', settled: uuidsOf(started) };
  const { first } = ledger.order;
  return { by: 'oldest', settled: first ? [first.uuid] : [] };
}

/** Turns sent after the last result keep waiting: the `idle` may belong to an earlier turn. */
export function idleReceived(before: TurnLedger): IdleAttribution {
  const isCancelled = (turn: SentTurn) => turn.overdueAfter === 'cancelled';
  const cancelled = uuidsOf(reportedTurns(before).filter(isCancelled));
  const ledger = turnsClosed(before, cancelled);
  const settled = uuidsOf(sharingTurns(ledger));
  const waiting = turnsClosed(ledger, settled);
  const idle = {
    idleBefore: waiting.sentCount,
    idleCount: waiting.idleCount + 1,
    overdueCount: waiting.open.size,
  };
  return { ledger: changed(waiting, idle), settled, cancelled };
}

function shares({ sharedBefore }: TurnLedger, turn: SentTurn): boolean {
  return turn.sharesLastResult || turn.number < sharedBefore;
}

function overdueAfter(ledger: TurnLedger, turn: SentTurn): OverdueAfter | undefined {
  if (turn.overdueAfter) return turn.overdueAfter;
  const wasIdle = turn.number < ledger.idleBefore && turn.startedAfterIdle !== ledger.idleCount;
  return wasIdle ? 'idle' : undefined;
}

function sharingTurns(ledger: TurnLedger): readonly SentTurn[] {
  const { first } = ledger.order;
  const candidates =
    first && first.number < ledger.sharedBefore ? ledger.open.values() : reportedTurns(ledger);
  return candidates.filter((turn) => shares(ledger, turn));
}

function reportedTurns({ open, reported }: TurnLedger): readonly SentTurn[] {
  return reported.size === 0 ? [] : reported.values().flatMap((uuid) => open.get(uuid) ?? []);
}

/** The ledger with a turn that the CLI has reported on. */
function withReported(ledger: TurnLedger, turn: SentTurn): TurnLedger {
  const before = ledger.open.get(turn.uuid);
  const change = (isOverdue: (one: SentTurn) => unknown) =>
    (isOverdue(turn) ? 1 : 0) - (before && isOverdue(before) ? 1 : 0);
  return changed(ledger, {
    open: ledger.open.with(turn.uuid, turn),
    reported: ledger.reported.with(turn.uuid, turn.uuid),
    overdueCount: ledger.overdueCount + change((one) => overdueAfter(ledger, one)),
    reportedOverdueCount: ledger.reportedOverdueCount + change((one) => one.overdueAfter),
  });
}

/** Field by field: a spread would make an object shape that V8 has no optimized code for. */
function changed(ledger: TurnLedger, change: Partial<TurnLedger>): TurnLedger {
  return {
    open: change.open ?? ledger.open,
    reported: change.reported ?? ledger.reported,
    order: change.order ?? ledger.order,
    sentCount: change.sentCount ?? ledger.sentCount,
    sharedBefore: change.sharedBefore ?? ledger.sharedBefore,
    idleBefore: change.idleBefore ?? ledger.idleBefore,
    idleCount: change.idleCount ?? ledger.idleCount,
    overdueCount: change.overdueCount ?? ledger.overdueCount,
    reportedOverdueCount: change.reportedOverdueCount ?? ledger.reportedOverdueCount,
    reportsLifecycle: change.reportsLifecycle ?? ledger.reportsLifecycle,
    lastResult: change.lastResult ?? ledger.lastResult,
  };
}

function sharing({ uuid, number, started, overdueAfter, startedAfterIdle }: SentTurn): SentTurn {
  return { uuid, number, started, sharesLastResult: true, overdueAfter, startedAfterIdle };
}

/** In the order of sending. */
function inOrder(turns: SentTurn[]): SentTurn[] {
  return turns.sort((a, b) => a.number - b.number);
}

function uuidsOf(turns: readonly SentTurn[]): readonly string[] {
  return inOrder([...turns]).map(({ uuid }) => uuid);
}
