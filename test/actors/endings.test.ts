import { describe, expect, it } from '@jest/globals';
import type { ClaudeActorsError } from '../../src/errors.js';
import { settle } from '../support/simulated.js';
import { deaths, failed, hookCall, pending, silentCallbacks, watch } from './fates.js';
import { line, permissionRequest, running, starting } from './memorySession.js';

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
