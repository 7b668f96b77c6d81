import { describe, expect, it } from '@jest/globals';
import type { AnyActorRef } from 'xstate';
import { ClaudeActorsError } from '../../../src/errors.js';
import { processChart } from '../../../src/machines/processChart.js';
import type {
  ProcessEvent,
  ProcessInput,
  ProcessOrder,
} from '../../../src/machines/processTypes.js';
import { fromCli, permissionCall, stateChanged } from './fromCli.js';
import {
  ask,
  requestEnd,
  running,
  type SessionWalk,
  said,
  send,
  spawning as sessionSpawning,
  stop,
  turnEnd,
} from './sessionWalk.js';
import { Walk } from './Walk.js';

type ProcessWalk = Walk<typeof processChart>;

/** What a session gives its process. */
function input(): ProcessInput {
  const process = sessionSpawning().spawned.find(({ id }) => id === 'process');
  return { ...(process?.input as ProcessInput), owner: { id: 'owner' } as AnyActorRef };
}

const spawning = (): ProcessWalk => new Walk(processChart, input());
const alive = (): ProcessWalk => spawning().take({ type: 'os.spawned', pid: 7 });

const ended: ProcessOrder = { type: 'process.end' };
const stopped = (working: boolean): ProcessOrder => ({ type: 'process.stop', working });
const eof = { type: 'os.closeInput' };
const signal = (name: string) => ({ type: 'os.kill', signal: name });
const exit = { code: 0, signal: null };
const leftover = (pid: number) => ({ pid, command: 'sleep 600' });
const swept = (...pids: number[]): ProcessEvent => ({
  type: 'os.swept',
  found: pids.map(leftover),
});
const write = (tag: string): ProcessOrder => ({
  type: 'process.write',
  line: { kind: 'message', line: tag },
  tag,
});
const unwrite = (tag: string): ProcessOrder => ({ type: 'process.unwrite', tag });
const wrote = (tag: string) => ({
  type: 'os.write',
  lines: [{ line: { kind: 'message', line: tag }, tag }],
});
const wroteBatch = (...tags: string[]) => ({
  type: 'os.write',
  lines: tags.map((tag) => ({ line: { kind: 'message', line: tag }, tag })),
  notify: true,
});
const drained = { type: 'os.drained' } as const;
/** The pipe is full, and has not taken the line of this tag. */
const blocked = (tag: string) => alive().take(write(tag), { type: 'os.blocked', tag });

/** Lets every timer of the ladder fire: which signal comes at which time from its start. */
function climb(walk: ProcessWalk): [string, number][] {
  const rungs: [string, number][] = [];
  let now = 0;
  for (let [ms] = walk.timers; ms !== undefined; [ms] = walk.timers) {
    now += ms;
    walk.elapse(ms);
    for (const order of walk.sentTo('os')) {
      rungs.push(['signal' in order ? String(order.signal) : order.type, now]);
    }
  }
  return rungs;
}

const ready = { alive: { input: 'ready', writes: 'intact', output: 'open' } };

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

describe('stdin writes', () => {
  it('go to the pipe at once while it has room', () => {
    const walk = alive().take(write('a'), write('b'));
    expect(walk.sentTo('os')).toEqual([wrote('a'), wrote('b')]);
    expect(walk.state).toEqual(ready);
    expect(walk.timers).toEqual([]);
  });

  it('wait while the pipe is full, and then leave together', () => {
    const walk = blocked('a').take(write('b'), write('c'));
    expect(walk.sentTo('os')).toEqual([]);
    expect(walk.take(drained).sentTo('os')).toEqual([wroteBatch('b', 'c')]);
    expect(walk.take(drained).sentTo('os')).toEqual([]);
    expect(walk.state).toEqual(ready);
  });

  it('that waited leave as far as a pipe has room for them', () => {
    const long = 'x'.repeat(60_000);
    const walk = blocked('a').take(write('b'), write(long), write(long), write('c'));
    const batches = [[wroteBatch('b', long)], [wroteBatch(long, 'c')], []];
    for (const sent of batches) expect(walk.take(drained).sentTo('os')).toEqual(sent);
  });

  it('that fail are reported, and those that wait are tried', () => {
    const error = new ClaudeActorsError('WriteFailed', 'EPIPE');
    const walk = blocked('a').take(write('b'));
    walk.take({ type: 'os.writeFailed', error, tag: 'a' });
    expect(walk.sentTo('owner')).toEqual([]);
    expect(walk.take(drained).sentTo('os')).toEqual([wroteBatch('b')]);
    walk.elapse(500);
    expect(walk.sentTo('owner')).toEqual([{ type: 'process.writeFailed', tag: 'a', error }]);
  });

  it('EOF comes after the lines that wait', () => {
    const walk = blocked('a').take(write('b')).take(ended);
    expect(walk.sentTo('os')).toEqual([]);
    expect(walk.take(drained).sentTo('os')).toEqual([wroteBatch('b')]);
    expect(walk.take(drained).sentTo('os')).toEqual([eof]);
    expect(walk.timers).toEqual([10_000]);
  });

  it('EOF comes after a line that was written just before, or that line times out', () => {
    const full = { type: 'os.blocked', tag: 'a' } as const;
    const walk = alive().take(write('a')).take(ended).take(full);
    expect(walk.sentTo('os')).toEqual([]);
    expect(walk.take(drained).sentTo('os')).toEqual([eof]);
    const stuck = alive().take(write('a')).take(ended).take(full).elapse(5_000);
    expect(stuck.sentTo('owner')).toEqual([{ type: 'process.writeTimedOut', tag: 'a' }]);
    expect(stuck.sentTo('os')).toEqual([eof]);
  });

  it('a line that is withdrawn while it waits is not written', () => {
    const walk = blocked('a').take(write('b'), write('c')).take(unwrite('b'));
    expect(walk.take(drained).sentTo('os')).toEqual([wroteBatch('c')]);
    expect(walk.take(drained).sentTo('os')).toEqual([]);
    expect(walk.state).toEqual(ready);
  });

  it('nor is it if the end waits for the lines', () => {
    const walk = blocked('a').take(write('b'), ended).take(unwrite('b'));
    expect(walk.take(drained).sentTo('os')).toEqual([eof]);
  });

  it('a line that the pipe has cannot be withdrawn, and its failure is reported', () => {
    const error = new ClaudeActorsError('WriteFailed', 'EPIPE');
    const walk = blocked('a').take(write('b')).take(unwrite('a'));
    walk.take({ type: 'os.writeFailed', error, tag: 'a' });
    expect(walk.sentTo('owner')).toEqual([]);
    expect(walk.take(drained).sentTo('os')).toEqual([wroteBatch('b')]);
    walk.elapse(500);
    expect(walk.sentTo('owner')).toEqual([{ type: 'process.writeFailed', tag: 'a', error }]);
  });

  it('a write not taken in 5 s ends the session (`WriteTimeout`)', () => {
    const walk = blocked('turn#a');
    expect(walk.timers).toEqual([5_000]);
    const timedOut = { type: 'process.writeTimedOut', tag: 'turn#a' } as const;
    expect(walk.elapse(5_000).sentTo('owner')).toEqual([timedOut]);

    const session = running().take(send('a')).take(timedOut);
    expect(session.state).toEqual({ stopping: 'leaving' });
    expect(session.sentTo('process')).toEqual([{ type: 'process.stop', working: true }]);
    expect(session.snapshot.context.outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'WriteTimeout' },
    });
  });

  it('each batch has its 5 s, and the one that is stuck is named', () => {
    const walk = blocked('a').take(write('b')).take(drained);
    expect(walk.timers).toEqual([5_000]);
    const timedOut = { type: 'process.writeTimedOut', tag: 'b' };
    expect(walk.elapse(5_000).sentTo('owner')).toEqual([timedOut]);
  });

  it.each<[string, () => ProcessWalk]>([
    ['ending', () => alive().take(ended, drained)],
    ['interrupting', () => alive().take(stopped(true))],
    ['terminating', () => alive().take(ended, drained).elapse(10_000)],
  ])('a write to a process that is `%s` rejects that operation', (_, start) => {
    const walk = start().take(write('request#req_1'));
    expect(walk.sentTo('os')).toEqual([]);
    expect(walk.sentTo('owner')).toMatchObject([
      { type: 'process.writeFailed', tag: 'request#req_1', error: { code: 'WriteFailed' } },
    ]);
  });

  it('that fail are not reported if the process exits, which says more', () => {
    const error = new ClaudeActorsError('WriteFailed', 'EPIPE');
    const walk = alive().take(write('a')).take({ type: 'os.writeFailed', error, tag: 'a' });
    walk.take({ type: 'os.exited', exit });
    expect(walk.sentTo('owner')).toEqual([]);
    expect(walk.take(write('b')).sentTo('owner')).toEqual([]);
    expect(walk.elapse(500).sentTo('owner')).toEqual([]);
    expect(walk.take({ type: 'os.swept', found: [] }).state).toBe('exited');
  });

  it('that fail or wait are left to the exit of a process that is stopped', () => {
    const error = new ClaudeActorsError('WriteFailed', 'EPIPE');
    const walk = blocked('a').take(write('b')).take({ type: 'os.writeFailed', error, tag: 'a' });
    expect(walk.take(stopped(true)).sentTo('owner')).toEqual([]);
    expect(walk.take({ type: 'os.exited', exit }).sentTo('owner')).toEqual([]);
  });

  it('that fail are left to the exit if stdout is closed too', () => {
    const error = new ClaudeActorsError('WriteFailed', 'EPIPE');
    const walk = alive().take(write('a')).take({ type: 'os.writeFailed', error, tag: 'a' });
    walk.take({ type: 'os.outputEnded' });
    expect(walk.elapse(500).sentTo('owner')).toEqual([]);
    expect(walk.elapse(500).sentTo('owner')).toEqual([]);
    expect(walk.state).toBe('interrupting');
    expect(walk.take({ type: 'os.exited', exit }).sentTo('owner')).toEqual([]);
  });

  it('that fail are reported before a long end begins', () => {
    const error = new ClaudeActorsError('WriteFailed', 'EPIPE');
    const walk = alive().take(write('a')).take({ type: 'os.writeFailed', error, tag: 'a' });
    walk.take(ended, drained);
    expect(walk.sentTo('owner')).toEqual([{ type: 'process.writeFailed', tag: 'a', error }]);
  });

  it('a write to a process that takes no input rejects that operation', () => {
    const error = new ClaudeActorsError('WriteFailed', 'EPIPE');
    const failure = { type: 'os.writeFailed', error, tag: 'request#req_1' } as const;
    const walk = alive().take(write('request#req_1')).take(failure).elapse(500);
    const failed = { type: 'process.writeFailed', tag: 'request#req_1', error } as const;
    expect(walk.sentTo('owner')).toEqual([failed]);

    const session = running().take(ask('k')).take(failed);
    const details = { operation: 'mcp_status', requestId: 'req_1' };
    expect(session.sentTo('request#req_1')).toMatchObject([
      { type: 'request.unwritten', error: { code: 'WriteFailed', details } },
    ]);
    const outcome = { kind: 'unwritten', error } as const;
    session.take(requestEnd('req_1', outcome));
    expect(said(session, 'settled')).toEqual([
      { type: 'settled', key: 'k', outcome, requestId: 'req_1' },
    ]);
    expect(session.state).toMatchObject({ running: {} });
  });

  it('a message that could not be written is lost', () => {
    const error = new ClaudeActorsError('WriteFailed', 'EPIPE');
    const walk = running().take(send('a'));
    walk.take({ type: 'process.writeFailed', tag: 'turn#a', error });
    const details = { operation: 'the message' };
    expect(walk.sentTo('turn#a')).toMatchObject([
      { type: 'turn.lost', error: { code: 'WriteFailed', message: 'EPIPE', details } },
    ]);
  });
});
