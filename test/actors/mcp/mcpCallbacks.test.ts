import { describe, expect, it } from '@jest/globals';
import { type UserCallbacks, userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import type { McpMessageHandler } from '../../../src/options/mcpTypes.js';
import { answer, failure, nonsense, prepare } from '../callbacks/callbackAnswers.js';

describe('an MCP message', () => {
  const call = (message: object, server = 'calc') => ({
    subtype: 'mcp_message',
    server_name: server,
    message: { jsonrpc: '2.0', ...message },
  });
  const request = call({ id: 7, method: 'tools/list' });
  const notification = call({ method: 'notifications/initialized' });
  const serve = (calc: McpMessageHandler): UserCallbacks => ({ mcpServers: { calc } });

  it('is given to its server with a signal, and the response is passed on', async () => {
    const seen: unknown[] = [];
    const server = serve((...given) => {
      seen.push(...given);
      return { jsonrpc: '2.0', id: 7, result: { tools: [] } };
    });
    expect(await answer(prepare(server, request))).toEqual({
      mcp_response: { jsonrpc: '2.0', id: 7, result: { tools: [] } },
    });
    expect(seen).toEqual([request.message, { signal: expect.any(AbortSignal) }]);
  });

  it('that is a notification is acknowledged, whatever the server returns or throws', async () => {
    const acknowledged = { mcp_response: { jsonrpc: '2.0', result: {} } };
    expect(
      await answer(
        prepare(
          serve(() => undefined),
          notification,
        ),
      ),
    ).toEqual(acknowledged);
    expect(
      await answer(
        prepare(
          serve(() => 'x' as never),
          notification,
        ),
      ),
    ).toEqual(acknowledged);
    expect(
      failure(
        prepare(
          serve(() => undefined),
          notification,
        ),
      ),
    ).toEqual(acknowledged);
  });

  it.each(nonsense)('to which a server responds with %p has failed', async (returned, named) => {
    const prepared = prepare(
      serve(() => returned as never),
      request,
    );
    await expect(answer(prepared)).rejects.toThrow(named);
    expect(failure(prepared)).toMatchObject({
      mcp_response: { jsonrpc: '2.0', id: 7, error: { code: -32603 } },
    });
  });

  it.each([['other'], ['__proto__'], ['toString']])('to the server %s is not known', (server) => {
    const prepared = prepare(
      serve(() => undefined),
      call({ id: 'x', method: 'ping' }, server),
    );
    expect(prepared).toMatchObject({ kind: 'bad', code: 'UnknownCallback' });
    expect(failure(prepared)).toMatchObject({
      mcp_response: { id: 'x', error: { code: -32601, message: expect.stringContaining(server) } },
    });
  });

  it('has no time limit unless one is given', () => {
    const server = serve(() => undefined);
    expect(prepare(server, request)).toMatchObject({ request: { timeoutMs: undefined } });
    expect(prepare({ ...server, mcpTimeoutMs: 9 }, request)).toMatchObject({
      request: { timeoutMs: 9 },
    });
  });
});

describe('a question from an MCP server', () => {
  it('is declined if there is no callback for it', async () => {
    const question = { subtype: 'elicitation', mcp_server_name: 'calc', message: 'How many?' };
    expect(await answer(prepare({}, question))).toEqual({ action: 'decline' });
  });
});

describe('any other request', () => {
  it.each([['oauth_token_refresh'], ['request_user_dialog'], ['__proto__']])(
    '%s is named',
    (subtype) => {
      expect(prepare({}, { subtype })).toEqual({
        kind: 'unanswerable',
        why: `Unsupported control request subtype: ${subtype}`,
        errorCode: 'unsupported_request',
      });
    },
  );

  it.each([
    ['hook_callback', 'hook', { continue: true }],
    ['can_use_tool', 'permission', { behavior: 'deny' }],
    ['mcp_message', 'mcp', { mcp_response: { id: null, error: { code: -32603 } } }],
  ])('that is a malformed %s gets the failure answer of a %s', (subtype, kind, body) => {
    const prepared = userCallbacks({}).prepareMalformed('r', subtype, 'why');
    expect(prepared).toMatchObject({
      kind: 'bad',
      code: 'CallbackFailed',
      why: 'why',
      request: { requestId: 'r', kind },
    });
    expect(failure(prepared)).toMatchObject(body);
  });

  it.each([[undefined], ['elicitation'], ['constructor'], ['__proto__']])(
    'that is malformed, of the subtype %p, has no failure answer',
    (subtype) => {
      const prepared = userCallbacks({}).prepareMalformed('r', subtype, 'why');
      expect(prepared).toEqual({ kind: 'unanswerable', why: 'why' });
    },
  );
});
