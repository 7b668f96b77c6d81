import { EventEmitter } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import { customPort } from '../../../src/actors/process/customPort.js';
import { processReaper } from '../../../src/ffi/process/reaper.js';
import type { SpawnedProcess } from '../../../src/options/processTypes.js';
import { cliCommand, startCli } from '../../support/startCli.js';
import { until } from '../../support/until.js';

/** A process that lives in memory: streams, events, and no pid unless one is given. */
class FakeProcess extends EventEmitter {
  readonly stdin = new PassThrough();
  stdout: Readable = new PassThrough();
  stderr: Readable | null | undefined = new PassThrough();
  pid: number | undefined;
  killed = false;
  exitCode: number | null = null;
  signals: string[] = [];

  kill(signal: string): boolean {
    this.signals.push(signal);
    return true;
  }
}

function start(change: (process: FakeProcess) => void = () => {}, stdin?: 'ignore') {
  const process = new FakeProcess();
  change(process);
  const command = cliCommand('any', stdin ? { stdin } : {});
  const port = customPort(() => process as unknown as SpawnedProcess);
  return { process, ...startCli(port, command) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a process in memory', () => {
  it('without a pid is alive once no error has come', async () => {
    const { seen, handle, early } = start();
    expect(early).toEqual([]);
    await turn();
    expect([seen.calls, seen.pid]).toEqual([['spawned'], undefined]);
    handle.release();
  });

  it('is reported as spawned before its output, which may be text', async () => {
    const { seen, process, handle } = start((made) => {
      made.pid = 7;
      made.stdout = Readable.from(['a €', 'b']);
      made.stderr?.setEncoding('utf8');
    });
    (process.stderr as PassThrough).write('oh €');
    await until('the end', () => seen.calls.includes('stdoutEnded'));
    expect(seen.calls[0]).toBe('spawned');
    expect([seen.stdout(), seen.stderr()]).toEqual(['a €b', 'oh €']);
    handle.release();
  });

  it('needs no stderr', async () => {
    const { seen, process, handle } = start((made) => {
      made.stderr = undefined;
    });
    await turn();
    process.emit('exit', 0, null);
    expect(seen.exit).toEqual({ code: 0, signal: null });
    handle.release();
  });

  it('has failed to start if its first event is an error', async () => {
    const { seen, process } = start();
    const cause = new Error('the machine is full');
    process.emit('error', cause);
    process.emit('error', new Error('again'));
    await turn();
    expect(seen.calls).toEqual(['failed']);
    expect(seen.error).toMatchObject({ code: 'SpawnFailed', cause });
    expect(seen.error?.message).toContain('the machine is full');
  });

  it('without a pid or output that fails later has a start failure in its exit', async () => {
    const { seen, process } = start();
    await turn();
    process.emit('error', new Error('unreachable'));
    process.emit('exit', 1, null);
    expect(seen.exit).toMatchObject({ code: null, signal: null });
    expect(seen.exit?.startFailure).toMatchObject({ code: 'SpawnFailed' });
    expect(seen.calls).toEqual(['spawned', 'exited']);
  });

  it('without a pid that fails after output has exited', async () => {
    const { seen, process } = start();
    (process.stdout as PassThrough).write('{}\n');
    await until('its output', () => seen.stdout() === '{}\n');
    process.emit('error', new Error('the line broke'));
    const startFailure = expect.objectContaining({ code: 'ProcessError' });
    expect(seen.exit).toEqual({ code: null, signal: null, startFailure });
  });

  it('with a pid survives an error, which is about a signal', async () => {
    const { seen, process } = start((made) => {
      made.pid = 7;
    });
    await turn();
    process.emit('error', new Error('kill EPERM'));
    expect(seen.calls).toEqual(['spawned']);
    process.emit('exit', 0, null);
    expect(seen.calls).toEqual(['spawned', 'exited']);
  });

  it('is reported as exited if it exited before anyone listened', async () => {
    const { seen } = start((made) => {
      made.exitCode = 4;
    });
    await turn();
    expect(seen.calls).toEqual(['spawned', 'exited']);
    expect(seen.exit?.code).toBe(4);
  });

  it('that exits at once is reported as spawned first', () => {
    const { seen, process } = start();
    process.emit('exit', null, 'SIGKILL');
    expect(seen.calls).toEqual(['spawned', 'exited']);
    expect(seen.exit).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('that closes its output before it is spawned reports it afterwards', async () => {
    const { seen } = start((made) => {
      made.stdout.destroy();
    });
    await until('the end', () => seen.calls.includes('stdoutEnded'));
    expect(seen.calls).toEqual(['spawned', 'stdoutEnded']);
  });

  it('may break its streams, and nothing is thrown', async () => {
    const { seen, process, handle } = start();
    await turn();
    for (const stream of [process.stdin, process.stdout, process.stderr]) {
      stream?.destroy(new Error('EPIPE'));
    }
    const outcomes: unknown[] = [];
    handle.write('x\n', (error) => outcomes.push(error?.code));
    await until('the end', () => seen.calls.includes('stdoutEnded'));
    await until('the write', () => outcomes.length > 0);
    expect(outcomes).toEqual(['WriteFailed']);
    handle.release();
  });

  it('gets no signal once it is gone', async () => {
    const { process, handle } = start();
    await turn();
    handle.kill('SIGINT');
    process.emit('exit', 0, null);
    handle.kill('SIGKILL');
    expect(process.signals).toEqual(['SIGINT']);
  });

  it('is ended with this program, and unregistered once it is gone', async () => {
    const forget = jest.fn();
    const register = jest.spyOn(processReaper, 'register').mockReturnValueOnce(forget);
    const { process } = start();
    await turn();
    const [endNow] = register.mock.lastCall ?? [];
    register.mockRestore();
    endNow?.([]);
    expect(process.signals).toEqual(['SIGTERM']);
    expect(forget).not.toHaveBeenCalled();
    process.emit('exit', 143, null);
    expect(forget).toHaveBeenCalledTimes(1);
    endNow?.([]);
    expect(process.signals).toEqual(['SIGTERM']);
  });

  it('has its input ended at once if it should have none', () => {
    expect(start(() => {}, 'ignore').process.stdin.writableEnded).toBe(true);
    expect(start().process.stdin.writableEnded).toBe(false);
  });
});

it('a socket that still takes input reports the end of its output', async () => {
  const server = createServer({ allowHalfOpen: true });
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const far = await accepted;
  const { seen, handle } = start((made) => Object.assign(made, { stdin: socket, stdout: socket }));
  far.end('bye\n');
  await until('the end', () => seen.calls.includes('stdoutEnded'));
  expect(seen.stdout()).toBe('bye\n');
  expect(socket.writable).toBe(true);
  handle.release();
  far.destroy();
  server.close();
});
