import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../../src/errors.js';
import type { SessionMachineEvent } from '../../../src/machines/session/sessionTypes.js';
import { type TurnEvent, turnChart } from '../../../src/machines/turnChart.js';
import { fromCli, lifecycle, result, stateChanged } from './fromCli.js';
import {
  answered,
  ask,
  gone,
  refusedByCli,
  running,
  type SessionWalk,
  said,
  send,
  turnEnd,
} from './sessionWalk.js';
import { Walk } from './Walk.js';

const error = new ClaudeActorsError('TurnLost', 'lost');
const queued = () => new Walk(turnChart, { uuid: 'a' });

describe('turn', () => {
  it('`queued` → `started`', () => {
    expect(queued().state).toBe('queued');
    expect(queued().take({ type: 'turn.started' }).state).toBe('started');
  });

  const ends: [string, string, TurnEvent, object][] = [
    [
      '`completed` (with its result)',
      'completed',
      { type: 'turn.completed', result: result() },
      { kind: 'completed', result: result() },
    ],
    [
      '`interrupted` (an error result after an interrupt of ours)',
      'interrupted',
      { type: 'turn.interrupted', result: result({ is_error: true }) },
      { kind: 'interrupted', result: result({ is_error: true }) },
    ],
    [
      '`lost` (the process ended first: error `TurnLost`)',
      'lost',
      { type: 'turn.lost', error },
      { kind: 'lost', error },
    ],
    [
      '`discarded` (the CLI said `cancelled`, `discarded` or `refused`)',
      'discarded',
      { type: 'turn.discarded', why: 'cancelled' },
      { kind: 'discarded', why: 'cancelled' },
    ],
  ];

  it.each(ends)('`started` → %s', (_, state, event, outcome) => {
    const walk = queued().take({ type: 'turn.started' }, event);
    expect(walk.state).toBe(state);
    expect(walk.snapshot.output).toEqual({ uuid: 'a', outcome });
  });

  it.each(ends)('`queued` → %s: an old CLI never says that it started', (_, state, event) => {
    expect(queued().take(event).state).toBe(state);
  });
});

describe('what the session tells a turn', () => {
  const interrupt = ask('i', 'interrupt');
  const failed = fromCli(result({ is_error: true }));

  it('`queued`: a child for each user message sent', () => {
    const walk = running().take(send('a'));
    expect(walk.spawned).toEqual([{ id: 'turn#a', src: 'turn', input: { uuid: 'a' } }]);
    expect(walk.emitted).toContainEqual({ type: 'turn', uuid: 'a', state: 'queued' });
  });

  it('`started`', () => {
    const walk = running()
      .take(send('a'))
      .take(...fromCli(lifecycle('a', 'started')));
    expect(walk.sentTo('turn#a')).toEqual([{ type: 'turn.started' }]);
    expect(said(walk, 'turn')).toEqual([{ type: 'turn', uuid: 'a', state: 'started' }]);
  });

  it.each([
    ['an error result without an interrupt', [], failed, 'turn.completed'],
    ['an error result after an interrupt of ours', [interrupt], failed, 'turn.interrupted'],
    [
      'an error result after an interrupt that was answered',
      [interrupt, ...answered('req_1')],
      failed,
      'turn.interrupted',
    ],
    [
      'an error result after an interrupt that failed',
      [interrupt, ...refusedByCli('req_1')],
      failed,
      'turn.completed',
    ],
    [
      'an error result after an interrupt that was answered and another that failed',
      [interrupt, ...answered('req_1'), ask('j', 'interrupt'), ...refusedByCli('req_2')],
      failed,
      'turn.interrupted',
    ],
    ['a success after an interrupt of ours', [interrupt], fromCli(result()), 'turn.completed'],
  ] as const)('%s', (_, before, frames, type) => {
    const walk = running()
      .take(send('a'), ...before)
      .take(...frames);
    expect(walk.sentTo('turn#a')).toMatchObject([{ type }]);
  });

  it.each(['cancelled', 'discarded', 'refused'])('`discarded`: the CLI said `%s`', (state) => {
    const walk = running()
      .take(send('a'))
      .take(...fromCli(lifecycle('a', state)));
    expect(walk.sentTo('turn#a')).toEqual([{ type: 'turn.discarded', why: state }]);
  });

  it('`interrupted`: it shares at `idle` what the interrupt ended', () => {
    const walk = running().take(send('a'), send('b'), interrupt, ...failed, turnEnd('a'));
    walk.take(...fromCli(stateChanged('idle')));
    expect(walk.sentTo('turn#b')).toMatchObject([{ type: 'turn.interrupted' }]);
  });

  const merged = () =>
    running().take(
      send('a'),
      send('b'),
      ...fromCli(lifecycle('a', 'started'), lifecycle('b', 'started')),
      interrupt,
    );

  it('`interrupted`: the CLI said `cancelled` of a message that had started, and then its result', () => {
    const walk = merged().take(...fromCli(lifecycle('b', 'cancelled')));
    expect(walk.sentTo('turn#b')).toEqual([]);
    walk.take(...fromCli(result({ is_error: true, user_message_uuids: ['a', 'b'] })));
    for (const uuid of ['a', 'b']) {
      expect(walk.sentTo(`turn#${uuid}`)).toMatchObject([{ type: 'turn.interrupted' }]);
    }
  });

  it('`discarded`: the CLI said `cancelled` of a message that had started, and goes idle', () => {
    const walk = merged().take(...fromCli(lifecycle('b', 'cancelled')));
    walk.take(...fromCli(stateChanged('idle')));
    expect(walk.sentTo('turn#b')).toEqual([{ type: 'turn.discarded', why: 'cancelled' }]);
  });

  const takeBack = (key: string, cancelsMessage: string) =>
    ({ ...ask(key, 'cancel_async_message'), cancelsMessage }) as SessionMachineEvent;

  it('`discarded`: the CLI agreed to take the message back', () => {
    const walk = running().take(send('a'), send('b'), takeBack('k', 'b'), takeBack('l', 'gone'));
    walk.take(...answered('req_1', { cancelled: true }));
    expect(walk.sentTo('turn#a')).toEqual([]);
    expect(walk.sentTo('turn#b')).toEqual([{ type: 'turn.discarded', why: 'cancelled' }]);
    expect(said(walk, 'settled')).toMatchObject([{ key: 'k', outcome: { kind: 'succeeded' } }]);
    walk.take(...answered('req_2', { cancelled: true }));
    expect(said(walk, 'settled')).toMatchObject([{ key: 'l', outcome: { kind: 'succeeded' } }]);
  });

  it.each([{ cancelled: false }, {}, null, undefined])(
    'nothing if the CLI did not agree to take the message back: %j',
    (response) => {
      const walk = running().take(send('a'), takeBack('k', 'a'));
      expect(walk.take(...answered('req_1', response)).sentTo('turn#a')).toEqual([]);
    },
  );

  it('`lost`: the process ended first: error `TurnLost`', () => {
    const walk = running().take(send('a'), send('b')).take(gone());
    for (const uuid of ['a', 'b']) {
      expect(walk.sentTo(`turn#${uuid}`)).toMatchObject([
        { type: 'turn.lost', error: { code: 'TurnLost' } },
      ]);
    }
  });

  it('its end is reported once, and the child is stopped', () => {
    const outcome = { kind: 'completed', result: result() } as const;
    const walk = running()
      .take(send('a'), ...fromCli(result()))
      .take(turnEnd('a', outcome));
    expect(said(walk, 'turn')).toEqual([{ type: 'turn', uuid: 'a', state: 'completed', outcome }]);
    expect(walk.stopped).toEqual(['turn#a']);
    expect(walk.children).not.toContain('turn#a');
  });
});

describe('a result', () => {
  const uuids = ['a', 'b', 'c'];
  const sent = () => running().take(...uuids.map(send));
  /** The turns that the last step has completed. */
  const completed = (walk: SessionWalk) =>
    uuids.filter((uuid) =>
      walk.sentTo(`turn#${uuid}`).some(({ type }) => type === 'turn.completed'),
    );

  it('belongs to the messages named in its `user_message_uuids`', () => {
    const walk = sent().take(...fromCli(lifecycle('a', 'started')));
    walk.take(...fromCli(result({ user_message_uuids: ['b', 'c'] })));
    expect(completed(walk)).toEqual(['b', 'c']);
  });

  it('if it names none, to the turns that `command_lifecycle` shows as started', () => {
    const walk = sent().take(...fromCli(lifecycle('b', 'started'), lifecycle('c', 'started')));
    expect(completed(walk.take(...fromCli(result())))).toEqual(['b', 'c']);
  });

  it('if there is neither, to the oldest open turn', () => {
    const walk = sent().take(...fromCli(result()));
    expect(completed(walk)).toEqual(['a']);
    expect(completed(walk.take(turnEnd('a'), ...fromCli(result())))).toEqual(['b']);
  });

  it('and at `idle` every turn still open shares the last result', () => {
    const last = result({ result: 'the last' });
    const walk = sent().take(...fromCli(last), turnEnd('a'));
    walk.take(...fromCli(stateChanged('idle')));
    expect(completed(walk)).toEqual(['b', 'c']);
    expect(walk.sentTo('turn#c')).toEqual([{ type: 'turn.completed', result: last }]);
  });

  it('with an `origin` of another kind belongs to no turn: it is delivered as a message and an event', () => {
    const other = result({ origin: { kind: 'task-notification' } });
    const walk = sent().take(...fromCli(other));
    expect(completed(walk)).toEqual([]);
    expect(said(walk, 'messages')).toMatchObject([{ frames: [{ message: other }] }]);
  });
});
