import { describe, expect, it } from '@jest/globals';
import { createActor, type EventObject, fromTransition } from 'xstate';
import type { CallbackHost } from '../../../src/actors/callbacks/callbackHost.js';
import { processMachine } from '../../../src/actors/machines.js';
import type { LaunchPlan } from '../../../src/actors/process/Launch.js';
import { shutdownTimings } from '../../../src/defaults.js';
import { ClaudeActorsError } from '../../../src/errors.js';
import { writeFailedError } from '../../../src/ffi/process/inputPipe.js';
import { settle, simulatedLaunch } from '../../support/simulated.js';

const { end: endLadder, stop: stopLadder } = shutdownTimings();

/** A process on the in-memory port, and everything its owner receives. */
function started(plan: Partial<LaunchPlan> = {}, callbacks?: CallbackHost) {
  const { launch, clock, process, port } = simulatedLaunch(callbacks, plan);
  const told: EventObject[] = [];
  const owner = createActor(
    fromTransition((_: null, event: EventObject) => {
      told.push(event);
      return null;
    }, null),
  ).start();
  const actor = createActor(processMachine, {
    clock,
    input: {
      launch,
      owner,
      shutdown: { end: endLadder, stop: stopLadder },
      writeTimeoutMs: 5000,
      outputAfterExitMs: 500,
      leftoverGraceMs: 250,
    },
  }).start();
  const write = (line: string) =>
    actor.send({ type: 'process.write', line: { kind: 'message', line }, tag: line });
  return { actor, launch, clock, told, port, process, write };
}

/** The same, spawned. */
function alive(plan: Partial<LaunchPlan> = {}) {
  const all = started(plan);
  all.process().spawn(7);
  return all;
}

describe('what is written', () => {
  it('is in order, and lines that wait for a busy pipe go together', async () => {
    const { process, write } = alive();
    process().writes = 'hold';
    write('a\n');
    // The pipe has not taken it within a turn of the event loop, so the rest waits.
    await settle();
    write('b\n');
    write('c\n');
    process().acceptHeld();
    expect(process().written).toEqual(['a\n']);
    await settle();
    process().acceptHeld();
    expect(process().written).toEqual(['a\n', 'b\n', 'c\n']);
  });

  it.each([
    ['throws', ['c\n', 'd\n']],
    ['fails', ['c\n', 'd\n']],
  ])('is confirmed line by line if a port %s in the middle', async (how, lost) => {
    const written: string[] = [];
    const failure = writeFailedError(7);
    const { write, told, clock } = started({
      port: {
        start(_, listener) {
          queueMicrotask(() => listener.spawned(7));
          return {
            write(line, done) {
              const isBad = line > 'b\n';
              if (isBad && how === 'throws') throw new Error('boom');
              if (!isBad) written.push(line);
              setImmediate(() => done(isBad ? failure : undefined));
            },
            end() {},
            kill() {},
            pauseOutput() {},
            resumeOutput() {},
            release() {},
          };
        },
      },
    });
    await settle();
    for (const line of ['a\n', 'aa\n', 'b\n', 'c\n', 'd\n']) write(line);
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.increment(500);
    expect(written).toEqual(['a\n', 'aa\n', 'b\n']);
    const failed = told.filter(({ type }) => type === 'process.writeFailed');
    expect(failed).toMatchObject(lost.map((tag) => ({ tag, error: { code: 'WriteFailed' } })));
  });

  it('is encoded by its kind', async () => {
    const { actor, process } = alive();
    const lines = [
      { kind: 'request' as const, id: 'req_0', body: '{"subtype":"interrupt"}' },
      { kind: 'answer' as const, id: 'x"y', body: '{}' },
      { kind: 'error' as const, id: 'z', error: 'no\n' },
      { kind: 'message' as const, line: '{"type":"user"}\n' },
    ];
    for (const line of lines) actor.send({ type: 'process.write', line, tag: '' });
    await settle();
    expect(process().written.map((line) => JSON.parse(line))).toEqual([
      { type: 'control_request', request_id: 'req_0', request: { subtype: 'interrupt' } },
      {
        type: 'control_response',
        response: { subtype: 'success', request_id: 'x"y', response: {} },
      },
      { type: 'control_response', response: { subtype: 'error', request_id: 'z', error: 'no\n' } },
      { type: 'user' },
    ]);
    expect(process().written.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  });

  it('fails for its own operation only', async () => {
    const { process, write, told, clock } = alive();
    process().writes = 'fail';
    write('a\n');
    await settle();
    clock.increment(500);
    process().writes = 'accept';
    write('b\n');
    await settle();
    expect(told).toMatchObject([
      { type: 'process.spawned', pid: 7 },
      { type: 'process.writeFailed', tag: 'a\n', error: { code: 'WriteFailed' } },
    ]);
    expect(process().written).toEqual(['b\n']);
  });

  it('is refused once input has ended', async () => {
    const { actor, process, write, told } = alive();
    actor.send({ type: 'process.end' });
    write('a\n');
    await settle();
    expect(process().ended).toBe(true);
    expect(told).toContainEqual(
      expect.objectContaining({ type: 'process.writeFailed', tag: 'a\n' }),
    );
  });
});

describe('what the process writes', () => {
  it('reaches the owner as events, without passing through the process machine', async () => {
    const { process, told } = alive();
    process().stdout('{"type":"a"}\n{"type":"result"}\n{"type":"b"}');
    expect(told.map(({ type }) => type)).toEqual(['process.spawned', 'cli.messages', 'cli.result']);
    process().endStdout();
    expect(told.slice(3).map(({ type }) => type)).toEqual(['cli.messages', 'process.outputEnded']);
  });

  it('throws nothing in the port if user code cannot be prepared', () => {
    const broken: CallbackHost = {
      prepare() {
        throw new Error('a fault of the host');
      },
      prepareMalformed() {
        throw new Error('a fault of the host');
      },
    };
    const { process, told } = started({}, broken);
    process().spawn(7);
    const asked = { type: 'control_request', request_id: 'r', request: { subtype: 'x' } };
    process().stdout(`${JSON.stringify(asked)}\n`);
    expect(told.slice(1)).toMatchObject([{ type: 'cli.unanswerable', requestId: 'r' }]);
  });

  it('on stderr is known for errors, up to the limit', async () => {
    const { actor, launch, process } = alive({ stderrBytes: 5 });
    process().stderr('some ');
    process().stderr('words');
    process().endStdout();
    process().exit({ code: 3 });
    expect(actor.getSnapshot().output).toMatchObject({
      kind: 'exited',
      code: 3,
      signal: null,
    });
    expect(launch.facts.details()).toMatchObject({ exitCode: 3, stderrTail: 'words' });
  });

  it('on stderr after its exit is known too', () => {
    const { actor, launch, process } = alive();
    process().keepStderrOpen = true;
    process().endStdout();
    process().exit({ code: 3 });
    expect(actor.getSnapshot().status).toBe('active');
    process().stderr('the reason');
    process().endStderr();
    expect(actor.getSnapshot().output).toMatchObject({ code: 3 });
    expect(launch.facts.details()).toMatchObject({ stderrTail: 'the reason' });
  });

  it('is paused and resumed on request', async () => {
    const { actor, process, told } = alive();
    actor.send({ type: 'process.pause' });
    expect(process().paused).toBe(true);
    process().stdout('{"type":"a"}\n');
    await settle();
    expect(told).toHaveLength(1);
    actor.send({ type: 'process.resume' });
    await settle();
    expect(told.at(-1)).toMatchObject({ type: 'cli.messages' });
  });
});

describe('output that is left when the process has exited', () => {
  it('is not paused, or it would be lost', async () => {
    const { actor, process, told } = alive();
    actor.send({ type: 'process.pause' });
    process().stdout('{"type":"a"}\n');
    process().exit();
    actor.send({ type: 'process.pause' });
    expect(process().paused).toBe(false);
    await settle();
    expect(told.at(-1)).toMatchObject({ type: 'cli.messages' });
  });
});

describe('a start that fails', () => {
  const notFound = new ClaudeActorsError('CliNotFound', 'not there');
  const failing = (error: unknown): Partial<LaunchPlan> => ({
    command() {
      throw error;
    },
  });

  it.each<[string, Partial<LaunchPlan>, string, string]>([
    ['the CLI is not found', failing(notFound), 'CliNotFound', 'not there'],
    ['the command throws', failing(new Error('odd')), 'SpawnFailed', 'odd'],
    ['what it throws has no text', failing(Object.create(null)), 'SpawnFailed', 'object'],
    [
      'the port throws',
      {
        port: {
          start() {
            throw new Error('no port');
          },
        },
      },
      'SpawnFailed',
      'no port',
    ],
    ['a limit makes no sense', { lineBytes: -1 }, 'InvalidOption', 'limits.lineBytes'],
  ])('because %s is its outcome, not an exception', (_, plan, code, text) => {
    const { actor } = started(plan);
    expect(actor.getSnapshot()).toMatchObject({
      status: 'done',
      output: {
        kind: 'spawnFailed',
        error: { code, message: expect.stringContaining(text) },
      },
    });
  });

  it('is also its outcome if the port reports it later', () => {
    const { actor, process } = started();
    process().fail(notFound);
    expect(actor.getSnapshot().output).toEqual({ kind: 'spawnFailed', error: notFound });
    expect(process().released).toBe(true);
  });
});

describe('a process whose actor is stopped', () => {
  it('is killed at once, and reports nothing more', async () => {
    const { actor, process, told } = alive();
    actor.stop();
    expect(process().signals).toEqual(['SIGKILL']);
    expect(process().released).toBe(true);
    process().stdout('{"type":"result"}\n');
    process().exit();
    await settle();
    expect(told).toHaveLength(1);
  });

  it('is killed also before it is spawned', () => {
    const { actor, process } = started();
    actor.stop();
    expect(process().signals).toEqual(['SIGKILL']);
    expect(process().released).toBe(true);
  });

  it('is killed also while a line is stuck', async () => {
    const { actor, process, write } = alive();
    process().writes = 'hold';
    write('a\n');
    actor.stop();
    await settle();
    expect(process().signals).toEqual(['SIGKILL']);
  });
});

describe('a launch that is destroyed', () => {
  it('kills its process whatever the machine is doing, and only once', () => {
    const { launch, process } = alive();
    launch.destroy();
    launch.destroy();
    expect(process().signals).toEqual(['SIGKILL']);
    expect(process().released).toBe(true);
  });

  it('does nothing if the process is gone', () => {
    const { launch, process } = alive();
    process().endStdout();
    process().exit();
    launch.destroy();
    expect(process().signals).toEqual([]);
  });

  it('shows nothing of what is launched', () => {
    const { launch } = started();
    expect(JSON.stringify(launch)).toBe('{}');
    expect(Object.keys(launch)).toEqual([]);
  });
});
