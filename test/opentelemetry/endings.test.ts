import { describe, expect, it, jest } from '@jest/globals';
import { ROOT_CONTEXT, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { createActor, setup } from 'xstate';
import { queryMachine, sessionMachine } from '../../src/actors/machines.js';
import { queryInput, sessionInput } from '../../src/embedding.js';
import { CallbackSpans } from '../../src/opentelemetry/CallbackSpans.js';
import { SpanRegistry } from '../../src/opentelemetry/SpanRegistry.js';
import type { Options } from '../../src/options/types.js';
import { query } from '../../src/Query.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { simulatedClock } from '../../src/testing/simulatedClock.js';
import { leave, observedRun } from '../actors/observing/observedRun.js';
import { settle } from '../support/simulated.js';
import { ask, bash } from './runs.js';
import { traced } from './traced.js';

const failed = (type: string) => ({
  status: { code: SpanStatusCode.ERROR },
  attributes: { 'error.type': type },
});
const busy = { turns: [[{ tool: 'Bash', input: { command: 'ls' } }, { silence: true as const }]] };
const hanging = { PreToolUse: [{ hooks: [() => new Promise<never>(() => {})] }] };
const started = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('every span ends', () => {
  it('when the CLI crashes in the middle of a turn', async () => {
    const { telemetry, span, open } = traced();
    const { port } = fakeCli({
      turns: [[{ tool: 'Bash', input: { command: 'ls' } }, { crash: 'SIGKILL' }]],
    });
    const session = await startSession({ options: { port, telemetry } });
    await expect(session.send('Go').result).rejects.toMatchObject({ code: 'TurnLost' });
    await expect(session.end()).rejects.toMatchObject({ code: 'ProcessError' });
    await settle();
    expect(open()).toEqual([]);
    expect(span('invoke_agent claude-code')).toMatchObject(failed('TurnLost'));
    expect(span('claude.session')).toMatchObject(failed('ProcessError'));
    expect(span('claude.session').attributes['claude.cli.signal']).toBe('SIGKILL');
    expect(span('claude.session').events).toContainEqual(
      expect.objectContaining({
        name: 'exception',
        attributes: expect.objectContaining({ 'exception.type': 'ProcessError' }),
      }),
    );
  });

  it('when the session is stopped while a tool, a hook and a request are running', async () => {
    const { telemetry, span, open } = traced();
    const { port } = fakeCli(busy);
    const session = await startSession({ options: { port, telemetry, hooks: hanging } });
    const turn = session.send('Go');
    turn.result.catch(() => {});
    for await (const message of session.messages()) if (message.type === 'assistant') break;
    const asked = session.request('never_answered').catch(() => {});
    // A hook is called after the loops have seen the messages before it.
    while (!open().includes('hook PreToolUse')) await started();
    expect(open()).toEqual(
      expect.arrayContaining(['claude.session', 'execute_tool Bash', 'hook PreToolUse']),
    );
    await session.stop();
    await asked;
    await settle();
    expect(open()).toEqual([]);
    // The CLI had time to report how they ended.
    expect(span('execute_tool Bash')).toMatchObject(failed('tool_error'));
    expect(span('invoke_agent claude-code')).toMatchObject(failed('error_during_execution'));
    expect(span('hook PreToolUse').attributes['claude.callback.result']).toBe('cancelled');
    expect(span('claude.session').status.code).toBe(SpanStatusCode.UNSET);
  });

  it('when a signal aborts it, which is not a failure', async () => {
    const { telemetry, span, open } = traced();
    const controller = new AbortController();
    const options = { port: fakeCli(busy).port, telemetry, signal: controller.signal };
    const stream = query('Go', { mode: 'oneShot', ...options });
    await stream.next();
    controller.abort();
    await expect(stream.next()).rejects.toMatchObject({ code: 'Aborted' });
    await stream.close();
    await settle();
    expect(open()).toEqual([]);
    expect(span('claude.session').status.code).toBe(SpanStatusCode.UNSET);
    expect(span('claude.session').attributes['error.type']).toBe('Aborted');
    expect(span('invoke_agent claude-code').attributes['claude.turn.state']).toBe('lost');
  });

  it('when the start fails', async () => {
    const { telemetry, span, open } = traced();
    const { port } = fakeCli({ faults: { exitAtStart: { code: 1, stderr: 'not logged in' } } });
    await expect(startSession({ options: { port, telemetry } })).rejects.toMatchObject({
      code: 'ExitedDuringStart',
    });
    await settle();
    expect(open()).toEqual([]);
    expect(span('claude.session')).toMatchObject(failed('ExitedDuringStart'));
    expect(span('control initialize')).toMatchObject(failed('ExitedDuringStart'));
  });

  it('when there is no CLI at all', async () => {
    const { telemetry, span, open } = traced();
    const pathToClaudeCodeExecutable = '/no/such/claude';
    const stream = query('Go', { pathToClaudeCodeExecutable, telemetry });
    await expect(stream.next()).rejects.toMatchObject({ code: 'CliNotFound' });
    await stream.close();
    await settle();
    expect(open()).toEqual([]);
    expect(span('claude.session')).toMatchObject(failed('CliNotFound'));
  });

  it('when the handshake is not answered', async () => {
    const { telemetry, span, open } = traced();
    const clock = simulatedClock();
    const { port } = fakeCli({ faults: { initializeSilence: true } }, { clock });
    const starting = startSession({ options: { port, clock, telemetry } });
    const rejected = expect(starting).rejects.toMatchObject({ code: 'InitializeTimeout' });
    await settle();
    clock.increment(30_000);
    await rejected;
    await settle();
    expect(open()).toEqual([]);
    expect(span('control initialize')).toMatchObject(failed('InitializeTimeout'));
  });

  it('when a tool, a turn and a request have no answer at the exit', async () => {
    const { telemetry, span, open } = traced();
    const run = observedRun({ telemetry });
    const session = await startSession({ options: run.options });
    const lost = expect(session.send('Go').result).rejects.toMatchObject({ code: 'TurnLost' });
    const asked = expect(session.request('slow')).rejects.toMatchObject({ code: 'SessionStopped' });
    await settle();
    const content = [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }];
    run.say({ type: 'assistant', message: { content }, parent_tool_use_id: null });
    leave(run.process(), 1);
    await Promise.all([lost, asked]);
    await expect(session.end()).rejects.toMatchObject({ code: 'ProcessError' });
    await settle();
    expect(open()).toEqual([]);
    expect(span('execute_tool Bash').attributes['claude.tool.unfinished']).toBe(true);
    expect(span('control slow').attributes['claude.control.result']).toBe('cancelled');
  });

  it('when the chart of an actor breaks', async () => {
    const { telemetry, span, open } = traced();
    const broken = sessionMachine.provide({
      actions: {
        deliver() {
          throw new Error('a fault of the chart');
        },
      },
    });
    const parent = setup({ actors: { broken } }).createMachine({
      invoke: { src: 'broken', input: sessionInput({ port: fakeCli().port, telemetry }, 'Go') },
      on: { '*': {} },
    });
    const actor = createActor(parent).start();
    await started();
    expect(open()).toEqual([]);
    expect(span('claude.session')).toMatchObject(failed('ProcessError'));
    actor.stop();
  });

  it.each([
    ['sessionMachine', sessionActor],
    ['queryMachine', queryActor],
  ])('when the actor of a %s is stopped', async (_, create) => {
    const { telemetry, open, spans } = traced();
    const actor = create({ port: fakeCli(busy).port, telemetry });
    expect(open()).toEqual([]);
    actor.start();
    await started();
    expect(open()).toContain('claude.session');
    actor.stop();
    await settle();
    expect(open()).toEqual([]);
    expect(spans().map(({ name }) => name)).toContain('claude.session');
  });
});

function sessionActor(options: Options) {
  return createActor(sessionMachine, { input: sessionInput(options) });
}

function queryActor(options: Options) {
  return createActor(queryMachine, { input: queryInput('Go', options) });
}

describe('failures', () => {
  it('of a tracer, when a cancelled callback ends, do not end the program', async () => {
    const { tracer } = traced();
    const ends: string[] = [];
    const startSpan: Tracer['startSpan'] = (name, ...rest) => {
      const span = tracer.startSpan(name, ...rest);
      if (!name.startsWith('hook ')) return span;
      span.end = () => {
        ends.push(name);
        throw new Error('a fault of the exporter');
      };
      return span;
    };
    const late: (() => void)[] = [];
    const queue = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation((run) => {
      late.push(run);
    });
    const spans = new CallbackSpans(
      new SpanRegistry({ startSpan } as Tracer),
      { start() {}, contextOf: () => undefined, callerContext: () => ROOT_CONTEXT } as never,
      { hide: (text) => text, sessionContext: () => ROOT_CONTEXT },
    );
    const callback = { kind: 'hook', requestId: 'r1', name: 'PreToolUse' } as never;
    try {
      const request = { subtype: 'hook_callback', input: { hook_event_name: 'PreToolUse' } };
      spans.start({ type: 'callbackBegun', callback, request } as never);
      spans.end({ type: 'callbackEnded', callback, result: 'cancelled' } as never);
    } finally {
      queue.mockRestore();
    }
    expect(late).toHaveLength(1);
    expect(() => late[0]?.()).not.toThrow();
    expect(ends).toEqual(['hook PreToolUse']);
  });

  it('of a hook that throws are recorded, without secrets', async () => {
    const { telemetry, span } = traced();
    const { port } = fakeCli(bash('ls'));
    const throws = () => {
      throw new TypeError('no such key: sk-ant-api03-abcdefghijklmnop');
    };
    await ask({
      port,
      telemetry,
      hooks: { PreToolUse: [{ hooks: [throws] }] },
    });
    const hook = span('hook PreToolUse');
    expect(hook).toMatchObject(failed('TypeError'));
    expect(hook.events[0]?.attributes?.['exception.message']).toContain('no such key: ');
    expect(JSON.stringify([hook.events, hook.status])).not.toContain('abcdefghijklmnop');
  });

  it('of a hook that times out have the code of the warning', async () => {
    const { telemetry, span, open } = traced();
    const clock = simulatedClock();
    const { port } = fakeCli(busy, { clock });
    const session = await startSession({
      options: { port, clock, telemetry, hooks: hanging, timeouts: { hook: 2000 } },
    });
    session.send('Go').result.catch(() => {});
    await settle();
    expect(open()).toContain('hook PreToolUse');
    clock.increment(2000);
    await settle();
    expect(span('hook PreToolUse')).toMatchObject(failed('CallbackTimedOut'));
    const gone = session.stop();
    clock.increment(5000);
    await gone;
  });

  it('of the API are failures of the turn', async () => {
    const { telemetry, span } = traced();
    const { port } = fakeCli({ turns: [[{ apiError: { status: 529, message: 'overloaded' } }]] });
    const session = await startSession({ options: { port, telemetry } });
    const { terminal_reason } = await session.send('Go').result;
    await session.stop();
    await settle();
    expect(span('invoke_agent claude-code')).toMatchObject(failed(String(terminal_reason)));
  });

  it('of control requests have their codes; a cancelled one has not failed', async () => {
    const { telemetry, span } = traced();
    const clock = simulatedClock();
    const { port } = fakeCli({ faults: {} }, { clock });
    const session = await startSession({ options: { port, clock, telemetry } });
    await expect(session.request('no_such_request')).rejects.toMatchObject({
      code: 'ControlRejected',
    });
    const given = new AbortController();
    const answer = session.request('interrupt', {}, { signal: given.signal });
    given.abort();
    await expect(answer).rejects.toMatchObject({ code: 'Aborted' });
    await session.stop();
    await settle();
    expect(span('control no_such_request')).toMatchObject(failed('ControlRejected'));
    expect(span('control interrupt')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'claude.control.result': 'cancelled', 'error.type': 'Aborted' },
    });
  });

  it('do not include an interrupted turn', async () => {
    const { telemetry, span } = traced();
    const { port } = fakeCli({ turns: [[{ tool: 'Bash', takes: 60_000 }, { text: 'Done.' }]] });
    const session = await startSession({ options: { port, telemetry, allowedTools: ['Bash'] } });
    const turn = session.send('Go');
    for await (const message of session.messages()) if (message.type === 'assistant') break;
    await turn.interrupt();
    await turn.result;
    await session.stop();
    await settle();
    expect(span('invoke_agent claude-code')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'claude.turn.state': 'interrupted' },
    });
  });
});
