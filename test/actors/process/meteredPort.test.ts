import { describe, expect, it } from '@jest/globals';
import { type Meter, meteredPort } from '../../../src/actors/process/portWrappers.js';
import { Traffic } from '../../../src/actors/process/Traffic.js';
import { ClaudeActorsError } from '../../../src/errors.js';
import { memoryPort } from '../../../src/ffi/process/memoryPort.js';
import { settle } from '../../support/simulated.js';
import { cliCommand, startCli } from '../../support/startCli.js';

function start(observers: Partial<Meter> = {}) {
  const time = { now: 1000 };
  const traffic = new Traffic();
  const port = memoryPort();
  const command = cliCommand('any');
  const started = startCli(
    meteredPort(port, { traffic, now: () => time.now, ...observers }),
    command,
  );
  const [process] = port.processes;
  if (!process) throw new Error('The port started nothing.');
  return { ...started, process, traffic, time, command };
}

describe('a metered port', () => {
  it('passes everything on, both ways', async () => {
    const { handle, seen, process } = start();
    process.spawn(7);
    process.stdout('out');
    process.stderr('err');
    const outcomes: unknown[] = [];
    handle.write('a\n', (error) => outcomes.push(error));
    handle.pauseOutput();
    process.stdout(' more');
    expect(process.paused).toBe(true);
    handle.resumeOutput();
    handle.end();
    await settle();
    handle.kill('SIGINT');
    process.endStdout();
    process.exit({ code: 3 });
    expect(seen.calls).toEqual(['spawned', 'stdout', 'stderr', 'stdout', 'stdoutEnded', 'exited']);
    expect([seen.pid, seen.stdout(), seen.stderr()]).toEqual([7, 'out more', 'err']);
    expect(seen.exit).toEqual({ code: 3, signal: null });
    expect(outcomes).toEqual([undefined]);
    expect([process.written, process.ended, process.signals]).toEqual([['a\n'], true, ['SIGINT']]);
    handle.release();
    expect(process.released).toBe(true);
  });

  it('passes a failed start on', () => {
    const { process, seen, traffic } = start();
    const error = new ClaudeActorsError('CliNotFound', 'There is none.');
    process.fail(error);
    expect(seen.error).toBe(error);
    expect(traffic).toEqual(new Traffic());
  });

  it('knows when the process started, when it was last active, and how it ended', () => {
    const { process, traffic, time } = start();
    expect(traffic).toEqual(new Traffic());
    process.spawn(7);
    expect(traffic).toMatchObject({ pid: 7, startedAt: 1000, lastActivityAt: 1000 });
    time.now = 1500;
    process.stdout('x');
    expect(traffic).toMatchObject({ startedAt: 1000, lastActivityAt: 1500 });
    time.now = 1700;
    process.stderr('x');
    expect(traffic).toMatchObject({ startedAt: 1000, lastActivityAt: 1700 });
    time.now = 4000;
    process.exit({ signal: 'SIGTERM' });
    expect(traffic).toMatchObject({
      exit: { code: null, signal: 'SIGTERM' },
      runtimeMs: 3000,
      lastActivityAt: 1700,
    });
  });

  it('counts bytes and lines each way, and only the writes that succeeded', async () => {
    const { handle, process, traffic, time } = start();
    process.spawn(7);
    process.stdout('abc');
    process.stdout('€');
    time.now = 2000;
    handle.write('{"a":"€"}\n', () => {});
    await settle();
    expect(traffic).toMatchObject({
      bytesIn: 6,
      bytesOut: 12,
      linesOut: 1,
      framesIn: 0,
      lastActivityAt: 2000,
    });
    process.writes = 'fail';
    handle.write('b\n', () => {});
    await settle();
    expect(traffic).toMatchObject({ bytesOut: 12, linesOut: 1 });
  });

  it.each([
    [['a\nb\n'], 2],
    [['a\nb'], 2],
    [['a', 'b', 'c\n'], 1],
    [['a', '\n', '\n'], 2],
    [['\n\n\n'], 3],
    [['a', '', 'b'], 1],
    [['', 'a\n', ''], 1],
    [[], 0],
  ])('counts the lines of stderr: %j are %i', (writes, lines) => {
    const { process, traffic } = start();
    process.spawn(7);
    for (const write of writes) process.stderr(write);
    expect(traffic).toMatchObject({ stderrBytes: writes.join('').length, stderrLines: lines });
  });

  it('calls its observers with the command and the counts', () => {
    const told: unknown[] = [];
    const { process, handle, command, traffic } = start({
      onSpawned: (...given) => told.push(given),
      onStderr: (bytes) => told.push(Buffer.from(bytes).toString()),
      onExited: (...given) => told.push(given),
      onReleased: () => told.push('released'),
    });
    process.spawn(7);
    process.stderr('oh');
    process.exit({ code: 1 });
    process.stderr('late');
    handle.release();
    const exit = { code: 1, signal: null };
    expect(told).toEqual([[7, command], 'oh', [exit, traffic], 'late', 'released']);
  });

  it('is not harmed by observers that throw', () => {
    const fail = () => {
      throw new Error('mine');
    };
    const { process, handle, seen } = start({
      onSpawned: fail,
      onStderr: fail,
      onExited: fail,
      onReleased: fail,
    });
    process.spawn(7);
    process.stderr('oh');
    process.exit();
    handle.release();
    expect(seen.calls).toEqual(['spawned', 'stderr', 'exited']);
    expect(process.released).toBe(true);
  });
});
