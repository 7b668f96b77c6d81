import { describe, expect, it } from '@jest/globals';
import { OpenTurns } from '../../src/actors/OpenTurns.js';
import type { ResultMessage } from '../../src/codec/results.js';
import { ClaudeActorsError } from '../../src/errors.js';

const result = { type: 'result', subtype: 'success' } as ResultMessage;
const completed = { kind: 'completed', result } as const;

function followed(turn: ReturnType<OpenTurns['open']>): unknown[] {
  const calls: unknown[] = [];
  turn.follow({
    started: () => calls.push('started'),
    settled: (answer) => calls.push(answer ?? 'no result'),
  });
  return calls;
}

describe('open turns', () => {
  it('start one after the other, the oldest first', () => {
    const turns = new OpenTurns();
    const [first, second] = [followed(turns.open('a')), followed(turns.open('b'))];
    expect([first, second]).toEqual([['started'], []]);
    turns.settle('a', completed);
    expect([first, second]).toEqual([['started', result], ['started']]);
    expect(turns.uuids).toEqual(['b']);
  });

  it('tell a late follower what it has missed', () => {
    const turns = new OpenTurns();
    const turn = turns.open('a');
    turns.settle('a', completed);
    expect(followed(turn)).toEqual(['started', result]);
  });

  it('settle without a result if the turn was lost or discarded', async () => {
    const turns = new OpenTurns();
    const lost = turns.open('a');
    const discarded = turns.open('b');
    const calls = [followed(lost), followed(discarded)];
    turns.settle('a', { kind: 'lost', error: new ClaudeActorsError('TurnLost', 'gone') });
    turns.settle('b', { kind: 'discarded', why: 'cancelled' });
    expect(calls.map((call) => call.at(-1))).toEqual(['no result', 'no result']);
    await expect(lost.result).rejects.toMatchObject({ code: 'TurnLost' });
    await expect(discarded.result).rejects.toMatchObject({ code: 'TurnDiscarded' });
  });

  it('ignore an end for a turn that is not open', () => {
    const turns = new OpenTurns();
    turns.settle('a', completed);
    expect(turns.size).toBe(0);
  });
});
