import type { JsonObject } from '../../../codec/jsonObject.js';
import type { ToolInput } from '../../scenario.js';
import type { ToolOutcome } from '../builtInTools.js';
import type { Cli } from '../cli.js';
import { elicit } from './elicit.js';
import { type StdioServer, StdioTransport } from './StdioTransport.js';
import type { ServerConnection } from './serverConnection.js';
import { sdkTransport } from './serverConnection.js';

/** A server in the host, or in a process of its own. */
export type ServerConfig = { type: 'sdk' } | ({ type: 'stdio' } & StdioServer);

interface Server {
  name: string;
  config: ServerConfig;
  transport: ServerConnection;
  status: 'pending' | 'connected' | 'failed' | 'disabled';
  info?: JsonObject;
  tools: { name: string; title?: string; [field: string]: unknown }[];
  /** Settle when `initialize` and `tools/list` are done. */
  initialized?: Promise<void>;
  listed?: Promise<void>;
  /** The id of the next JSON-RPC request. */
  nextId: number;
}

type Reply = { result: JsonObject } | { error: string; closed?: true };

/** The MCP servers of the session. */
export class ServerConnections {
  readonly #cli: Cli;
  readonly #lifetime: AbortSignal;
  readonly #servers = new Map<string, Server>();
  /** Settles when every server has connected or failed; undefined if none is connecting. */
  connecting: Promise<unknown> | undefined;

  constructor(cli: Cli, lifetime: AbortSignal) {
    this.#cli = cli;
    this.#lifetime = lifetime;
    lifetime.addEventListener('abort', () => {
      for (const { transport } of this.#servers.values()) transport.close();
    });
  }

  add(name: string, config: ServerConfig = { type: 'sdk' }): void {
    if (this.#servers.has(name)) return;
    const transport = this.#createTransport(name, config);
    this.#servers.set(name, { name, config, transport, status: 'pending', tools: [], nextId: 0 });
  }

  #createTransport(name: string, config: ServerConfig): ServerConnection {
    if (config.type === 'sdk') return sdkTransport(this.#cli, name);
    return new StdioTransport(config, this.#cli, async (method, params) =>
      method === 'elicitation/create' ? elicit(this.#cli, name, params) : undefined,
    );
  }

  /** Remembers that servers are connecting, until this promise settles. */
  trackConnecting(connected: Promise<unknown>): void {
    const settled = connected.then(
      () => {},
      () => {},
    );
    this.connecting = settled;
    void settled.then(() => {
      if (this.connecting === settled) this.connecting = undefined;
    });
  }

  remove(name: string): void {
    this.#servers.get(name)?.transport.close();
    this.#servers.delete(name);
  }

  disable(server: Server): void {
    server.transport.close();
    server.status = 'disabled';
    server.tools = [];
  }

  /** Reconnects a server. */
  async restart({ name, config }: Server): Promise<void> {
    this.remove(name);
    this.add(name, config);
    await this.connect();
  }

  /** Replaces all servers; returns what changed. */
  replace(configs: Readonly<Record<string, ServerConfig>>): JsonObject {
    // The CLI lists the host's own servers first.
    const isOutside = (name: string) => Number(configs[name]?.type !== 'sdk');
    const names = Object.keys(configs).toSorted((a, b) => isOutside(a) - isOutside(b));
    const added = names.filter((name) => !this.#servers.has(name));
    const removed = this.names().filter((name) => !names.includes(name));
    for (const name of removed) this.remove(name);
    for (const name of added) this.add(name, configs[name]);
    return { added, removed, errors: {} };
  }

  get(name: string): Server | undefined {
    return this.#servers.get(name);
  }

  get hasProcesses(): boolean {
    return [...this.#servers.values()].some(({ config }) => config.type === 'stdio');
  }

  names(): string[] {
    return [...this.#servers.keys()];
  }

  /** Initializes servers, which 2.1.325 does before it answers the host's `initialize`. */
  async initialize(type: ServerConfig['type'] | 'any' = 'sdk'): Promise<void> {
    const strangers = this.#pending(type);
    await Promise.all(
      strangers.map((server) => {
        server.initialized ??= this.#initialize(server);
        return server.initialized;
      }),
    );
  }

  /** Initializes servers and lists their tools. */
  async connect(type: ServerConfig['type'] | 'any' = 'any'): Promise<void> {
    await this.initialize(type);
    await Promise.all(
      this.#pending(type).map((server) => {
        server.listed ??= this.#listTools(server);
        return server.listed;
      }),
    );
  }

  #pending(type: ServerConfig['type'] | 'any'): Server[] {
    return [...this.#servers.values()].filter(
      ({ status, config }) => status === 'pending' && (type === 'any' || config.type === type),
    );
  }

  /** For `mcp_servers` of `system/init`. */
  summaries(): JsonObject[] {
    return [...this.#servers.values()].map((server) => ({
      name: server.name,
      status: server.status,
      ...(this.#cli.traits.recent && { source: sourceOf(server) }),
    }));
  }

  /** For the answer to `mcp_status`. */
  statuses(): JsonObject[] {
    const { recent } = this.#cli.traits;
    return [...this.#servers.values()].map(({ name, config, status, info, tools }) => ({
      name,
      status,
      ...(recent && { transport: config.type, source: sourceOf({ config }) }),
      ...((recent || config.type === 'stdio') && status === 'connected' && { serverInfo: info }),
      ...(config.type === 'stdio' && { config }),
      scope: 'dynamic',
      ...(status === 'connected' && {
        tools: tools.map(({ name: tool }) => ({ name: tool, annotations: {} })),
      }),
    }));
  }

  /** The tools of all servers, with the names that the model uses. */
  tools(): (Server['tools'][number] & { fullName: string })[] {
    return [...this.#servers.values()].flatMap(({ name, tools }) =>
      tools.map((tool) => ({ ...tool, fullName: `mcp__${name}__${tool.name}` })),
    );
  }

  /** The server and the tool for a name such as `mcp__calc__add`, if connected. */
  find(name: string): { server: Server; tool: Server['tools'][number] } | undefined {
    for (const server of this.#servers.values()) {
      const prefix = `mcp__${server.name}__`;
      const tool = server.tools.find((one) => `${prefix}${one.name}` === name);
      if (tool && server.status === 'connected') return { server, tool };
    }
    return undefined;
  }

  async call(
    name: string,
    input: ToolInput,
    toolUseId: string,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const found = this.find(name);
    if (!found) return { ok: false, error: `No such tool available: ${name}` };
    const _meta = { 'claudecode/toolUseId': toolUseId, progressToken: found.server.nextId };
    const params = { name: found.tool.name, arguments: input, _meta };
    const reply = await this.#request(found.server, 'tools/call', params, signal);
    if ('closed' in reply) return streamClosedOutcome(this.#cli);
    if ('error' in reply) return { ok: false, error: reply.error };
    const content = (reply.result.content ?? []) as { type: string; text?: string }[];
    if (reply.result.isError !== true) return { ok: true, content, result: content };
    return { ok: false, error: content.map(({ text }) => text ?? '').join('\n') };
  }

  async #initialize(server: Server): Promise<void> {
    const clientInfo = {
      name: 'claude-code',
      title: 'Claude Code',
      description: "Anthropic's agentic coding tool",
      websiteUrl: 'https://claude.com/claude-code',
      version: this.#cli.traits.version,
    };
    const capabilities = server.config.type === 'sdk' ? {} : { roots: {}, elicitation: {} };
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
    const reply = await this.#request(server, 'initialize', params);
    if ('error' in reply) server.status = 'failed';
    else
      server.info = (reply.result.serverInfo ?? { name: server.name, version: '' }) as JsonObject;
  }

  async #listTools(server: Server): Promise<void> {
    const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
    await server.transport.send(ready, this.#lifetime);
    const reply = await this.#request(server, 'tools/list');
    server.status = 'error' in reply ? 'failed' : 'connected';
    if ('result' in reply) server.tools = (reply.result.tools ?? []) as Server['tools'];
  }

  async #request(
    server: Server,
    method: string,
    params?: JsonObject,
    signal: AbortSignal = this.#lifetime,
  ): Promise<Reply> {
    const id = server.nextId++;
    const reply = await server.transport.send({ method, params, jsonrpc: '2.0', id }, signal);
    if (reply === 'closed') return { error: 'Stream closed', closed: true };
    const error = reply.error as { code?: number; message?: string } | undefined;
    if (error) return { error: `MCP error ${error.code}: ${error.message}` };
    return { result: (reply.result ?? {}) as JsonObject };
  }
}

/** Where the server was configured. */
export function sourceOf({ config }: Pick<Server, 'config'>): string {
  return config.type === 'sdk' ? 'sdk' : 'dynamic';
}

/** The outcome of a call if the host has closed stdin. */
function streamClosedOutcome({ traits }: Cli): ToolOutcome {
  if (!traits.recent) return { ok: false, error: 'Stream closed' };
  const error =
    'The tool call was interrupted before a result was received. It may or may not have completed on the server — verify before assuming it succeeded, and retry if needed.';
  return { ok: false, error, isCutOff: true };
}
