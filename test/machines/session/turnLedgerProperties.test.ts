import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ResultMessage } from '../../../src/codec/results.js';
import {
  idleReceived,
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
import * as naive from './naiveLedger.js';

function result(fields: object = {}): ResultMessage {
  return { type: 'result', subtype: 'success', is_error: false, ...fields } as ResultMessage;
}

const sent = (...uuids: string[]): TurnLedger => uuids.reduce(turnSent, noTurns);
const openIn = (ledger: TurnLedger): string[] => openTurns(ledger).map(({ uuid }) => uuid);

describe('whatever happens in whatever order', () => {
  const uuid = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const names = fc.oneof(fc.constant(undefined), fc.array(uuid, { maxLength: 4 }), fc.jsonValue());
  const origin = fc.constantFrom(undefined, null, { kind: 'human' }, { kind: 'task-notification' });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('start' as const), uuid }),
    fc.record({ kind: fc.constant('discard' as const), uuid }),
    fc.record({ kind: fc.constant('result' as const), user_message_uuids: names, origin }),
    fc.record({ kind: fc.constant('idle' as const) }),
    fc.record({ kind: fc.constant('send' as const) }),
  );

  it('a turn is settled at most once, and only if it was open', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        let ledger = noTurns;
        const unsent = ['e', 'd', 'c', 'b', 'a'];
        const ended = new Set<string>();
        const end = (uuids: readonly string[]) => {
          for (const one of uuids) {
            expect(ended.has(one)).toBe(false);
            ended.add(one);
          }
        };
        for (const { kind, ...fields } of steps) {
          const before = openIn(ledger);
          const next = kind === 'send' ? unsent.pop() : undefined;
          if (next) ledger = turnSent(ledger, next);
          if (kind === 'start') ledger = turnStarted(ledger, (fields as { uuid: string }).uuid);
          if (kind === 'discard') {
            const gone = before.filter((one) => one === (fields as { uuid: string }).uuid);
            ledger = turnsClosed(ledger, gone);
            end(gone);
          }
          if (kind !== 'result' && kind !== 'idle') continue;
          const came =
            kind === 'idle' ? idleReceived(ledger) : resultReceived(ledger, result(fields));
          ledger = came.ledger;
          end(came.settled);
          // What was open is either settled or open still, in the order in which it was sent.
          expect(openIn(ledger)).toEqual(before.filter((one) => !came.settled.includes(one)));
          expect(before).toEqual(expect.arrayContaining([...came.settled]));
        }
      }),
    );
  });

  it('a CLI that names nobody has settled every turn by its last result and an idle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        (turns, results) => {
          let ledger = sent(...Array.from({ length: turns }, (_, index) => `turn ${index}`));
          for (let i = 0; i < results; i++) ledger = resultReceived(ledger, result()).ledger;
          expect(openIn(idleReceived(ledger).ledger)).toEqual([]);
        },
      ),
    );
  });

  it('it is what a ledger that looks at every turn would be, and older ones stay as they are', () => {
    const change = fc.oneof(
      step,
      fc.record({ kind: fc.constant('work' as const) }),
      fc.record({
        kind: fc.constantFrom('completed' as const, 'cancelled' as const),
        uuid,
      }),
      fc.record({ kind: fc.constant('sendAgain' as const), uuid }),
    );
    const changes = fc.array(fc.tuple(fc.nat(3), change), { maxLength: 60, size: 'max' });
    type Pair = readonly [TurnLedger, naive.NaiveLedger];
    const both = (one: object & { kind: string }, [ledger, simple]: Pair) => {
      const fields = one as unknown as { uuid: string };
      switch (one.kind) {
        case 'send':
        case 'sendAgain': {
          const id = fields.uuid ?? `turn ${ledger.sentCount}`;
          return [turnSent(ledger, id), naive.turnSent(simple, id)] as const;
        }
        case 'start':
          return [
            turnStarted(ledger, fields.uuid),
            naive.turnStarted(simple, fields.uuid),
          ] as const;
        case 'discard': {
          const gone = [fields.uuid];
          return [turnsClosed(ledger, gone), naive.turnsClosed(simple, gone)] as const;
        }
        case 'work':
          return [workResumed(ledger), naive.workResumed(simple)] as const;
        case 'completed':
        case 'cancelled':
          return [
            turnOverdue(ledger, fields.uuid, one.kind),
            naive.turnOverdue(simple, fields.uuid, one.kind),
          ] as const;
        default: {
          const isIdle = one.kind === 'idle';
          const came = isIdle ? idleReceived(ledger) : resultReceived(ledger, result(one));
          const expected = isIdle
            ? naive.idleReceived(simple)
            : naive.resultReceived(simple, result(one));
          expect({ ...came, ledger: undefined }).toEqual({ ...expected, ledger: undefined });
          expect(came.ledger.lastResult).toEqual(expected.ledger.lastResult);
          return [came.ledger, expected.ledger] as const;
        }
      }
    };
    fc.assert(
      fc.property(changes, (all) => {
        const versions: Pair[] = [[noTurns, naive.noNaiveTurns]];
        for (const [back, one] of all) {
          const from = versions[Math.max(0, versions.length - 1 - back)] as Pair;
          versions.push(both(one, from));
        }
        for (const [ledger, simple] of versions) {
          expect(openTurns(ledger)).toEqual(simple.open);
          expect(ledger.reportsLifecycle).toBe(simple.reportsLifecycle);
          const overdue = simple.open.filter((turn) => turn.overdueAfter !== undefined);
          expect(overdueTurns(ledger)).toEqual(overdue);
          expect(ledger.overdueCount).toBe(overdue.length);
          expect(ledger.order.first?.uuid).toBe(simple.open[0]?.uuid);
        }
      }),
      { numRuns: 500 },
    );
  });
});
