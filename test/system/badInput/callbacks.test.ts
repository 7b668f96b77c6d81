import { describe, expect, it } from '@jest/globals';
import type {
  CanUseTool,
  HookCallback,
  HookMatcher,
  McpMessageHandler,
  Options,
  Warning,
} from '../../../src/index.js';
import { until } from '../../support/until.js';
import { type ActorCli, codes, type Json, start, within } from './support.js';

const result: Json = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'done',
  session_id: 's',
};
const asking = (request: Json) => ({
  message: [['say', { type: 'control_request', request_id: 'ask', request }]] as const,
  reply: [['say', result]] as const,
});
const forever = () => new Promise<never>(() => {});

function answerIn(cli: ActorCli): Json | undefined {
  const [answer] = cli.heard().filter(({ type }) => type === 'control_response');
  return answer?.response as Json | undefined;
}

/** What the CLI gets for a request that it makes within a turn, and what the user is warned of. */
async function answerTo(request: Json, options: Options) {
  const warnings: Warning[] = [];
  const { session, cli } = await start(asking(request), {
    ...options,
    onWarning: (warning) => warnings.push(warning),
  });
  const turn = session.send('Go');
  expect(await within('the turn', turn.result)).toMatchObject({ result: 'done' });
  const relevant = warnings.filter(({ code }) => code !== 'ThinInitialize');
  await within('end()', session.end());
  const answers = cli.heard().filter(({ type }) => type === 'control_response');
  expect(answers).toHaveLength(1);
  expect(answerIn(cli)).toMatchObject({ request_id: 'ask' });
  const { subtype, response } = answerIn(cli) as Json;
  return { subtype, answer: response as Json, warnings: relevant };
}

const circular: Json = {};
circular.self = circular;

const badHooks: [string, () => unknown, string][] = [
  [
    'throws',
    () => {
      throw new Error('my fault');
    },
    'CallbackFailed',
  ],
  ['rejects', () => Promise.reject(new Error('my fault')), 'CallbackFailed'],
  [
    'throws what has no text',
    () => {
      throw Object.create(null);
    },
    'CallbackFailed',
  ],
  ['hangs', forever, 'CallbackTimedOut'],
  ['returns a string', () => 'block', 'CallbackFailed'],
  ['returns a list', () => [1], 'CallbackFailed'],
  ['returns a number', () => 5, 'CallbackFailed'],
  ['returns a function', () => () => {}, 'CallbackFailed'],
  ['returns a circle', () => circular, 'CallbackFailed'],
  ['returns a BigInt inside', () => ({ systemMessage: 5n }), 'CallbackFailed'],
];

describe('a hook that', () => {
  const call = {
    subtype: 'hook_callback',
    callback_id: 'hook_0',
    tool_use_id: 'toolu_1',
    input: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} },
  };
  const hooks = (run: () => unknown, more: Partial<HookMatcher>): Options => ({
    hooks: { PreToolUse: [{ hooks: [run as HookCallback], ...more }] },
    timeouts: { hook: 200, shutdown: { end: 400, terminate: 300, kill: 600 } },
  });

  it.each(badHooks)('%s lets the tool run if it is to, with a warning', async (_, run, code) => {
    const { answer, warnings } = await answerTo(call, hooks(run, { onFailure: 'continue' }));
    expect(answer).toEqual({ continue: true });
    expect(codes(warnings)).toEqual([code]);
    expect(warnings[0]?.context).toMatchObject({ kind: 'hook', label: 'hook_0' });
  });

  it.each(badHooks)('%s is reported to the CLI, or denies if it hangs', async (_, run, code) => {
    const { subtype, answer, warnings } = await answerTo(call, hooks(run, {}));
    expect(subtype).toBe(code === 'CallbackTimedOut' ? 'success' : 'error');
    if (subtype === 'success') expect(JSON.stringify(answer)).toContain('"deny"');
    expect(codes(warnings)).toEqual([code]);
  });

  it.each(badHooks)('%s follows the policy for all hooks', async (_, run, code) => {
    const options = { ...hooks(run, {}), onHookFailure: 'continue' as const };
    const { answer, warnings } = await answerTo(call, options);
    expect(answer).toEqual({ continue: true });
    expect(codes(warnings)).toEqual([code]);
  });

  it.each(badHooks)('%s keeps the tool from running if it is to', async (_, run, code) => {
    const { answer, warnings } = await answerTo(call, hooks(run, { onFailure: 'deny' }));
    expect(answer).toMatchObject({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
    });
    expect(codes(warnings)).toEqual([code]);
  });

  it('hangs in a session that is stopped gets its signal aborted', async () => {
    let signal: AbortSignal | undefined;
    const hang: HookCallback = (_input, _id, context) => {
      signal = context.signal;
      return forever();
    };
    const options = { hooks: { PreToolUse: [{ hooks: [hang] }] } };
    const { session, cli } = await start(asking(call), options);
    session.send('Go');
    await until('the hook to run', () => signal);
    await within('stop()', session.stop());
    expect(signal?.aborted).toBe(true);
    expect(answerIn(cli)).toBeUndefined();
  });

  it('does not exist gets the answer of a failure, with a warning', async () => {
    const { answer, warnings } = await answerTo({ ...call, callback_id: 'hook_9' }, {});
    expect(answer).toEqual({ continue: true });
    expect(codes(warnings)).toEqual(['UnknownCallback']);
  });

  it('is called without what it needs gets the answer of a failure', async () => {
    const { answer, warnings } = await answerTo({ subtype: 'hook_callback' }, {});
    expect(answer).toEqual({ continue: true });
    expect(codes(warnings)).toEqual(['CallbackFailed']);
  });
});

describe('a permission callback that', () => {
  const ask = {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command: 'rm -rf build' },
    tool_use_id: 'toolu_1',
  };

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('my fault');
      },
    ],
    ['rejects', () => Promise.reject(new Error('my fault'))],
    ['returns null', () => null],
    ['returns nothing', () => undefined],
    ['returns true', () => true],
    ['returns a word', () => 'allow'],
    ['returns another behavior', () => ({ behavior: 'perhaps' })],
    ['returns no behavior', () => ({ allowed: true })],
    ['allows with an input that is no object', () => ({ behavior: 'allow', updatedInput: 5 })],
    ['allows with what is not JSON', () => ({ behavior: 'allow', updatedInput: { a: 5n } })],
  ])('%s denies, with a warning', async (_, run) => {
    const { answer, warnings } = await answerTo(ask, { canUseTool: run as CanUseTool });
    expect(answer).toMatchObject({ behavior: 'deny', message: expect.stringContaining('failed') });
    expect(codes(warnings)).toEqual(['CallbackFailed']);
  });

  it('hangs denies once its time is over', async () => {
    const timeouts = { permission: 200, shutdown: { end: 400 } };
    const { answer, warnings } = await answerTo(ask, { canUseTool: forever, timeouts });
    expect(answer).toMatchObject({ behavior: 'deny' });
    expect(codes(warnings)).toEqual(['CallbackTimedOut']);
  });

  it('hangs gets its signal aborted when the session ends', async () => {
    let signal: AbortSignal | undefined;
    const canUseTool: CanUseTool = (_name, _input, context) => {
      signal = context.signal;
      return forever();
    };
    const { session, cli } = await start(asking(ask), { canUseTool });
    const turn = session.send('Go');
    await until('the question', () => signal);
    expect(session.pending.callbacks).toEqual([{ id: 'ask', kind: 'permission', running: true }]);
    await within('stop()', session.stop());
    expect(signal?.aborted).toBe(true);
    await expect(within('the turn', turn.result)).rejects.toMatchObject({ code: 'TurnLost' });
    expect(answerIn(cli)).toBeUndefined();
  });

  it('does not exist denies, with a warning', async () => {
    const { answer, warnings } = await answerTo(ask, {});
    expect(answer).toMatchObject({ behavior: 'deny' });
    expect(codes(warnings)).toEqual(['UnknownCallback']);
  });
});

describe('an MCP server that', () => {
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
  const ask = { subtype: 'mcp_message', server_name: 'calc', message };
  const serving = (instance: () => unknown): Options => ({
    mcpServers: {
      calc: { type: 'sdk', name: 'calc', instance: instance as unknown as McpMessageHandler },
    },
  });

  it('is unknown is a JSON-RPC error -32601', async () => {
    const { answer, warnings } = await answerTo(
      { ...ask, server_name: 'other' },
      serving(() => ({ jsonrpc: '2.0', id: 7, result: {} })),
    );
    expect(answer).toMatchObject({ mcp_response: { id: 7, error: { code: -32601 } } });
    expect(codes(warnings)).toEqual(['UnknownCallback']);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('my fault');
      },
    ],
    ['rejects', () => Promise.reject(new Error('my fault'))],
    ['returns nothing', () => undefined],
    ['returns a word', () => 'tools'],
    ['returns what is not JSON', () => ({ jsonrpc: '2.0', id: 7, result: { many: 5n } })],
  ])('%s is a JSON-RPC error -32603', async (_, serve) => {
    const { answer, warnings } = await answerTo(ask, serving(serve));
    expect(answer).toMatchObject({ mcp_response: { id: 7, error: { code: -32603 } } });
    expect(codes(warnings)).toEqual(['McpServerProblem']);
    expect(warnings[0]?.context).toMatchObject({ serverName: 'calc' });
  });

  it('hangs is a JSON-RPC error -32603 once its time is over', async () => {
    const timeouts = { mcp: 200, shutdown: { end: 400 } };
    const { answer, warnings } = await answerTo(ask, { ...serving(forever), timeouts });
    expect(answer).toMatchObject({ mcp_response: { id: 7, error: { code: -32603 } } });
    expect(codes(warnings)).toEqual(['CallbackTimedOut']);
  });
});

describe('a request of the CLI that nobody knows', () => {
  it('is refused, and the turn goes on', async () => {
    const { session, cli } = await start(asking({ subtype: 'sing_a_song' }));
    expect(await within('the turn', session.send('Go').result)).toMatchObject({ result: 'done' });
    expect(answerIn(cli)).toMatchObject({ subtype: 'error', request_id: 'ask' });
  });
});
