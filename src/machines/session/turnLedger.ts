import type { ResultMessage } from '../../codec/results.js';

export interface OpenTurn {
  readonly uuid: string;
  /** The CLI said so; old CLIs never do. */
  readonly started: boolean;
  /** Was open when the last result came, so at `idle` it shares that result. */
  readonly shares: boolean;
}

/** Which of the messages that we sent still wait for a result. Oldest first. */
export interface TurnLedger {
  readonly open: readonly OpenTurn[];
  readonly everSent: boolean;
  readonly lastResult?: ResultMessage;
}

export const noTurns: TurnLedger = { open: [], everSent: false };

export interface Attribution {
  ledger: TurnLedger;
  /** The turns that the result settles. */
  settled: readonly string[];
}

export function turnSent(ledger: TurnLedger, uuid: string): TurnLedger {
  const turn = { uuid, started: false, shares: false };
  return { ...ledger, open: [...ledger.open, turn], everSent: true };
}

export function turnStarted(ledger: TurnLedger, uuid: string): TurnLedger {
  const open = ledger.open.map((turn) => (turn.uuid === uuid ? { ...turn, started: true } : turn));
  return { ...ledger, open };
}

export function isOpen(ledger: TurnLedger, uuid: string): boolean {
  return ledger.open.some((turn) => turn.uuid === uuid);
}

/** Takes turns off the ledger: settled, discarded or lost. */
export function turnsClosed(ledger: TurnLedger, uuids: readonly string[]): TurnLedger {
  return { ...ledger, open: ledger.open.filter((turn) => !uuids.includes(turn.uuid)) };
}

/** A result of another origin (a background task's follow-up) belongs to no turn of ours. */
function isOurs(result: ResultMessage): boolean {
  return result.origin === undefined || result.origin.kind === 'human';
}

/**
 * A result belongs to the messages that it names; else to those that are known to have started;
 * else to the oldest. Messages taken up inside a turn share its result, and an old CLI does not
 * say so: what is still open here is settled at `idle`.
 */
export function resultCame(ledger: TurnLedger, result: ResultMessage): Attribution {
  if (!isOurs(result)) return { ledger, settled: [] };
  const settled = claimedBy(ledger, result);
  const open = turnsClosed(ledger, settled).open.map((turn) => ({ ...turn, shares: true }));
  return { ledger: { ...ledger, open, lastResult: result }, settled };
}

function claimedBy(ledger: TurnLedger, result: ResultMessage): string[] {
  const named = result.user_message_uuids;
  if (named) return named.filter((uuid) => isOpen(ledger, uuid));
  const started = ledger.open.filter((turn) => turn.started);
  return (started.length > 0 ? started : ledger.open.slice(0, 1)).map((turn) => turn.uuid);
}

/** A turn sent after the last result keeps waiting: the `idle` may be of the turn before. */
export function idleCame(ledger: TurnLedger): Attribution {
  const settled = ledger.open.filter((turn) => turn.shares).map((turn) => turn.uuid);
  return { ledger: turnsClosed(ledger, settled), settled };
}
