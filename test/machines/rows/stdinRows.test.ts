import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../../src/errors.js';
import {
  alive,
  blocked,
  drained,
  ended,
  eof,
  exit,
  type ProcessWalk,
  ready,
  stopped,
  unwrite,
  write,
  wrote,
  wroteBatch,
} from './processWalk.js';
import { ask, requestEnd, running, said, send } from './sessionWalk.js';

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
