import { describe, expect, it } from '@jest/globals';
import { CallbackJob } from '../../../src/actors/callbacks/CallbackJob.js';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import { block, modifyInput, proceed, stopRun } from '../../../src/codec/hooks.js';
import type { Hook, PermissionCallback } from '../../../src/options/callbackTypes.js';
import { answer, failure, nonsense, prepare } from './callbackAnswers.js';

describe('a hook', () => {
  const hookOf = (run: Hook, event = 'PreToolUse', onFailure: 'continue' | 'deny' = 'deny') => ({
    hooks: [{ id: 'hook_0', event, group: 0, index: 0, timeoutMs: 1234, onFailure, run }],
  });
  const call = {
    subtype: 'hook_callback',
    callback_id: 'hook_0',
    input: { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
    tool_use_id: 'toolu_1',
  };

  const denial = { hookSpecificOutput: { permissionDecision: 'deny' } };

  it('gets the input, the id of the tool use and a signal', async () => {
    const seen: unknown[] = [];
    const prepared = prepare(
      hookOf((...given) => {
        seen.push(...given);
        return {};
      }),
      call,
    );
    expect(seen).toEqual([]);
    await answer(prepared);
    expect(seen).toEqual([call.input, 'toolu_1', { signal: expect.any(AbortSignal) }]);
    expect({ ...(seen[2] as object) }).toEqual({ signal: expect.any(AbortSignal) });
  });

  it('has the time that it was registered with', () => {
    expect(prepare(hookOf(proceed), call)).toMatchObject({
      kind: 'callback',
      request: { requestId: 'r', kind: 'hook', label: 'hook_0', timeoutMs: 1234 },
    });
  });

  it('is named by its event and its tool', () => {
    const named = (input: object, user = hookOf(proceed)) => {
      const prepared = prepare(user, { ...call, input });
      return prepared.kind === 'unanswerable' ? undefined : prepared.request;
    };
    expect(named(call.input)).toMatchObject({ hookEvent: 'PreToolUse', toolName: 'Bash' });
    // What the session registered counts, not what the CLI says.
    const stop = named({ hook_event_name: 'Later', tool_name: 7 }, hookOf(proceed, 'Stop'));
    expect(stop).toMatchObject({ hookEvent: 'Stop', toolName: undefined });
    expect(named(call.input, { hooks: [] })).toMatchObject({ hookEvent: 'PreToolUse' });
  });

  it.each([
    ['an empty answer', {}, {}],
    ['fields of its own', { systemMessage: 'x' }, { systemMessage: 'x' }],
    ['proceed()', proceed(), { continue: true }],
    [
      'block()',
      block('no'),
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
        },
      },
    ],
  ])('may return %s, at once, by a promise or by a thenable', async (_, output, wire) => {
    // biome-ignore lint/suspicious/noThenProperty: that is what is tried here.
    const thenable = { then: (resolve: (value: object) => void) => resolve(output) };
    expect(
      await answer(
        prepare(
          hookOf(() => output),
          call,
        ),
      ),
    ).toEqual(wire);
    expect(
      await answer(
        prepare(
          hookOf(async () => output),
          call,
        ),
      ),
    ).toEqual(wire);
    expect(
      await answer(
        prepare(
          hookOf(() => thenable as never),
          call,
        ),
      ),
    ).toEqual(wire);
  });

  it.each(nonsense)('that returns %p has failed', async (returned, named) => {
    const failing = answer(
      prepare(
        hookOf(() => returned as never),
        call,
      ),
    );
    await expect(failing).rejects.toThrow(named);
  });

  it('that throws has failed', async () => {
    const throws = hookOf(() => {
      throw new Error('boom');
    });
    await expect(answer(prepare(throws, call))).rejects.toThrow('boom');
  });

  it('passes on from which CLI on a stop works by itself', async () => {
    const stopSinceOf = async (event: string, run: Hook) => {
      const prepared = prepare(hookOf(run, event), call);
      if (prepared.kind !== 'callback') throw new Error('it is one');
      return (await CallbackJob.run(prepared.job, new AbortController())).stopSince;
    };
    expect(await stopSinceOf('PreToolUse', () => stopRun('enough'))).toBe('2.1.210');
    expect(await stopSinceOf('Notification', () => stopRun('enough'))).toBeNull();
    expect(await stopSinceOf('PreToolUse', () => block('no'))).toBeUndefined();
  });

  it('passes on the warning about what has no effect', async () => {
    const prepared = prepare(
      hookOf(() => modifyInput({}), 'Stop'),
      call,
    );
    if (prepared.kind !== 'callback') throw new Error('it is one');
    const { warning } = await CallbackJob.run(prepared.job, new AbortController());
    expect(warning).toMatchObject({ code: 'ModifyInputIgnored' });
  });

  it('fails open, or closed if it says so', () => {
    expect(failure(prepare(hookOf(proceed, 'PreToolUse', 'continue'), call))).toEqual({
      continue: true,
    });
    expect(failure(prepare(hookOf(proceed, 'PreToolUse', 'deny'), call))).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  });

  it.each([['hook_1'], ['__proto__'], ['']])(
    'called %j that is not known: UnknownCallback',
    (id) => {
      const unknown = { ...call, callback_id: id };
      const open = prepare(hookOf(proceed, 'PreToolUse', 'continue'), unknown);
      expect(open).toMatchObject({ kind: 'bad', code: 'UnknownCallback' });
      expect(failure(open)).toEqual({ continue: true });
      // It may have been the hook that fails closed.
      expect(failure(prepare(hookOf(proceed), unknown))).toMatchObject(denial);
      expect(failure(prepare(hookOf(proceed, 'PermissionRequest'), unknown))).toEqual({
        continue: true,
      });
    },
  );

  it.each<[string, string | undefined, 'continue' | 'deny', object]>([
    ['the hook it names', 'hook_0', 'deny', denial],
    ['the hook it names', 'hook_0', 'continue', { continue: true }],
    ['any hook, if it names none', undefined, 'deny', denial],
    ['any hook, if it names none', undefined, 'continue', { continue: true }],
    ['any hook, if it names an unknown one', 'hook_7', 'deny', denial],
  ])('called by a malformed request fails as %s (%s, %s)', (_, id, onFailure, answer) => {
    const host = userCallbacks(hookOf(proceed, 'PreToolUse', onFailure));
    const prepared = host.prepareMalformed('r', 'hook_callback', 'no input', id);
    expect(prepared).toMatchObject({ kind: 'bad', code: 'CallbackFailed', why: 'no input' });
    expect(failure(prepared)).toMatchObject(answer);
  });

  it('called by a malformed request fails by its own policy, whatever that of another hook is', () => {
    const open = hookOf(proceed, 'PreToolUse', 'continue').hooks;
    const closed = hookOf(proceed).hooks.map((hook) => ({ ...hook, id: 'hook_1' }));
    const host = userCallbacks({ hooks: [...open, ...closed] });
    const malformed = (id: string) =>
      failure(host.prepareMalformed('r', 'hook_callback', 'no input', id));
    expect(malformed('hook_0')).toEqual({ continue: true });
    expect(malformed('hook_1')).toMatchObject(denial);
  });

  it('called by a malformed request blocks what can be blocked only', () => {
    const malformed = (event: string) =>
      failure(userCallbacks(hookOf(proceed, event)).prepareMalformed('r', 'hook_callback', ''));
    expect(malformed('Stop')).toEqual({ continue: true });
    expect(malformed('UserPromptSubmit')).toMatchObject({ decision: 'block' });
    expect(malformed('PermissionRequest')).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny' } },
    });
  });

  it('that is not known may have an event without a text', () => {
    const odd = { hook_event_name: { toString: 1, valueOf: 1 } };
    expect(prepare({}, { ...call, input: odd })).toMatchObject({ kind: 'bad' });
  });
});

describe('a permission request', () => {
  const call = {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command: 'ls' },
    tool_use_id: 'toolu_1',
    display_name: 'Shell',
    description: 'List',
    permission_suggestions: [{ type: 'setMode' }],
    blocked_path: '/home/dev/x',
    decision_reason: 'why',
    decision_reason_type: 'rule',
    decision_reason_code: 'R1',
    title: 'Claude wants to list',
    default_to_no: true,
    suppress_always_allow_rule: true,
    agent_id: 'agent',
    mcp_server: { name: 'calc', source: 'sdk' },
    matched_ask_rule: { source: 'userSettings', tool_name: 'Bash', rule_content: 'ls' },
    server_policy_ask_only: true,
  };

  it('tells user code all that the CLI told', async () => {
    const seen: unknown[] = [];
    const canUseTool: PermissionCallback = (...given) => {
      seen.push(...given);
      return { behavior: 'allow' };
    };
    await answer(prepare({ canUseTool }, call));
    expect(seen).toEqual([
      'Bash',
      { command: 'ls' },
      {
        signal: expect.any(AbortSignal),
        requestId: 'r',
        suggestions: [{ type: 'setMode' }],
        blockedPath: '/home/dev/x',
        decisionReason: 'why',
        decisionReasonType: 'rule',
        decisionReasonCode: 'R1',
        title: 'Claude wants to list',
        defaultToNo: true,
        suppressAlwaysAllowRule: true,
        displayName: 'Shell',
        description: 'List',
        mcpServer: { name: 'calc', source: 'sdk' },
        matchedAskRule: { source: 'userSettings', toolName: 'Bash', ruleContent: 'ls' },
        serverPolicyAskOnly: true,
        toolUseID: 'toolu_1',
        agentID: 'agent',
      },
    ]);
  });

  it('allows with the old input if there is no new one', async () => {
    const canUseTool: PermissionCallback = async () => ({ behavior: 'allow' });
    expect(await answer(prepare({ canUseTool }, call))).toEqual({
      behavior: 'allow',
      updatedInput: { command: 'ls' },
    });
  });

  it('denies with a message', async () => {
    const canUseTool: PermissionCallback = () => ({
      behavior: 'deny',
      message: 'no',
      interrupt: true,
    });
    expect(await answer(prepare({ canUseTool }, call))).toEqual({
      behavior: 'deny',
      message: 'no',
      interrupt: true,
    });
  });

  it('interrupts even if the message is missing, with a warning', async () => {
    const canUseTool = () => ({ behavior: 'deny', interrupt: true }) as never;
    const prepared = prepare({ canUseTool }, call);
    if (prepared.kind !== 'callback') throw new Error('it is one');
    const { body, warning } = await CallbackJob.run(prepared.job, new AbortController());
    expect(JSON.parse(body)).toMatchObject({ behavior: 'deny', interrupt: true });
    expect(warning).toMatchObject({ code: 'CallbackFailed' });
  });

  it.each([...nonsense, [true, 'a boolean'], [{ behavior: 'ask' }, 'behavior'], [{}, 'behavior']])(
    'whose callback returns %p has failed',
    async (returned, named) => {
      const canUseTool = () => returned as never;
      await expect(answer(prepare({ canUseTool }, call))).rejects.toThrow(named as string);
    },
  );

  it('has no time limit unless one is given', () => {
    const canUseTool: PermissionCallback = () => ({ behavior: 'allow' });
    const limited = { canUseTool, permissionTimeoutMs: 50 };
    expect(prepare({ canUseTool }, call)).toMatchObject({ request: { timeoutMs: undefined } });
    expect(prepare(limited, call)).toMatchObject({ request: { timeoutMs: 50 } });
  });

  it('fails closed, even if nobody can be asked', () => {
    const prepared = prepare({}, call);
    expect(prepared).toMatchObject({ kind: 'bad', code: 'UnknownCallback' });
    expect(failure(prepared)).toMatchObject({ behavior: 'deny', message: expect.any(String) });
    const canUseTool: PermissionCallback = () => ({ behavior: 'allow' });
    expect(failure(prepare({ canUseTool }, call))).toMatchObject({ behavior: 'deny' });
  });
});
