import type { ResultMessage } from '../../codec/results.js';

export interface OpenTurn {
  readonly uuid: string;
  /** The CLI said so; old CLIs never do. */
  readonly started: boolean;
  /** May have been answered by a result that did not say so: at `idle` it shares the last one. */
  readonly shares: boolean;
  /** What the CLI said since, though no result has come. */
  readonly passedBy?: 'completed' | 'cancelled' | 'idle';
}

/** Which of the messages that we sent still wait for a result. Oldest first. */
export interface TurnLedger {
  readonly open: readonly OpenTurn[];
  readonly everSent: boolean;
  /** The CLI has said of some message that it started or was answered; old CLIs never do. */
  readonly tells: boolean;
  readonly lastResult?: ResultMessage;
}

export const noTurns: TurnLedger = {
  open: [],
  everSent: false,
  tells: false,
  lastResult: undefined,
};

export interface Attribution {
  ledger: TurnLedger;
  /** The turns that the result settles. */
  settled: readonly string[];
}

export interface IdleAttribution extends Attribution {
  /** Those that were broken off, and that no result has named. */
  cancelled: readonly string[];
}

export function turnSent(ledger: TurnLedger, uuid: string): TurnLedger {
  if (isOpen(ledger, uuid)) return ledger;
  const turn = { uuid, started: false, shares: false, passedBy: undefined };
  return changed(ledger, { open: [...ledger.open, turn], everSent: true });
}

export function turnStarted(ledger: TurnLedger, uuid: string): TurnLedger {
  const open = ledger.open.map((turn) =>
    turn.uuid === uuid ? { uuid, started: true, shares: turn.shares, passedBy: undefined } : turn,
  );
  return changed(ledger, { open, tells: true });
}

/** The CLI is done with a message, whose result may be yet to come. */
export function turnPassed(
  ledger: TurnLedger,
  uuid: string,
  passedBy: 'completed' | 'cancelled',
): TurnLedger {
  const open = ledger.open.map((turn) => (turn.uuid === uuid ? passed(turn, passedBy) : turn));
  return changed(ledger, { open });
}

/** The CLI works again, so the messages that its last `idle` passed over may be next. */
export function workBegan(ledger: TurnLedger): TurnLedger {
  const open = ledger.open.map((turn) =>
    turn.passedBy === 'idle' ? passed(turn, undefined) : turn,
  );
  return changed(ledger, { open });
}

/** The turns whose result will hardly come: a CLI drops a message whose uuid it has seen before. */
export function overdueTurns(ledger: TurnLedger): readonly OpenTurn[] {
  return ledger.open.filter((turn) => turn.passedBy !== undefined);
}

export function isStarted(ledger: TurnLedger, uuid: string): boolean {
  return ledger.open.some((turn) => turn.uuid === uuid && turn.started);
}

export function isOpen(ledger: TurnLedger, uuid: string): boolean {
  return ledger.open.some((turn) => turn.uuid === uuid);
}

/** Takes turns off the ledger: settled, discarded or lost. */
export function turnsClosed(ledger: TurnLedger, uuids: readonly string[]): TurnLedger {
  return changed(ledger, { open: ledger.open.filter((turn) => !uuids.includes(turn.uuid)) });
}

/**
 * A result belongs to the messages that it names; else to those that are known to have started;
 * else to the oldest. Messages taken up inside a turn share its result, also inside the follow-up
 * of a background task, and an old CLI does not say so: what is still open is settled at `idle`.
 */
export function resultCame(ledger: TurnLedger, result: ResultMessage): Attribution {
  const { by, turns } = claimOf(ledger.open, result);
  const tells = ledger.tells || by === 'name';
  const isMute = by === 'oldest' || !tells;
  const open = ledger.open
    .filter((turn) => !turns.includes(turn))
    .map(({ uuid, started, shares, passedBy }) => {
      return { uuid, started, shares: shares || started || isMute, passedBy };
    });
  const isOurs = by !== 'nobody' || open.some((turn) => turn.shares);
  const lastResult = isOurs ? result : ledger.lastResult;
  return { ledger: changed(ledger, { open, tells, lastResult }), settled: turns.map(uuidOf) };
}

interface Claim {
  by: 'name' | 'start' | 'oldest' | 'nobody';
  turns: readonly OpenTurn[];
}

function claimOf(open: readonly OpenTurn[], result: ResultMessage): Claim {
  // Frames are passed on unchecked, so the list may be something else.
  const names: readonly string[] = [result.user_message_uuids ?? []].flat();
  const named = open.filter((turn) => names.includes(turn.uuid));
  // A background task's follow-up answers a message of ours only where it says so.
  const isOurs = named.length > 0 || (result.origin?.kind ?? 'human') === 'human';
  if (!isOurs) return { by: 'nobody', turns: [] };
  if (names.length > 0) return { by: 'name', turns: named };
  const started = open.filter((turn) => turn.started);
  if (started.length > 0) return { by: 'start', turns: started };
  return { by: 'oldest', turns: open.slice(0, 1) };
}

/** A turn sent after the last result keeps waiting: the `idle` may be of the turn before. */
export function idleCame(before: TurnLedger): IdleAttribution {
  const cancelled = before.open.filter((turn) => turn.passedBy === 'cancelled').map(uuidOf);
  const ledger = turnsClosed(before, cancelled);
  const settled = ledger.open.filter((turn) => turn.shares).map(uuidOf);
  const open = ledger.open
    .filter((turn) => !turn.shares)
    .map((turn) => passed(turn, turn.passedBy ?? 'idle'));
  return { ledger: changed(ledger, { open }), settled, cancelled };
}

/** Field by field: a spread would give it a shape of its own, for which nothing is optimized. */
function changed(ledger: TurnLedger, change: Partial<TurnLedger>): TurnLedger {
  const {
    open = ledger.open,
    everSent = ledger.everSent,
    tells = ledger.tells,
    lastResult = ledger.lastResult,
  } = change;
  return { open, everSent, tells, lastResult };
}

function passed({ uuid, started, shares }: OpenTurn, passedBy: OpenTurn['passedBy']): OpenTurn {
  return { uuid, started, shares, passedBy };
}

function uuidOf({ uuid }: OpenTurn): string {
  return uuid;
}
