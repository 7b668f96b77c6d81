import { describe, expect, it } from '@jest/globals';
import { type Prepare, preparedPort } from '../../../src/actors/process/portWrappers.js';
import { memoryPort } from '../../../src/ffi/process/memoryPort.js';
import type { Command } from '../../../src/ffi/process/port.js';
import { settle } from '../../support/simulated.js';

const command: Command = { file: 'claude', args: [], env: {}, stdin: 'pipe' };

function started(prepare: Prepare) {
  const port = memoryPort();
  const told: string[] = [];
  const handle = preparedPort(port, prepare).start(command, {
    spawned: () => told.push('spawned'),
    failed: ({ code }) => told.push(`failed ${code}`),
    stdout: () => told.push('stdout'),
    stdoutEnded: () => told.push('stdoutEnded'),
    stderr: () => told.push('stderr'),
    exited: () => told.push('exited'),
  });
  return { port, handle, told };
}

const never: Prepare = () => new Promise(() => {});

describe('a port that prepares its start', () => {
  it('starts the prepared command, and then acts as the process', async () => {
    const { port, handle, told } = started(async (given) => ({ ...given, args: ['--resume=1'] }));
    await settle();
    const [process] = port.processes;
    expect(process?.command.args).toEqual(['--resume=1']);
    process?.spawn(7);
    handle.write('line\n', () => told.push('written'));
    handle.end();
    handle.kill('SIGTERM');
    await settle();
    expect(told).toEqual(['spawned', 'written']);
    expect(process?.ended).toBe(true);
    expect(process?.signals).toEqual(['SIGTERM']);
  });

  it('reports a failed preparation', async () => {
    const { port, told } = started(() => Promise.reject(new Error('no room')));
    await settle();
    expect(told).toEqual(['failed SpawnFailed']);
    expect(port.processes).toEqual([]);
  });

  it.each([
    ['ended', (handle: { end(): void }) => handle.end()],
    ['killed', (handle: { kill(signal: 'SIGKILL'): void }) => handle.kill('SIGKILL')],
  ])('starts nothing if it was %s before', async (_, leave) => {
    const signals: AbortSignal[] = [];
    const { handle, told, port } = started((given, signal) => {
      signals.push(signal);
      return never(given, signal);
    });
    leave(handle);
    await settle();
    expect(told).toEqual(['failed Aborted']);
    expect(signals).toMatchObject([{ aborted: true }]);
    expect(port.processes).toEqual([]);
  });

  it('starts nothing if it was ended just as its preparation finished', async () => {
    const { port, handle, told } = started(async (given) => {
      queueMicrotask(() => handle.end());
      return given;
    });
    await settle();
    expect(told).toEqual(['failed Aborted']);
    expect(port.processes).toEqual([]);
  });

  it('reports nothing after its release', async () => {
    const { handle, told, port } = started(never);
    handle.release();
    await settle();
    expect(told).toEqual([]);
    expect(port.processes).toEqual([]);
  });

  it('refuses a line before the start', async () => {
    const { handle } = started(never);
    const codes: (string | undefined)[] = [];
    handle.write('line\n', (error) => codes.push(error?.code));
    expect(codes).toEqual([]);
    await settle();
    expect(codes).toEqual(['WriteFailed']);
  });
});
