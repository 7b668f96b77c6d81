import { describe, expect, it } from '@jest/globals';
import type { ResultMessage } from '../../../src/codec/results.js';
import {
  idleReceived,
  isOpen,
  noTurns,
  openTurns,
  overdueTurns,
  resultReceived,
  type TurnLedger,
  turnOverdue,
  turnSent,
  turnStarted,
  turnsClosed,
  workResumed,
} from '../../../src/machines/session/turnLedger.js';

function result(fields: object = {}): ResultMessage {
  return { type: 'result', subtype: 'success', is_error: false, ...fields } as ResultMessage;
}

const sent = (...uuids: string[]): TurnLedger => uuids.reduce(turnSent, noTurns);
const openIn = (ledger: TurnLedger): string[] => openTurns(ledger).map(({ uuid }) => uuid);

describe('a result', () => {
  it('settles the turns it names, and no others', () => {
    const { ledger, settled } = resultReceived(
      sent('a', 'b', 'c'),
      result({ user_message_uuids: ['c', 'a'] }),
    );
    expect(settled).toEqual(['a', 'c']);
    expect(openIn(ledger)).toEqual(['b']);
  });

  it('settles a turn once, even if it names the turn twice', () => {
    const { settled } = resultReceived(sent('a'), result({ user_message_uuids: ['a', 'a'] }));
    expect(settled).toEqual(['a']);
  });

  it('settles nothing if it names no open turn', () => {
    const { ledger, settled } = resultReceived(sent('a'), result({ user_message_uuids: ['x'] }));
    expect(settled).toEqual([]);
    expect(openIn(ledger)).toEqual(['a']);
  });

  it.each([[[]], [undefined], [null]])(
    'settles the turns that have started if it names %j',
    (named) => {
      const ledger = turnStarted(turnStarted(sent('a', 'b', 'c'), 'b'), 'c');
      const { settled } = resultReceived(ledger, result({ user_message_uuids: named }));
      expect(settled).toEqual(['b', 'c']);
    },
  );

  it('settles the oldest turn if none is known to have started', () => {
    expect(resultReceived(sent('a', 'b'), result()).settled).toEqual(['a']);
  });

  it('settles nothing if no turn is open', () => {
    const last = result();
    const { ledger, settled } = resultReceived(noTurns, last);
    expect(settled).toEqual([]);
    expect(ledger.lastResult).toBe(last);
  });

  it.each([
    ['a text', 'a', ['a']],
    ['a number', 7, []],
    ['an object', {}, []],
    ['a list of other things', [null, 3, {}], []],
  ])('does not throw if the names are %s', (_, named, settled) => {
    const came = resultReceived(sent('a'), result({ user_message_uuids: named }));
    expect(came.settled).toEqual(settled);
  });
});

describe('a result of another origin', () => {
  const followUp = { origin: { kind: 'task-notification' } };

  it('belongs to no turn, and is not the last result of a CLI that names what it answers', () => {
    const told = resultReceived(turnStarted(sent('a'), 'a'), result());
    const ledger = turnSent(told.ledger, 'b');
    const came = resultReceived(ledger, result(followUp));
    expect(came).toEqual({ ledger, settled: [] });
    expect(idleReceived(came.ledger).settled).toEqual([]);
  });

  it('is shared at idle by a message that it may have answered, if the CLI names nothing', () => {
    const last = result(followUp);
    const came = resultReceived(sent('a'), last);
    expect(came.settled).toEqual([]);
    expect(came.ledger.lastResult).toBe(last);
    expect(idleReceived(came.ledger).settled).toEqual(['a']);
  });

  it('leaves a message its own result if that comes before the idle', () => {
    const came = resultReceived(sent('a'), result(followUp));
    expect(resultReceived(came.ledger, result()).settled).toEqual(['a']);
  });

  it('is forgotten if no message is open', () => {
    const { ledger } = resultReceived(noTurns, result());
    expect(resultReceived(ledger, result(followUp)).ledger).toEqual(ledger);
  });

  it('belongs to a message that started inside that turn, if it names the message', () => {
    const came = resultReceived(sent('a', 'b'), result({ ...followUp, user_message_uuids: ['a'] }));
    expect(came.settled).toEqual(['a']);
    expect(openIn(came.ledger)).toEqual(['b']);
  });

  it.each([[{ kind: 'human' }], [undefined], [null], [{}]])(
    'is not one with the origin %j',
    (origin) => {
      expect(resultReceived(sent('a'), result({ origin })).settled).toEqual(['a']);
    },
  );
});

describe('idle', () => {
  it('settles nothing before a result has come', () => {
    expect(idleReceived(sent('a', 'b')).settled).toEqual([]);
  });

  it('settles every turn that was open at a result without names with that result', () => {
    const { ledger } = resultReceived(sent('a', 'b', 'c'), result());
    const idle = idleReceived(ledger);
    expect(idle.settled).toEqual(['b', 'c']);
    expect(openIn(idle.ledger)).toEqual([]);
  });

  it('does so even if the CLI has named other turns before', () => {
    const told = resultReceived(sent('a'), result({ user_message_uuids: ['a'] }));
    const came = resultReceived(turnSent(turnSent(told.ledger, 'b'), 'c'), result());
    expect(came.settled).toEqual(['b']);
    expect(idleReceived(came.ledger).settled).toEqual(['c']);
  });

  it('does not settle a turn that was sent after the last result: the idle may be stale', () => {
    const { ledger } = resultReceived(sent('a'), result());
    const idle = idleReceived(turnSent(ledger, 'b'));
    expect(idle.settled).toEqual([]);
    expect(openIn(idle.ledger)).toEqual(['b']);
  });

  it('does not settle a turn that had not started when a result named others', () => {
    const { ledger } = resultReceived(sent('a', 'b'), result({ user_message_uuids: ['a'] }));
    const stale = idleReceived(ledger);
    expect(stale.settled).toEqual([]);
    expect(resultReceived(stale.ledger, result({ user_message_uuids: ['b'] })).settled).toEqual([
      'b',
    ]);
  });

  it('settles a turn that had started but was not among the names of the result', () => {
    const ledger = turnStarted(turnStarted(sent('a', 'b'), 'a'), 'b');
    const came = resultReceived(ledger, result({ user_message_uuids: ['a'] }));
    expect(idleReceived(came.ledger).settled).toEqual(['b']);
  });

  it('settles a turn that an earlier result without names may have answered', () => {
    const first = resultReceived(sent('a', 'b', 'c'), result());
    const second = resultReceived(first.ledger, result({ user_message_uuids: ['b'] }));
    expect(idleReceived(second.ledger).settled).toEqual(['c']);
  });

  it('settles a turn only once', () => {
    const { ledger } = idleReceived(resultReceived(sent('a', 'b'), result()).ledger);
    expect(idleReceived(ledger).settled).toEqual([]);
  });
});

describe('an overdue result', () => {
  const overdueIn = (ledger: TurnLedger) =>
    overdueTurns(ledger).map(({ uuid, overdueAfter }) => `${uuid} by ${overdueAfter}`);

  it('belongs to a message that the CLI has completed', () => {
    expect(overdueIn(turnOverdue(sent('a', 'b'), 'b', 'completed'))).toEqual(['b by completed']);
  });

  it('belongs to every message that is still open at an idle', () => {
    expect(overdueIn(idleReceived(sent('a', 'b')).ledger)).toEqual(['a by idle', 'b by idle']);
    const completed = turnOverdue(sent('a'), 'a', 'completed');
    expect(overdueIn(idleReceived(completed).ledger)).toEqual(['a by completed']);
  });

  it('is no longer overdue once the CLI works again, unless it has completed the message', () => {
    const ledger = turnOverdue(idleReceived(sent('a', 'b')).ledger, 'b', 'completed');
    expect(overdueIn(workResumed(ledger))).toEqual(['b by completed']);
    expect(overdueIn(turnStarted(ledger, 'a'))).toEqual(['b by completed']);
  });

  it('belongs to an interrupted message, until the idle that gives it up', () => {
    const both = turnStarted(turnStarted(sent('a', 'b'), 'a'), 'b');
    const broken = turnOverdue(both, 'b', 'cancelled');
    expect(overdueIn(broken)).toEqual(['b by cancelled']);
    expect(overdueIn(workResumed(broken))).toEqual(['b by cancelled']);
    const named = (...uuids: string[]) => result({ user_message_uuids: uuids });
    expect(resultReceived(broken, named('a', 'b')).settled).toEqual(['a', 'b']);

    const { ledger } = resultReceived(broken, named('a'));
    const { cancelled, settled, ledger: idle } = idleReceived(ledger);
    expect({ cancelled, settled, open: openIn(idle) }).toEqual({
      cancelled: ['b'],
      settled: [],
      open: [],
    });
  });

  it('does not belong to a message that was sent later', () => {
    expect(overdueIn(turnSent(idleReceived(sent('a')).ledger, 'b'))).toEqual(['a by idle']);
  });

  it('is no longer overdue once the message is answered', () => {
    expect(
      overdueIn(resultReceived(turnOverdue(sent('a'), 'a', 'completed'), result()).ledger),
    ).toEqual([]);
  });
});

describe('the ledger', () => {
  it('knows whether anything was ever sent', () => {
    expect(noTurns.sentCount).toBe(0);
    expect(turnsClosed(sent('a'), ['a']).sentCount).toBe(1);
  });

  it('holds a message once, even if it is sent twice', () => {
    expect(openIn(sent('a', 'a'))).toEqual(['a']);
  });

  it('does not open a turn when an unknown message is reported as started', () => {
    expect(openIn(turnStarted(noTurns, 'a'))).toEqual([]);
  });

  it('forgets turns that were discarded or lost, and no others', () => {
    const ledger = turnsClosed(sent('a', 'b', 'c'), ['b', 'x']);
    expect(openIn(ledger)).toEqual(['a', 'c']);
    expect(isOpen(ledger, 'b')).toBe(false);
  });

  it('accepts any text as a uuid', () => {
    const ledger = sent('__proto__', 'constructor');
    expect(resultReceived(ledger, result({ user_message_uuids: ['__proto__'] })).settled).toEqual([
      '__proto__',
    ]);
  });
});
