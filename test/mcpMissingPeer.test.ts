import { describe, expect, it, jest } from '@jest/globals';

jest.unstable_mockModule('@modelcontextprotocol/sdk/server/mcp.js', () => {
  throw new Error("Cannot find package '@modelcontextprotocol/sdk'");
});
const { McpBridge } = await import('../src/actors/mcp/McpBridge.js');
const { createSdkMcpServer } = await import('../src/mcp.js');

describe('without the MCP SDK', () => {
  it('createSdkMcpServer works, and connecting says what to install', async () => {
    const bridge = new McpBridge({ calc: createSdkMcpServer({ name: 'calc' }) });
    await expect(bridge.connected()).rejects.toMatchObject({
      code: 'InvalidOption',
      message: expect.stringContaining('npm install @modelcontextprotocol/sdk zod'),
    });
    bridge.close();
  });

  it('a server that is a function needs nothing', async () => {
    const instance = () => ({ jsonrpc: '2.0', result: {} }) as const;
    const bridge = new McpBridge({ own: { type: 'sdk', name: 'own', instance } });
    await bridge.connected();
    const { signal } = new AbortController();
    const request = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;
    expect(await bridge.handlers.own?.(request, { signal })).toMatchObject({ id: 1, result: {} });
    bridge.close();
  });
});
