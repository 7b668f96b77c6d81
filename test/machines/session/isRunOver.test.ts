import { describe, expect, it } from '@jest/globals';
import {
  type CliState,
  isRunOver,
  type RunFacts,
} from '../../../src/machines/session/isRunOver.js';

const over: RunFacts = {
  everSent: true,
  openTurns: 0,
  overdueTurns: 0,
  openTrackedTasks: 0,
  pendingRequests: 0,
  pendingCallbacks: 0,
  cliState: 'idle',
  confirmed: true,
};

describe('a run', () => {
  it('is over when all that was asked for is done and the CLI is idle', () => {
    expect(isRunOver(over)).toBe('yes');
  });

  it('is over when nothing was ever sent', () => {
    expect(isRunOver({ ...over, everSent: false, cliState: undefined })).toBe('yes');
  });

  it.each([
    ['a message waits for its result', { openTurns: 1 }],
    ['a tracked task is open', { openTrackedTasks: 1 }],
    ['a request waits for its answer', { pendingRequests: 1 }],
    ['a callback is pending', { pendingCallbacks: 1 }],
    ['the CLI works', { cliState: 'running' }],
    ['the CLI waits for a permission', { cliState: 'requires_action' }],
  ] as const)('goes on while %s', (_, fact) => {
    expect(isRunOver({ ...over, ...fact })).toBe('no');
  });

  it('is over without an idle if the CLI never reports its state', () => {
    expect(isRunOver({ ...over, cliState: undefined })).toBe('yes');
  });

  it('is unconfirmed while the follow-up of a background task has not shown itself', () => {
    expect(isRunOver({ ...over, confirmed: false })).toBe('unconfirmed');
  });

  it('is unconfirmed while the result of a message is overdue', () => {
    expect(isRunOver({ ...over, openTurns: 1, overdueTurns: 1 })).toBe('unconfirmed');
  });

  it('goes on while one result is overdue and another is still to come', () => {
    expect(isRunOver({ ...over, openTurns: 2, overdueTurns: 1 })).toBe('no');
  });

  it('goes on after a stale idle: the newer message is open', () => {
    expect(isRunOver({ ...over, openTurns: 1, cliState: 'idle' })).toBe('no');
  });
});

describe('the rule, in full', () => {
  const flags = [false, true];
  const counts = [0, 1, 3];
  const turns = counts.flatMap((openTurns) =>
    counts
      .filter((overdueTurns) => overdueTurns <= openTurns)
      .map((overdueTurns) => ({ openTurns, overdueTurns })),
  );
  const states: (CliState | undefined)[] = [undefined, 'idle', 'running', 'requires_action'];
  const rows = flags.flatMap((everSent) =>
    turns.flatMap(({ openTurns, overdueTurns }) =>
      counts.flatMap((openTrackedTasks) =>
        counts.flatMap((pendingRequests) =>
          counts.flatMap((pendingCallbacks) =>
            states.flatMap((cliState) =>
              flags.map((confirmed) => ({
                everSent,
                openTurns,
                overdueTurns,
                openTrackedTasks,
                pendingRequests,
                pendingCallbacks,
                cliState,
                confirmed,
              })),
            ),
          ),
        ),
      ),
    ),
  );

  /** In the words of the rule, one condition after the other. */
  function expected(row: (typeof rows)[number]): string {
    // Even if nothing was sent, an answer that is owed needs the input open.
    const nothingIsOwed = row.pendingRequests === 0 && row.pendingCallbacks === 0;
    if (!row.everSent) return nothingIsOwed ? 'yes' : 'no';
    const nothingIsAwaited = row.openTurns === row.overdueTurns;
    const noTaskIsOpen = row.openTrackedTasks === 0;
    const isIdle = row.cliState === 'idle' || row.cliState === undefined;
    if (!(nothingIsAwaited && noTaskIsOpen && nothingIsOwed && isIdle)) return 'no';
    return row.confirmed && row.openTurns === 0 ? 'yes' : 'unconfirmed';
  }

  it(`holds in each of ${rows.length} cases`, () => {
    const wrong = rows.filter((row) => isRunOver(row) !== expected(row));
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(2592);
  });

  it('says yes in few of them, and each answer in some', () => {
    const said = rows.map((row) => isRunOver(row));
    expect(said.filter((answer) => answer === 'yes')).toHaveLength(146);
    expect(said.filter((answer) => answer === 'unconfirmed')).toHaveLength(10);
  });
});
