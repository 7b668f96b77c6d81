import { describe, expect, it } from '@jest/globals';
import type { SessionMachineEvent } from '../../../src/machines/session/sessionTypes.js';
import type { WaitFor } from '../../../src/machines/session/taskLedger.js';
import {
  fromCli,
  hookCall,
  lifecycle,
  permissionCall,
  result,
  stateChanged,
  taskNotification,
  taskStarted,
} from './fromCli.js';
import {
  answered,
  ask,
  callbackEnd,
  end,
  running,
  type SessionWalk,
  said,
  send,
  taskEnd,
  turnEnd,
  warnings,
} from './sessionWalk.js';

const idle = fromCli(stateChanged('idle'));
const resultOf = (uuid: string): SessionMachineEvent[] => [
  ...fromCli(result({ user_message_uuids: [uuid] })),
  turnEnd(uuid),
];
const followUp = fromCli(result({ origin: { kind: 'task-notification' } }));
const taskOver = (id: string): SessionMachineEvent[] => [
  ...fromCli(taskNotification(id)),
  taskEnd(id),
];

/** A run of which all is over; every test puts something that is not before its end. */
const wholeRun = [send('a'), ...fromCli(stateChanged('running')), ...resultOf('a'), ...idle];

function expectOpen(walk: SessionWalk): void {
  expect(walk.state).toMatchObject({ running: { input: 'closing' } });
  expect(walk.sentTo('process')).not.toContainEqual({ type: 'process.end' });
}

function expectOver(walk: SessionWalk): void {
  expect(walk.sentTo('process')).toEqual([{ type: 'process.end' }]);
  expect(walk.state).toEqual({ stopping: 'ending' });
}

describe('run over', () => {
  it('= nothing was ever sent', () => {
    expectOver(running().take(end));
  });

  it('= all of what follows', () => {
    const walk = running().take(...wholeRun);
    expect(said(walk, 'runOver')).toHaveLength(1);
    expectOver(walk.take(end));
  });

  it('every message sent is settled', () => {
    const walk = running().take(...wholeRun, send('b'), end);
    expectOpen(walk);
    expectOver(walk.take(...resultOf('b')));
  });

  it('no tracked task is open', () => {
    const walk = running().take(send('a'), ...fromCli(taskStarted('t')));
    walk.take(...resultOf('a'), ...idle, end);
    expectOpen(walk);
    expectOver(walk.take(...taskOver('t'), ...followUp));
  });

  it('no request is pending', () => {
    const walk = running().take(...wholeRun, ask('k'), end);
    expectOpen(walk);
    expectOver(walk.take(...answered('req_1')));
  });

  it.each([
    ['hook', hookCall('c')],
    ['permission', permissionCall('c')],
  ] as const)('no callback is pending: %s', (kind, call) => {
    const walk = running().take(...wholeRun, ...fromCli(call), end);
    expectOpen(walk);
    walk.take(callbackEnd('c', kind));
    expect(walk.sentTo('process').map(({ type }) => type)).toEqual([
      'process.write',
      'process.end',
    ]);
  });

  it.each(['running', 'requires_action'] as const)(
    'the last `session_state_changed` is `idle`, not %s',
    (state) => {
      const walk = running().take(...wholeRun, ...fromCli(stateChanged(state)), end);
      expectOpen(walk);
      expectOver(walk.take(...idle));
    },
  );

  it('the last `session_state_changed` is … (or none was ever seen)', () => {
    const walk = running().take(send('a'), end);
    expectOpen(walk);
    expectOver(walk.take(...resultOf('a')));
  });

  it.each([
    ['result', followUp],
    ['`idle`', idle],
  ])('since the last tracked task ended a further %s has come', (_, frames) => {
    const walk = running().take(send('a'), ...fromCli(taskStarted('t')), ...resultOf('a'));
    walk.take(...idle, end).take(...taskOver('t'));
    expectOpen(walk);
    expect(walk.timers).toEqual([5_000]);
    expectOver(walk.take(...frames));
    expect(walk.timers).toEqual([]);
    expect(warnings(walk)).toEqual([]);
  });

  it('since the last tracked task ended: what came before the last of two does not count', () => {
    const walk = running().take(send('a'), ...fromCli(taskStarted('t'), taskStarted('u')));
    walk.take(...resultOf('a'), ...idle, end);
    walk.take(...taskOver('t'), ...followUp);
    expectOpen(walk);
    expectOpen(walk.take(...taskOver('u')));
    expectOver(walk.take(...followUp));
  });

  it('(at most 5 s are waited for it, then it is over with a warning)', () => {
    const walk = running().take(send('a'), ...fromCli(taskStarted('t')), ...resultOf('a'));
    walk.take(...idle, end).take(...taskOver('t'));
    expectOver(walk.elapse(5_000));
    expect(warnings(walk)).toEqual(['RunOverUnconfirmed']);
  });

  it('the 5 s end if the CLI goes to work', () => {
    const walk = running().take(send('a'), ...fromCli(taskStarted('t')), ...resultOf('a'));
    walk.take(...idle, end, ...taskOver('t')).take(...fromCli(stateChanged('running')));
    expectOpen(walk);
    expect(walk.timers).toEqual([]);
    expectOver(walk.take(...followUp, ...idle));
  });
});

describe('a message that the CLI lets pass without a result', () => {
  const passedBy = {
    '`idle`': idle,
    '`completed`': fromCli(lifecycle('b', 'started'), lifecycle('b', 'completed')),
  };

  it.each(Object.entries(passedBy))(
    '%s: 5 s later it is `discarded`, and the run over',
    (_, by) => {
      const walk = running()
        .take(...wholeRun, send('b'), end)
        .take(...by);
      expectOpen(walk);
      expect(walk.timers).toEqual([5_000]);
      walk.elapse(5_000);
      expect(walk.sentTo('turn#b')).toEqual([
        { type: 'turn.discarded', why: expect.stringContaining('without a result') },
      ]);
      expect(walk.sentTo('process')).toEqual([
        { type: 'process.unwrite', tag: 'turn#b' },
        { type: 'process.end' },
      ]);
      expect(warnings(walk)).toEqual([]);
      expect(said(walk, 'runOver')).toHaveLength(1);
    },
  );

  it.each([
    ['the CLI goes to work', fromCli(stateChanged('running'))],
    ['another message is sent', [send('c')]],
    ['a request is pending', [ask('k')]],
    ['a callback is pending', fromCli(hookCall('h'))],
    ['an agent works', fromCli(taskStarted('t'))],
  ])('keeps waiting if %s', (_, frames) => {
    const walk = running()
      .take(...wholeRun, send('b'))
      .take(...idle, ...frames);
    expect(walk.timers).toEqual([]);
  });

  it('is answered by a result that comes in time', () => {
    const walk = running()
      .take(...wholeRun, send('b'))
      .take(...idle, ...resultOf('b'));
    expect(walk.timers).toEqual([]);
    expect(walk.snapshot.context.turns.open.size).toBe(0);
  });
});

describe('tracked', () => {
  const withTask = (type: string, waitFor?: WaitFor) =>
    running(waitFor ? { settings: { waitFor } } : {}).take(
      send('a'),
      ...fromCli(taskStarted('t', type)),
      ...resultOf('a'),
      ...idle,
      end,
    );

  it.each(['local_agent', 'local_workflow'])('are tasks of type `%s`', (type) => {
    const walk = withTask(type);
    expect(walk.state).toMatchObject({ running: { input: 'closing' } });
    expectOver(walk.take(...taskOver('t'), ...idle));
  });

  it('a background shell may never end', () => {
    expect(withTask('local_bash').state).toEqual({ stopping: 'ending' });
  });

  it.each<[WaitFor, string, 'is over' | 'goes on']>([
    ['turn', 'local_agent', 'is over'],
    ['turn', 'local_workflow', 'is over'],
    ['turn', 'local_bash', 'is over'],
    ['agents', 'local_agent', 'goes on'],
    ['agents', 'local_workflow', 'goes on'],
    ['agents', 'local_bash', 'is over'],
    ['tasks', 'local_agent', 'goes on'],
    ['tasks', 'local_workflow', 'goes on'],
    ['tasks', 'local_bash', 'goes on'],
  ])('`waitFor: %s` chooses: with a %s open the run %s', (waitFor, type, then) => {
    const walk = withTask(type, waitFor);
    if (then === 'is over') expect(walk.state).toEqual({ stopping: 'ending' });
    else expectOpen(walk);
  });
});

it('an `idle` that arrives after a newer message was written is stale: the open message keeps the run open', () => {
  const walk = running().take(...wholeRun.slice(0, -1), send('b'), end);
  expectOpen(walk.take(...idle));
  expect(walk.sentTo('turn#b')).toEqual([]);
  expectOver(walk.take(...resultOf('b')));
});
