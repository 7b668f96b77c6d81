import type { ResultMessage } from '../../../src/codec/results.js';

/** The ledger of turns, told as simply as possible: every step looks at every turn. */

interface LedgerTurn {
  readonly uuid: string;
  /** The CLI reported that it started. Old CLIs never report this. */
  readonly started: boolean;
  /** A result that did not name it may have answered it. At `idle` it gets that result too. */
  readonly sharesLastResult: boolean;
  /** The report after which the result should have come, but did not. */
  readonly overdueAfter?: 'completed' | 'cancelled' | 'idle';
}

/** The messages that were sent and still wait for a result, oldest first. */
export interface NaiveLedger {
  readonly open: readonly LedgerTurn[];
  /** The CLI has reported that a message started or was answered. Old CLIs never do. */
  readonly reportsLifecycle: boolean;
  readonly lastResult?: ResultMessage;
}

export const noNaiveTurns: NaiveLedger = {
  open: [],
  reportsLifecycle: false,
  lastResult: undefined,
};

interface Attribution {
  ledger: NaiveLedger;
  /** The turns that the result settles. */
  settled: readonly string[];
}

interface IdleAttribution extends Attribution {
  /** The turns that were cancelled and that no result has named. */
  cancelled: readonly string[];
}

export function turnSent(ledger: NaiveLedger, uuid: string): NaiveLedger {
  if (isOpen(ledger, uuid)) return ledger;
  const turn = { uuid, started: false, sharesLastResult: false, overdueAfter: undefined };
  return changed(ledger, { open: [...ledger.open, turn] });
}

export function turnStarted(ledger: NaiveLedger, uuid: string): NaiveLedger {
  const open = ledger.open.map((turn) =>
    turn.uuid === uuid
      ? { uuid, started: true, sharesLastResult: turn.sharesLastResult, overdueAfter: undefined }
      : turn,
  );
  return changed(ledger, { open, reportsLifecycle: true });
}

/** The CLI reports that it is done with a message. Its result may still come. */
export function turnOverdue(
  ledger: NaiveLedger,
  uuid: string,
  overdueAfter: 'completed' | 'cancelled',
): NaiveLedger {
  const open = ledger.open.map((turn) =>
    turn.uuid === uuid ? withOverdueAfter(turn, overdueAfter) : turn,
  );
  return changed(ledger, { open });
}

/** The CLI works again, so the messages that were open at its last `idle` may be next. */
export function workResumed(ledger: NaiveLedger): NaiveLedger {
  const open = ledger.open.map((turn) =>
    turn.overdueAfter === 'idle' ? withOverdueAfter(turn, undefined) : turn,
  );
  return changed(ledger, { open });
}

function isOpen(ledger: NaiveLedger, uuid: string): boolean {
  return ledger.open.some((turn) => turn.uuid === uuid);
}

/** Removes turns that were settled, discarded or lost. */
export function turnsClosed(ledger: NaiveLedger, uuids: readonly string[]): NaiveLedger {
  return changed(ledger, { open: ledger.open.filter((turn) => !uuids.includes(turn.uuid)) });
}

/**
 * Finds the turns that a result settles: those that it names, else those that have started, else
 * the oldest. A message that joins a running turn, or the follow-up of a background task, shares its
 * result. Old CLIs do not report that, so the turns that are still open are settled at `idle`.
 */
export function resultReceived(ledger: NaiveLedger, result: ResultMessage): Attribution {
  const { by, turns } = matchTurns(ledger.open, result);
  const reportsLifecycle = ledger.reportsLifecycle || by === 'name';
  const mayShare = by === 'oldest' || !reportsLifecycle;
  const open = ledger.open
    .filter((turn) => !turns.includes(turn))
    .map(({ uuid, started, sharesLastResult, overdueAfter }) => {
      return {
        uuid,
        started,
        sharesLastResult: sharesLastResult || started || mayShare,
        overdueAfter,
      };
    });
  const isOurs = by !== 'nobody' || open.some((turn) => turn.sharesLastResult);
  const lastResult = isOurs ? result : ledger.lastResult;
  return {
    ledger: changed(ledger, { open, reportsLifecycle, lastResult }),
    settled: turns.map(uuidOf),
  };
}

interface Match {
  by: 'name' | 'start' | 'oldest' | 'nobody';
  turns: readonly LedgerTurn[];
}

function matchTurns(open: readonly LedgerTurn[], result: ResultMessage): Match {
  // Frames are not validated, so this may be something other than a list.
  const names: readonly string[] = [result.user_message_uuids ?? []].flat();
  const named = open.filter((turn) => names.includes(turn.uuid));
  // The follow-up of a background task answers our messages only if it names them.
  const isOurs = named.length > 0 || (result.origin?.kind ?? 'human') === 'human';
  if (!isOurs) return { by: 'nobody', turns: [] };
  if (names.length > 0) return { by: 'name', turns: named };
  const started = open.filter((turn) => turn.started);
  if (started.length > 0) return { by: 'start', turns: started };
  return { by: 'oldest', turns: open.slice(0, 1) };
}

/** Turns sent after the last result keep waiting: the `idle` may belong to an earlier turn. */
export function idleReceived(before: NaiveLedger): IdleAttribution {
  const cancelled = before.open.filter((turn) => turn.overdueAfter === 'cancelled').map(uuidOf);
  const ledger = turnsClosed(before, cancelled);
  const settled = ledger.open.filter((turn) => turn.sharesLastResult).map(uuidOf);
  const open = ledger.open
    .filter((turn) => !turn.sharesLastResult)
    .map((turn) => withOverdueAfter(turn, turn.overdueAfter ?? 'idle'));
  return { ledger: changed(ledger, { open }), settled, cancelled };
}

function changed(ledger: NaiveLedger, change: Partial<NaiveLedger>): NaiveLedger {
  return { ...ledger, ...change };
}

function withOverdueAfter(
  { uuid, started, sharesLastResult }: LedgerTurn,
  overdueAfter: LedgerTurn['overdueAfter'],
): LedgerTurn {
  return { uuid, started, sharesLastResult, overdueAfter };
}

function uuidOf({ uuid }: LedgerTurn): string {
  return uuid;
}
