import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../../src/errors.js';
import { fromCli, permissionCall, stateChanged } from './fromCli.js';
import {
  alive,
  climb,
  drained,
  ended,
  eof,
  exit,
  leftover,
  type ProcessWalk,
  ready,
  signal,
  spawning,
  stopped,
  swept,
} from './processWalk.js';
import { running, type SessionWalk, send, stop, turnEnd } from './sessionWalk.js';

describe('process', () => {
  it('`spawning` → `alive`', () => {
    expect(spawning().state).toBe('spawning');
    const walk = alive();
    expect(walk.state).toEqual(ready);
    expect(walk.sentTo('owner')).toEqual([{ type: 'process.spawned', pid: 7 }]);
  });

  it('`spawning` → `spawnFailed`', () => {
    const error = new ClaudeActorsError('SpawnFailed', 'no');
    const walk = spawning().take({ type: 'os.failed', error });
    expect(walk.state).toBe('spawnFailed');
    expect(walk.snapshot.output).toEqual({ kind: 'spawnFailed', error });
  });

  it('`alive` → `ending` (stdin closed) → `terminating` (SIGTERM) → `killing` (SIGKILL) → `exited`', () => {
    const walk = alive().take(ended, drained);
    expect(walk.state).toBe('ending');
    expect(walk.elapse(10_000).state).toEqual({ terminating: 'due' });
    expect(walk.elapse(5_000).state).toBe('killing');
    expect(walk.timers).toEqual([]);
    walk.take({ type: 'os.outputEnded' }, { type: 'os.errorsEnded' }, { type: 'os.exited', exit });
    walk.take(swept());
    expect(walk.state).toBe('exited');
    expect(walk.snapshot.output).toEqual({
      kind: 'exited',
      leftovers: [],
      ...exit,
      signalled: true,
    });
  });

  it('`interrupting` (SIGINT) → `terminating` (SIGTERM)', () => {
    const walk = alive().take(stopped(true));
    expect(walk.state).toBe('interrupting');
    expect(walk.elapse(1_000).state).toEqual({ terminating: 'due' });
  });

  it.each<[string, () => ProcessWalk]>([
    ['alive', alive],
    ['ending', () => alive().take(ended, drained)],
    ['interrupting', () => alive().take(stopped(true))],
    ['terminating', () => alive().take(ended, drained).elapse(10_000)],
  ])('`%s` → `exited`: an exit is seen everywhere, and no timer is left', (_, start) => {
    const walk = start().take(
      { type: 'os.outputEnded' },
      { type: 'os.errorsEnded' },
      { type: 'os.exited', exit },
      swept(),
    );
    expect(walk.state).toBe('exited');
    expect(walk.timers).toEqual([]);
  });
});

describe('ladder', () => {
  it('end of input, finished query | EOF at once | – | SIGTERM after 10 s | SIGKILL after 15 s', () => {
    const walk = alive().take(ended, drained);
    expect(walk.sentTo('os')).toEqual([{ type: 'os.flush' }, eof]);
    expect(climb(walk)).toEqual([
      ['SIGTERM', 10_000],
      ['SIGKILL', 15_000],
    ]);
  });

  it('`stop()`, abort, terminal error | no EOF, SIGINT at once if anything is working | SIGTERM after 1 s | SIGKILL after 5 s', () => {
    const walk = alive().take(stopped(true));
    expect(walk.sentTo('os')).toEqual([signal('SIGINT')]);
    expect(climb(walk)).toEqual([
      ['SIGTERM', 1_000],
      ['SIGKILL', 5_000],
    ]);
  });

  it('`stop()`, abort, terminal error | EOF at once, no SIGINT if nothing is working', () => {
    const walk = alive().take(stopped(false));
    expect(walk.sentTo('os')).toEqual([eof]);
    expect(climb(walk)).toEqual([
      ['SIGTERM', 1_000],
      ['SIGKILL', 5_000],
    ]);
  });

  it('`stop()` while the first ladder is climbed: the second begins', () => {
    const walk = alive().take(ended, drained).take(stopped(true));
    expect(walk.sentTo('os')).toContainEqual(signal('SIGINT'));
    expect(climb(walk)).toEqual([
      ['SIGTERM', 1_000],
      ['SIGKILL', 5_000],
    ]);
  });

  it('`stop()` again changes nothing', () => {
    const walk = alive().take(stopped(false)).take(stopped(true), ended);
    expect(walk.sentTo('os')).toEqual([]);
    expect(walk.timers).toEqual([1_000]);
  });

  it('`stop()` after the SIGTERM of the first ladder: SIGKILL comes as on the second, and not later', () => {
    const walk = alive().take(ended, drained).elapse(10_000).take(stopped(false));
    expect(walk.sentTo('os')).toEqual([]);
    expect(walk.timers.sort()).toEqual([4_000, 5_000]);
    walk.elapse(4_000);
    expect(walk.sentTo('os')).toEqual([signal('SIGKILL')]);
    expect(walk.timers).toEqual([]);

    const late = alive().take(ended, drained).elapse(10_000).take(stopped(false)).elapse(5_000);
    expect(late.sentTo('os')).toEqual([signal('SIGKILL')]);
    expect(late.timers).toEqual([]);
  });

  it('`stop()` after the SIGTERM of the second ladder changes nothing', () => {
    const walk = alive().take(stopped(false)).elapse(1_000).take(stopped(true));
    expect(walk.sentTo('os')).toEqual([]);
    expect(walk.timers).toEqual([4_000]);
  });

  it.each<[string, () => SessionWalk, boolean]>([
    ['no turn', running, false],
    ['a turn that is working', () => running().take(send('a')), true],
    ['a CLI that says so', () => running().take(...fromCli(stateChanged('running'))), true],
    [
      'a turn that awaits a permission',
      () => running().take(send('a'), ...fromCli(permissionCall('p'))),
      true,
    ],
    ['a turn that is over', () => running().take(send('a'), turnEnd('a')), false],
  ])('the session’s `stop()` says whether a turn is working: %s', (_, start, working) => {
    expect(start().take(stop).sentTo('process')).toEqual([{ type: 'process.stop', working }]);
  });
});

describe('the exit', () => {
  const exited = { type: 'os.exited', exit } as const;

  it('is handled once stdout has ended, and stderr, which explains it', () => {
    const walk = alive().take(exited);
    expect(walk.state).toBe('draining');
    walk.take({ type: 'os.outputEnded' });
    expect(walk.state).toBe('draining');
    walk.take({ type: 'os.errorsEnded' });
    expect(walk.state).toEqual({ sweeping: 'asking' });
    expect(walk.sentTo('owner')).toEqual([]);
  });

  it('or 500 ms after the exit event (a grandchild may hold the pipe)', () => {
    const walk = alive().take(exited);
    expect(walk.timers).toEqual([500]);
    walk.elapse(500);
    expect(walk.state).toEqual({ sweeping: 'asking' });
  });

  const sweeping = () => alive().take(exited).elapse(500);
  const sweep = (name: string) => ({ type: 'os.sweep', signal: name });

  it('counts once nothing that the CLI left running is found', () => {
    const walk = sweeping();
    expect(walk.sentTo('os')).toEqual([sweep('SIGTERM')]);
    expect(walk.timers).toEqual([]);
    walk.take(swept());
    expect(walk.snapshot.output).toEqual({
      kind: 'exited',
      leftovers: [],
      ...exit,
      signalled: false,
    });
  });

  it('or once that has had SIGTERM, and SIGKILL 250 ms later', () => {
    const walk = sweeping().take(swept(8, 9));
    expect(walk.timers).toEqual([250]);
    expect(walk.elapse(250).sentTo('os')).toEqual([sweep('SIGKILL')]);
    expect(walk.take(stopped(true)).sentTo('os')).toEqual([]);
    walk.take(swept(9, 10));
    const leftovers = [8, 9, 10].map(leftover);
    expect(walk.snapshot.output).toEqual({ kind: 'exited', leftovers, ...exit, signalled: false });
  });
});
