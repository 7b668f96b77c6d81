import { describe, expect, it } from '@jest/globals';
import { defaultLimits } from '../../../src/defaults.js';
import type { SessionMachineEvent } from '../../../src/machines/session/sessionTypes.js';
import { fromCli, hookCall, permissionCall, result, stateChanged, withdrawal } from './fromCli.js';
import {
  answered,
  ask,
  callbackEnd,
  end,
  initSent,
  refusedByCli,
  requestEnd,
  running,
  type SessionWalk,
  said,
  send,
  turnEnd,
  warnings,
} from './sessionWalk.js';

const turnOf = ({ snapshot }: SessionWalk) => snapshot.value.running?.turn;
const inputOf = ({ snapshot }: SessionWalk) => snapshot.value.running?.input;
const interrupt = ask('i', 'interrupt');
const aborted = result({ is_error: true, subtype: 'error_during_execution' });

describe('inside running, turn', () => {
  it('`idle` / `working`: a message is sent and gets its result', () => {
    const walk = running();
    expect(turnOf(walk)).toBe('idle');
    expect(turnOf(walk.take(send('a')))).toBe('working');
    expect(turnOf(walk.take(...fromCli(result()), turnEnd('a')))).toBe('idle');
  });

  it('`idle` / `working`: the CLI says so itself', () => {
    const walk = running().take(...fromCli(stateChanged('running')));
    expect(turnOf(walk)).toBe('working');
    expect(turnOf(walk.take(...fromCli(stateChanged('idle'))))).toBe('idle');
  });

  it('`requiresAction` = at least one permission answer is awaited', () => {
    const walk = running().take(send('a'), ...fromCli(permissionCall('p'), permissionCall('q')));
    expect(turnOf(walk)).toBe('requiresAction');
    expect(turnOf(walk.take(callbackEnd('p', 'permission')))).toBe('requiresAction');
    expect(turnOf(walk.take(callbackEnd('q', 'permission')))).toBe('working');
  });

  it('`requiresAction` = …, queued ones included', () => {
    const limits = { ...defaultLimits, permission: { running: 1, waiting: 1 } };
    const walk = running({ settings: { limits } });
    walk.take(send('a'), ...fromCli(permissionCall('p'), permissionCall('q'), withdrawal('p')));
    walk.take(callbackEnd('p', 'permission', { kind: 'cancelled' }));
    expect(walk.sentTo('callback#q')).toEqual([{ type: 'callback.run' }]);
    expect(turnOf(walk)).toBe('requiresAction');
  });

  it('`requiresAction` is not entered for a hook', () => {
    expect(turnOf(running().take(send('a'), ...fromCli(hookCall('h'))))).toBe('working');
  });

  it('`interrupting` is entered only while a turn is open', () => {
    expect(turnOf(running().take(send('a'), interrupt))).toBe('interrupting');
    expect(turnOf(running().take(interrupt))).toBe('idle');
    expect(turnOf(running().take(...fromCli(stateChanged('running')), interrupt))).toBe('working');
  });

  it('`interrupting` is entered by an interrupt that was asked for before the session ran', () => {
    const walk = initSent({ prompt: [{ uuid: 'p', line: 'hello' }] }).take(interrupt);
    expect(turnOf(walk.take(...answered('req_0')))).toBe('interrupting');
  });

  it('`interrupting` is entered from `requiresAction` too', () => {
    const walk = running().take(send('a'), ...fromCli(permissionCall('p')), interrupt);
    expect(turnOf(walk)).toBe('interrupting');
    expect(turnOf(walk.take(...refusedByCli('req_1')))).toBe('requiresAction');
  });

  it.each<[string, SessionMachineEvent[], string]>([
    ['on a result', [...fromCli(aborted), turnEnd('a')], 'idle'],
    ['on idle', fromCli(stateChanged('idle')), 'working'],
    ['when the interrupt fails: the CLI refuses it', refusedByCli('req_1'), 'working'],
    [
      'when the interrupt fails: it times out',
      [requestEnd('req_1', { kind: 'timedOut', timeoutMs: 5_000 })],
      'working',
    ],
  ])('`interrupting` is left %s', (_, events, next) => {
    const walk = running().take(send('a'), interrupt);
    expect(turnOf(walk.take(...events))).toBe(next);
  });

  it('`interrupting` is not left when the interrupt is answered', () => {
    const walk = running().take(send('a'), interrupt, ...answered('req_1'));
    expect(turnOf(walk)).toBe('interrupting');
  });
});

describe('inside running, input', () => {
  it('`end()` moves input to `closing`', () => {
    const walk = running().take(send('a'));
    expect(inputOf(walk)).toBe('open');
    expect(inputOf(walk.take(end))).toBe('closing');
    expect(walk.sentTo('process')).toEqual([]);
  });

  it('EOF is written, and input is `closed`, when the run is over', () => {
    const walk = running().take(send('a'), end);
    walk.take(...fromCli(result()), turnEnd('a'));
    expect(walk.sentTo('process')).toEqual([{ type: 'process.end' }]);
    expect(said(walk, 'runOver')).toHaveLength(1);
    expect(walk.state).toEqual({ stopping: 'ending' });
  });

  it('the end of a run alone closes nothing: EOF is asked for by `end()`', () => {
    const walk = running().take(send('a'), ...fromCli(result()), turnEnd('a'));
    expect(said(walk, 'runOver')).toHaveLength(1);
    expect(inputOf(walk)).toBe('open');
    expect(walk.sentTo('process').map(({ type }) => type)).toEqual(['process.write']);
  });

  it('`closing` takes no message any more', () => {
    const walk = running().take(send('a'), end).take(send('b'));
    expect(said(walk, 'turn')).toMatchObject([
      { uuid: 'b', state: 'refused', error: { code: 'SessionStopped' } },
    ]);
    expect(walk.sentTo('process')).toEqual([]);
  });
});

describe('what the reader reports of the lines themselves', () => {
  it('an oversize line is dropped up to its newline with a warning `LineDropped`', () => {
    const walk = running().take({ type: 'cli.oversize', head: '{"a', limit: 16 });
    expect(warnings(walk)).toEqual(['LineDropped']);
    expect(turnOf(walk)).toBe('idle');
  });

  it('a line that does not decode is a warning `UndecodableLine`; the session goes on', () => {
    const walk = running().take(...fromCli('no json'));
    expect(warnings(walk)).toEqual(['UndecodableLine']);
    expect(turnOf(walk)).toBe('idle');
  });

  it('warning `LargeLine` at 1 MiB waiting', () => {
    const walk = running().take({ type: 'cli.largeLine', waiting: 1024 * 1024 });
    expect(warnings(walk)).toEqual(['LargeLine']);
  });
});
