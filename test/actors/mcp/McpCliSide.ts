import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { CallbackJob } from '../../../src/actors/callbacks/CallbackJob.js';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import type { McpBridge } from '../../../src/actors/mcp/McpBridge.js';
import type { JsonRpcMessage } from '../../../src/codec/control.js';
import type { CliRequest } from '../../../src/codec/frames.js';

/** The CLI's end of a session: an MCP client for each server, over `mcp_message`. */
export class McpCliSide {
  /** What the servers sent by themselves, in the order of its coming. */
  readonly heard: { serverName: string; message: JsonRpcMessage }[] = [];
  readonly #bridge: McpBridge;
  readonly #transports = new Map<string, Transport>();

  constructor(bridge: McpBridge, { attached = true } = {}) {
    this.#bridge = bridge;
    if (attached) this.attach();
  }

  attach(): void {
    this.#bridge.attach(async (serverName, message) => {
      this.heard.push({ serverName, message });
      this.#transports.get(serverName)?.onmessage?.(message as JSONRPCMessage);
    });
  }

  /** As the real CLI: what is no request gets an answer too, which nobody reads. */
  async ask(
    serverName: string,
    message: object,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<JsonRpcMessage> {
    const request = { subtype: 'mcp_message', server_name: serverName, message };
    const host = userCallbacks({ mcpServers: this.#bridge.handlers });
    const prepared = host.prepare('r', request as unknown as CliRequest);
    if (prepared.kind === 'unanswerable') throw new Error(prepared.why);
    const body =
      prepared.kind === 'bad'
        ? prepared.request.failureBody
        : (await CallbackJob.run(prepared.job, { signal })).body;
    return JSON.parse(body).mcp_response;
  }

  async connect(serverName: string): Promise<Client> {
    const transport: Transport = {
      start: async () => {},
      close: async () => transport.onclose?.(),
      send: async (message) => {
        const response = await this.ask(serverName, message);
        if ('method' in message && 'id' in message) transport.onmessage?.(response as never);
      },
    };
    this.#transports.set(serverName, transport);
    const client = new Client({ name: 'cli', version: '1' });
    await client.connect(transport);
    return client;
  }

  /** The methods of what one server sent by itself. */
  methods(serverName: string): (string | undefined)[] {
    const own = this.heard.filter((one) => one.serverName === serverName);
    return own.map(({ message }) => message.method);
  }
}

export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'cli', version: '1' },
  },
} as const;
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;

export const textOfResult = (result: unknown): unknown =>
  (result as { content?: { text?: string }[] }).content?.[0]?.text;
