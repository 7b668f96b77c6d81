import type { ToolInput } from '../scenario.js';
import type { Outcome } from './builtInTools.js';
import type { Cli } from './Cli.js';
import type { Frame } from './Output.js';

interface Server {
  name: string;
  status: 'pending' | 'connected' | 'failed' | 'disabled';
  info?: Frame;
  tools: { name: string; title?: string; [field: string]: unknown }[];
  /** The id of the next JSON-RPC request. */
  nextId: number;
}

type Reply = { result: Frame } | { error: string; closed?: true };

/** The MCP servers that live in the host, reached by `mcp_message`. */
export class McpServers {
  readonly #cli: Cli;
  readonly #life: AbortSignal;
  readonly #servers = new Map<string, Server>();
  /** Settles when every server has connected, or has failed to; none if nothing connects. */
  connecting: Promise<unknown> | undefined;

  constructor(cli: Cli, life: AbortSignal) {
    this.#cli = cli;
    this.#life = life;
  }

  add(name: string): void {
    if (this.#servers.has(name)) return;
    this.#servers.set(name, { name, status: 'pending', tools: [], nextId: 0 });
  }

  /** Connects in the background, after what has to come first. */
  begin(connected: Promise<unknown>): void {
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
    this.#servers.delete(name);
  }

  /** Makes these the servers; says what that changes. */
  replace(names: readonly string[]): Frame {
    const added = names.filter((name) => !this.#servers.has(name));
    const removed = this.names().filter((name) => !names.includes(name));
    for (const name of removed) this.remove(name);
    for (const name of added) this.add(name);
    return { added, removed, errors: {} };
  }

  get(name: string): Server | undefined {
    return this.#servers.get(name);
  }

  names(): string[] {
    return [...this.#servers.keys()];
  }

  /** The first half of connecting, which 2.1.325 does before it answers `initialize`. */
  async greet(): Promise<void> {
    const strangers = [...this.#servers.values()].filter(
      ({ status, info }) => status === 'pending' && !info,
    );
    await Promise.all(strangers.map((server) => this.#greet(server)));
  }

  /** The other half. */
  async connect(): Promise<void> {
    await this.greet();
    const greeted = [...this.#servers.values()].filter(
      ({ status, info }) => info && status === 'pending',
    );
    await Promise.all(greeted.map((server) => this.#listTools(server)));
  }

  /** What `mcp_servers` of `system/init` says. */
  brief(): Frame[] {
    return [...this.#servers.values()].map(({ name, status }) => ({
      name,
      status,
      ...(this.#cli.traits.recent && { source: 'sdk' }),
    }));
  }

  /** What `mcp_status` says. */
  statuses(): Frame[] {
    const { recent } = this.#cli.traits;
    return [...this.#servers.values()].map(({ name, status, info, tools }) => ({
      name,
      status,
      ...(recent && { transport: 'sdk', source: 'sdk' }),
      ...(recent && status === 'connected' && { serverInfo: info }),
      scope: 'dynamic',
      ...(status === 'connected' && {
        tools: tools.map(({ name: tool }) => ({ name: tool, annotations: {} })),
      }),
    }));
  }

  /** The tools of all of them, by the names that the model knows. */
  tools(): (Server['tools'][number] & { fullName: string })[] {
    return [...this.#servers.values()].flatMap(({ name, tools }) =>
      tools.map((tool) => ({ ...tool, fullName: `mcp__${name}__${tool.name}` })),
    );
  }

  /** The server and tool that `mcp__calc__add` means, if it is there. */
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
  ): Promise<Outcome> {
    const found = this.find(name);
    if (!found) return { ok: false, error: `No such tool available: ${name}` };
    const _meta = { 'claudecode/toolUseId': toolUseId, progressToken: found.server.nextId };
    const params = { name: found.tool.name, arguments: input, _meta };
    const reply = await this.#request(found.server, 'tools/call', params, signal);
    if ('closed' in reply) return cutOff(this.#cli);
    if ('error' in reply) return { ok: false, error: reply.error };
    const content = (reply.result.content ?? []) as { type: string; text?: string }[];
    if (reply.result.isError !== true) return { ok: true, content, result: content };
    return { ok: false, error: content.map(({ text }) => text ?? '').join('\n') };
  }

  async #greet(server: Server): Promise<void> {
    const clientInfo = {
      name: 'claude-code',
      title: 'Claude Code',
      description: "Anthropic's agentic coding tool",
      websiteUrl: 'https://claude.com/claude-code',
      version: this.#cli.traits.version,
    };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const reply = await this.#request(server, 'initialize', params);
    if ('error' in reply) server.status = 'failed';
    else server.info = (reply.result.serverInfo ?? { name: server.name, version: '' }) as Frame;
  }

  async #listTools(server: Server): Promise<void> {
    await this.#send(server, { jsonrpc: '2.0', method: 'notifications/initialized' }, this.#life);
    const reply = await this.#request(server, 'tools/list');
    server.status = 'error' in reply ? 'failed' : 'connected';
    if ('result' in reply) server.tools = (reply.result.tools ?? []) as Server['tools'];
  }

  async #request(
    server: Server,
    method: string,
    params?: Frame,
    signal: AbortSignal = this.#life,
  ): Promise<Reply> {
    const id = server.nextId++;
    const reply = await this.#send(server, { method, params, jsonrpc: '2.0', id }, signal);
    if (reply === 'closed') return { error: 'Stream closed', closed: true };
    const error = reply.error as { code?: number; message?: string } | undefined;
    if (error) return { error: `MCP error ${error.code}: ${error.message}` };
    return { result: (reply.result ?? {}) as Frame };
  }

  async #send(server: Server, message: Frame, signal: AbortSignal): Promise<Frame | 'closed'> {
    const request = { subtype: 'mcp_message', server_name: server.name, message };
    const answer = await this.#cli.asker.ask(request, { signal });
    if (answer.kind === 'success') return (answer.response.mcp_response ?? {}) as Frame;
    if (answer.kind === 'closed') return 'closed';
    const failure = answer.kind === 'error' ? answer.error : 'Request timed out';
    return { error: { code: -32000, message: failure } };
  }
}

/** What becomes of a call when the host has closed the CLI's stdin. */
function cutOff({ traits }: Cli): Outcome {
  if (!traits.recent) return { ok: false, error: 'Stream closed' };
  const error =
    'The tool call was interrupted before a result was received. It may or may not have completed on the server — verify before assuming it succeeded, and retry if needed.';
  return { ok: false, error, isCutOff: true };
}
