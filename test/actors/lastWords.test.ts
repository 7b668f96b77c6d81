import { describe, expect, it } from '@jest/globals';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import { settle } from '../support/simulated.js';
import { failed, hookCall, type Memory, silentCallbacks, watch } from './fates.js';
import { line, result, running, starting } from './memorySession.js';

describe('what the CLI said', () => {
  const exitWith = async (code: number, talk: (memory: Memory) => void) => {
    const memory = await running();
    talk(memory);
    memory.process().endStdout();
    memory.process().exit({ code });
    await settle();
    return failed(memory);
  };

  it('on stdout is quoted, and a missing login is named', async () => {
    const memory = starting();
    await settle();
    memory.process().spawn(7);
    memory.process().stdout('Invalid API key · Please run /login');
    memory.process().endStdout();
    memory.process().exit({ code: 1 });
    await settle();
    const error = await failed(memory as Memory);
    expect(error.message).toBe(
      'Claude Code process exited with code 1 before the session was running. Its last output was: "Invalid API key · Please run /login". Log in with `claude`, or set ANTHROPIC_API_KEY.',
    );
    expect(error.details.stdoutTail).toBe('Invalid API key · Please run /login');
  });

  it('is not taken for a missing login after valid messages', async () => {
    const error = await exitWith(77, () => {});
    expect(error.message).toBe(
      'Claude Code process exited with code 77. It gave no reason. Set `debug: true` to have it write more to stderr.',
    );
  });

  it('on both pipes is quoted without a doubled full stop', async () => {
    const error = await exitWith(9, ({ process }) => {
      process().stdout('a wrapper says hello.\n');
      process().stderr('fatal: no space left.\n');
    });
    expect(error.message).toBe(
      'Claude Code process exited with code 9. Its last output was: "a wrapper says hello", and on stderr: "fatal: no space left". Check that output for the reason.',
    );
  });

  it('is in the error of a request that timed out, while the CLI lives on', async () => {
    const memory = await running();
    const request = watch(memory.session.request('mcp_status', '{}', { timeoutMs: 100 }));
    memory.process().stderr('waiting for the network\n');
    memory.process().stdout('{"type":"assist');
    await settle();
    memory.clock.increment(100);
    await settle();
    expect(request()).toMatchObject({
      error: {
        code: 'ControlTimeout',
        details: {
          operation: 'mcp_status',
          requestId: 'req_1',
          pid: 7,
          stderrTail: 'waiting for the network\n',
          stdoutTail: '{"type":"assist',
        },
      },
    });
    expect(memory.session.state).toBe('running');
  });

  it('is in the error of a refused request', async () => {
    const memory = await running();
    const request = watch(memory.session.request('mcp_status', '{}'));
    const response = { subtype: 'error', request_id: 'req_1', error: 'No such thing.' };
    memory.say({ type: 'control_response', response });
    await settle();
    expect(request()).toMatchObject({
      error: {
        code: 'ControlRejected',
        message: expect.stringContaining('refused `mcp_status`: No such thing. Check'),
        details: { operation: 'mcp_status', requestId: 'req_1', pid: 7 },
      },
    });
  });

  it.each([
    ['InitializeTimeout', (memory: Memory) => memory.clock.increment(30_000)],
    [
      'InitializeRejected',
      ({ say }: Memory) =>
        say({
          type: 'control_response',
          response: { subtype: 'error', request_id: 'req_0', error: 'no' },
        }),
    ],
  ])('is in %s', async (code, fail) => {
    const memory = starting() as Memory;
    await settle();
    memory.process().spawn(7);
    await settle();
    memory.process().stderr('starting slowly\n');
    fail(memory);
    await settle();
    memory.exit(0);
    const error = await failed(memory);
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining('Its last output on stderr was: "starting slowly".'),
      details: { operation: 'initialize', requestId: 'req_0', pid: 7 },
    });
    expect(error.details).toHaveProperty('argv');
    expect(error.details.stderrTail).toBe('starting slowly\n');
  });
});

describe('the answer to the handshake', () => {
  it('that is missing rejects `initialization` once its time is over', async () => {
    const { host } = silentCallbacks();
    const memory = starting({ callbacks: host });
    await settle();
    memory.process().spawn(7);
    await settle();
    memory.say(hookCall);
    await settle();
    expect(memory.session.state).toBe('running');
    const initialization = watch(memory.session.initialization);
    memory.clock.increment(30_000);
    await settle();
    expect(initialization()).toMatchObject({
      error: { code: 'InitializeTimeout', details: { requestId: 'req_0' } },
    });
    expect(memory.warnings()).toContain('InitializeUnanswered');
    expect(memory.session.state).toBe('running');
  });

  it.each([undefined, null, 'yes', 7])('that is %s counts as an empty one', async (response) => {
    const memory = starting();
    await settle();
    memory.process().spawn(7);
    await settle();
    memory.say({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'req_0', response },
    });
    await settle();
    await expect(memory.session.initialization).resolves.toEqual({});
    expect(memory.warnings()).toContain('ThinInitialize');
  });
});

it('a result that is an error explains an exit with 1', async () => {
  const memory = await running();
  const turn = watch(memory.session.send('u1', line('hi')).result);
  memory.say(result({ is_error: true }));
  await settle();
  expect(turn()).toMatchObject({ value: { is_error: true } });
  memory.exit(1);
  await expect(memory.session.ended).resolves.toEqual({ kind: 'completed' });
  expect(memory.warnings()).toContain('NonZeroExit');
});

it('a hook that throws is named in the warning, with its tool and duration', async () => {
  const host = userCallbacks({
    hooks: [
      {
        id: 'hook_0',
        event: 'PreToolUse',
        group: 0,
        index: 0,
        timeoutMs: 1_000,
        onFailure: 'continue',
        run: () => Promise.reject(new Error('boom')),
      },
    ],
  });
  const memory = await running({ callbacks: host });
  memory.say(hookCall);
  await settle();
  const warning = memory.events.findLast(({ type }) => type === 'warning');
  expect(warning).toMatchObject({
    code: 'CallbackFailed',
    message: expect.stringMatching(
      /^The hook callback for PreToolUse Bash failed after \d+ ms: boom$/,
    ),
    context: { hookEvent: 'PreToolUse', toolName: 'Bash', durationMs: expect.any(Number) },
  });
});
