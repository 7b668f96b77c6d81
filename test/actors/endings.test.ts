import { describe, expect, it } from '@jest/globals';
import type { CallbackHost } from '../../src/actors/callbacks/callbackHost.js';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import type { ClaudeActorsError } from '../../src/errors.js';
import { settle } from '../support/simulated.js';
import { line, permissionRequest, result, running, starting } from './memorySession.js';

type Memory = Awaited<ReturnType<typeof running>>;

/** What a promise or an iterator has come to. */
type Fate = { value: unknown } | { error: ClaudeActorsError } | 'pending';

function watch(promise: Promise<unknown>): () => Fate {
  let fate: Fate = 'pending';
  promise.then(
    (value) => {
      fate = { value };
    },
    (error: ClaudeActorsError) => {
      fate = { error };
    },
  );
  return () => fate;
}

const hookCall = {
  type: 'control_request',
  request_id: 'h1',
  request: {
    subtype: 'hook_callback',
    callback_id: 'hook_0',
    input: { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
  },
};

/** Callbacks that never answer, and whose signals are kept. */
function silentCallbacks(): { host: CallbackHost; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const wait = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const host = userCallbacks({
    hooks: [
      {
        id: 'hook_0',
        event: 'PreToolUse',
        group: 0,
        index: 0,
        timeoutMs: 3_600_000,
        onFailure: 'continue',
        run: (_input, _id, { signal }) => wait(signal),
      },
    ],
    canUseTool: (_name, _input, { signal }) => wait(signal),
  });
  return { host, signals };
}

/** The ways in which a process ends that are a failure. */
const deaths: Record<string, (memory: Memory) => void> = {
  'exits with 70': ({ process }) => {
    process().stderr('out of memory\n');
    process().endStdout();
    process().exit({ code: 70 });
  },
  'exits with 1 after a half line': ({ process }) => {
    process().stdout('Invalid API key');
    process().endStdout();
    process().exit({ code: 1 });
  },
  'is killed': ({ process }) => {
    process().endStdout();
    process().exit({ code: null, signal: 'SIGKILL' });
  },
  'exits with 143': ({ process }) => {
    process().endStdout();
    process().exit({ code: 143 });
  },
  'exits while a descendant holds its stdout': ({ process, clock }) => {
    process().exit({ code: 3 });
    clock.increment(500);
  },
};

/** What may be pending when it dies. Each returns how that ends. */
const pending: Record<string, (memory: Memory) => () => Fate> = {
  'a turn': ({ session }) => watch(session.send('u1', line('hi')).result),
  'a request': ({ session }) => watch(session.request('mcp_status', '{}')),
  'end() behind a turn': ({ session }) => {
    session.send('u2', line('more'));
    return watch(session.end());
  },
  'idle()': ({ session }) => watch(session.idle()),
  'messages()': ({ session }) => watch(session.messages.iterate().next()),
};

async function failed(memory: Memory): Promise<ClaudeActorsError> {
  const outcome = await memory.session.ended;
  if (outcome.kind !== 'failed') throw new Error(`the session is ${outcome.kind}`);
  return outcome.error;
}

describe.each(Object.entries(deaths))('a CLI that %s', (_, die) => {
  it('ends the session as failed, idle or not, and says why', async () => {
    const memory = await running();
    die(memory);
    await settle();
    const error = await failed(memory);
    expect(error).toMatchObject({ code: 'ProcessError', details: { pid: 7, stage: 'run' } });
    expect(memory.session.state).toBe('failed');
  });

  it.each(Object.entries(pending))('settles %s with that cause', async (_what, begin) => {
    const { host } = silentCallbacks();
    const memory = await running({ callbacks: host });
    const fate = begin(memory);
    await settle();
    die(memory);
    await settle();
    await memory.session.ended;
    await settle();
    const cause = await failed(memory);
    const seen = fate();
    expect(seen).not.toBe('pending');
    if (typeof seen === 'object' && 'error' in seen) {
      expect(seen.error.cause).toBe(cause);
      const { exitCode, signal, stderrTail } = cause.details;
      expect(seen.error.details).toMatchObject({ exitCode, signal, stderrTail });
    }
  });

  it('aborts hooks and permission requests, and settles everything at once', async () => {
    const { host, signals } = silentCallbacks();
    const memory = await running({ callbacks: host });
    const fates = Object.values(pending).map((begin) => begin(memory));
    memory.say(hookCall);
    memory.say(permissionRequest('p1'));
    await settle();
    expect(signals).toHaveLength(2);
    die(memory);
    await settle();
    const cause = await failed(memory);
    await settle();
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    for (const fate of fates) {
      const seen = fate();
      expect(seen).not.toBe('pending');
      if (typeof seen === 'object' && 'error' in seen) expect(seen.error.cause).toBe(cause);
    }
    expect(memory.session.actor.getSnapshot().children).toEqual({});
  });

  it('before the handshake is answered settles `initialization` and what waits', async () => {
    const memory = starting();
    await settle();
    memory.process().spawn(7);
    await settle();
    const turn = watch(memory.session.send('u1', line('hi')).result);
    const request = watch(memory.session.request('mcp_status', '{}'));
    const started = watch(memory.session.started);
    const initialization = watch(memory.session.initialization);
    die(memory);
    await settle();
    const cause = await failed(memory);
    await settle();
    expect(cause.code).toBe('ExitedDuringStart');
    expect([started(), initialization()]).toEqual([{ error: cause }, { error: cause }]);
    for (const fate of [turn(), request()]) {
      expect(fate).toMatchObject({ error: { code: 'SessionNotInitialized' } });
      expect((fate as { error: Error }).error.cause).toBe(cause);
    }
  });
});

describe('a CLI whose pipes break a second before its exit is known', () => {
  it.each(['a turn', 'a request'])('settles %s with the cause', async (what) => {
    const memory = await running();
    memory.process().writes = 'fail';
    const fate = pending[what]?.(memory);
    await settle();
    memory.process().endStdout();
    for (const _ of ['half', 'whole']) {
      memory.clock.increment(500);
      await settle();
    }
    expect(fate?.()).toBe('pending');
    memory.process().stderr('out of memory\n');
    memory.process().exit({ code: 70 });
    await settle();
    const cause = await failed(memory);
    await settle();
    expect(fate?.()).toMatchObject({
      error: { cause, details: { exitCode: 70, stderrTail: 'out of memory\n' } },
    });
  });
});

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

describe('a turn that is lost', () => {
  it('names the exit, the conversation and the tools in doubt', async () => {
    const memory = await running();
    const first = watch(memory.session.send('u1', line('hi')).result);
    const second = watch(memory.session.send('u2', line('more')).result);
    const content = [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }];
    memory.say({ type: 'assistant', session_id: 'c1', message: { role: 'assistant', content } });
    memory.process().stderr('out of memory');
    memory.exit(70);
    await settle();
    const cause = await failed(memory);
    await settle();
    expect(first()).toMatchObject({
      error: {
        code: 'TurnLost',
        message:
          'Claude Code exited with code 70 before it answered this message. Its last output on stderr was: "out of memory". Start a new session with `resume: \'c1\'` and send the message again. Tools that were running may have finished: see `details.toolsInDoubt`.',
        cause,
        details: {
          exitCode: 70,
          sessionId: 'c1',
          toolsInDoubt: [{ id: 't1', name: 'Bash' }],
        },
      },
    });
    const { error } = second() as { error: ClaudeActorsError };
    expect(error.details).not.toHaveProperty('toolsInDoubt');
  });
});

describe('a stall with the action `stop`', () => {
  it('fails the turn, the session and what comes later, with the same cause', async () => {
    const stall = { start: 1_000, firstFrame: 1_000, midTurn: 1_000, action: 'stop' as const };
    const memory = await running({ input: { settings: { stall } } });
    const turn = watch(memory.session.send('u1', line('hi')).result);
    const end = watch(memory.session.end());
    await settle();
    memory.clock.increment(1_000);
    await settle();
    expect(memory.session.state).toBe('stopping');
    memory.exit(0);
    const cause = await failed(memory);
    await settle();
    expect(cause).toMatchObject({
      code: 'StallTimeout',
      details: { stage: 'firstFrame', limit: 1_000, pid: 7 },
    });
    expect(turn()).toMatchObject({ error: { code: 'TurnLost' } });
    expect((turn() as { error: Error }).error.cause).toBe(cause);
    expect(end()).toEqual({ value: { kind: 'failed', error: cause } });
    await expect(memory.session.request('mcp_status', '{}')).rejects.toMatchObject({ cause });
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
