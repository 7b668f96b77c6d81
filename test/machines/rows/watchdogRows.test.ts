import { describe, expect, it } from '@jest/globals';
import type { SessionMachineEvent } from '../../../src/machines/session/sessionTypes.js';
import type { MachineSettings } from '../../../src/machines/settings.js';
import { type WatchdogInput, watchdogChart } from '../../../src/machines/watchdogChart.js';
import { stillLaunch } from '../../support/stillLaunch.js';
import {
  cliSide,
  fromCli,
  hookCall,
  mcpCall,
  permissionCall,
  result,
  taskNotification,
  taskStarted,
  text,
  toolResult,
  toolUse,
} from './fromCli.js';
import {
  ask,
  callbackEnd,
  checking,
  done,
  gone,
  initSent,
  running,
  type SessionWalk,
  said,
  send,
  stop,
  taskEnd,
  turnEnd,
  warnings,
  written,
} from './sessionWalk.js';
import { Walk } from './Walk.js';

type Stall = MachineSettings['stall'];

/** The watchdog that a session has, with the CLI's signs of life. */
function watchdog(stall?: Stall) {
  const launch = stillLaunch();
  const session = checking({ launch, ...(stall && { settings: { stall } }) });
  const child = session.spawned.find(({ id }) => id === 'watchdog');
  const walk = new Walk(watchdogChart, child?.input as WatchdogInput);
  const { activity } = launch;
  /** Lets the timer that runs fire; gives what the parent is sent. */
  const pass = (ms: number) => {
    activity.time += ms;
    return walk.elapse(ms).sentTo('parent');
  };
  return { walk, activity, pass };
}

const stalled = (silentMs: number, phase: 'start' | 'firstFrame' | 'midTurn' = 'midTurn') =>
  ({ type: 'watchdog.stalled', phase, silentMs }) as const;
const midTurn = { type: 'watchdog.phase', phase: 'midTurn' } as const;

describe('watchdog', () => {
  it('warning `Stalled` after 120 s, again every 120 s', () => {
    const { walk, pass } = watchdog();
    walk.take(midTurn);
    expect(pass(120_000)).toEqual([stalled(120_000)]);
    expect(pass(120_000)).toEqual([stalled(240_000)]);
    expect(pass(120_000)).toEqual([stalled(360_000)]);
  });

  it('a sign of life ends the silence, without an event', () => {
    const { walk, activity, pass } = watchdog();
    walk.take(midTurn);
    activity.lastAt = 50_000;
    expect(pass(120_000)).toEqual([]);
    expect(walk.timers).toEqual([50_000]);
    expect(pass(50_000)).toEqual([stalled(120_000)]);
    activity.lastAt = activity.time + 30_000;
    expect(pass(120_000)).toEqual([]);
    expect(walk.timers).toEqual([30_000]);
    expect(pass(30_000)).toEqual([stalled(120_000)]);
  });

  it('a timer that fires early repeats no report', () => {
    const { walk, activity, pass } = watchdog();
    walk.take(midTurn);
    expect(pass(120_000)).toEqual([stalled(120_000)]);
    activity.time -= 0.5;
    expect(pass(120_000)).toEqual([]);
    expect(pass(1)).toEqual([stalled(240_000)]);
  });

  it('a phase begins with its own silence', () => {
    const { walk, activity } = watchdog();
    activity.time = 500_000;
    expect(walk.take(midTurn).timers).toEqual([120_000]);
  });

  it('notices nothing while nothing is expected', () => {
    const { walk } = watchdog();
    expect(walk.state).toBe('off');
    expect(walk.timers).toEqual([]);
    walk.take({ type: 'watchdog.phase', phase: 'start' }, { type: 'watchdog.phase', phase: 'off' });
    expect(walk.state).toBe('off');
    expect(walk.timers).toEqual([]);
  });

  it.each([
    ['start', 1],
    ['firstFrame', 2],
    ['midTurn', 3],
  ] as const)('`stall: {%s}`', (phase, ms) => {
    const { walk } = watchdog({ start: 1, firstFrame: 2, midTurn: 3, action: 'warn' });
    expect(walk.take({ type: 'watchdog.phase', phase }).timers).toEqual([ms]);
  });
});

/** What the watchdog was last told to expect. */
function phaseOf(walk: SessionWalk): string {
  return walk.snapshot.context.watch;
}

const phase = (to: string) => ({ type: 'watchdog.phase', phase: to });

describe('silence counts', () => {
  it('in the start, as one wait', () => {
    const walk = checking();
    expect(walk.sentTo('watchdog')).toEqual([phase('start')]);
    const spawned = { type: 'process.spawned', pid: 7 } as const;
    walk.take(done('version', { kind: 'accepted' }), spawned, ...fromCli(text));
    expect(walk.sentTo('watchdog')).toEqual([]);
  });

  it('while a turn is `working`: until the first frame, and then to the next', () => {
    const walk = running();
    expect(phaseOf(walk)).toBe('off');
    expect(walk.take(send('a')).sentTo('watchdog')).toEqual([phase('firstFrame')]);
    walk.take(...fromCli(text));
    expect(walk.sentTo('watchdog')).toEqual([phase('midTurn')]);
    walk.take(...fromCli(text));
    expect(walk.sentTo('watchdog')).toEqual([]);
  });

  it('not while no turn is open', () => {
    const walk = running()
      .take(send('a'))
      .take(...fromCli(result()), turnEnd('a'));
    expect(walk.sentTo('watchdog')).toContainEqual(phase('off'));
    expect(phaseOf(walk)).toBe('off');
  });

  it.each<[string, SessionMachineEvent[], SessionMachineEvent[]]>([
    ['tool', fromCli(toolUse('t')), fromCli(toolResult('t'))],
    ['task', fromCli(taskStarted('t')), [...fromCli(taskNotification('t')), taskEnd('t')]],
    ['task: a background shell', fromCli(taskStarted('t', 'local_bash')), [taskEnd('t')]],
    ['callback: hook', fromCli(hookCall('c')), [callbackEnd('c', 'hook')]],
    ['callback: MCP message', fromCli(mcpCall('c')), [callbackEnd('c', 'mcp')]],
    ['permission', fromCli(permissionCall('c')), [callbackEnd('c', 'permission')]],
  ])('and no %s is pending', (_, begin, over) => {
    const walk = running().take(send('a'), ...fromCli(text));
    walk.take(...begin);
    expect(warnings(walk.take(stalled(120_000)))).toEqual([]);
    walk.take(...over);
    expect(warnings(walk.take(stalled(120_000)))).toEqual(['Stalled']);
  });

  it('and no tool is pending: a turn that was broken off leaves none', () => {
    const cli = cliSide();
    const walk = running().take(send('a'), ...cli(toolUse('t')), ask('i', 'interrupt'));
    walk.take(...cli(result({ is_error: true })), turnEnd('a'));
    expect(walk.take(send('b')).sentTo('watchdog')).toEqual([phase('firstFrame')]);
  });

  it('and is over when the session stops', () => {
    const walk = running().take(send('a')).take(stop);
    expect(walk.sentTo('watchdog')).toEqual([phase('off')]);
    expect(initSent().take(gone()).sentTo('watchdog')).toEqual([phase('off')]);
  });
});

describe('`stall: {action}`', () => {
  const withAction = (action?: Stall['action']) => {
    const times = { start: 120_000, firstFrame: 120_000, midTurn: 120_000 };
    const walk = running(action ? { settings: { stall: { ...times, action } } } : {});
    return walk.take(send('a')).take(stalled(120_000, 'firstFrame'));
  };
  const warning = { code: 'Stalled', context: { phase: 'firstFrame', silentMs: 120_000 } };

  it.each([undefined, 'warn'] as const)('%s: a warning `Stalled`', (action) => {
    const walk = withAction(action);
    expect(said(walk, 'warning')).toMatchObject([warning]);
    expect(walk.sentTo('process')).toEqual([]);
    expect(walk.state).toMatchObject({ running: { turn: 'working' } });
  });

  it('interrupt: a warning and an interrupt', () => {
    const walk = withAction('interrupt');
    expect(said(walk, 'warning')).toMatchObject([warning]);
    expect(written(walk)).toEqual([
      { kind: 'request', id: 'req_1', body: '{"subtype":"interrupt"}' },
    ]);
    expect(walk.state).toMatchObject({ running: { turn: 'interrupting' } });
  });

  it('stop: a warning, and the session stops', () => {
    const walk = withAction('stop');
    expect(said(walk, 'warning')).toMatchObject([warning]);
    expect(walk.state).toEqual({ stopping: 'leaving' });
    expect(walk.sentTo('process')).toEqual([{ type: 'process.stop', working: true }]);
  });

  it('in the start it can only warn or stop', () => {
    const stall: Stall = { start: 1, firstFrame: 1, midTurn: 1, action: 'interrupt' };
    const walk = initSent({ settings: { stall } }).take(stalled(1, 'start'));
    expect(warnings(walk)).toEqual(['Stalled']);
    expect(written(walk)).toEqual([]);
    stall.action = 'stop';
    expect(initSent({ settings: { stall } }).take(stalled(1, 'start')).state).toEqual({
      stopping: 'leaving',
    });
  });
});
