import { textOf } from '../../codec/jsonObject.js';
import type { McpSetServersResult } from '../../codec/requestsToCli.js';
import { invalidOption } from '../../options/invalidOption.js';
import { processServers, sdkServerConfigs, sdkServerNames } from '../../options/mcpServers.js';
import type {
  McpCustomServerConfig,
  McpMessageHandler,
  McpServers,
} from '../../options/mcpTypes.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import { handlerEndpoint } from './handlerEndpoint.js';
import type { SendMcpMessage } from './McpOutbox.js';
import { type McpEndpoint, type ReportProblem, serverEndpoint } from './serverEndpoint.js';

export type { McpServers };

export interface McpProblem {
  serverName: string;
  /** The tool that threw, if it was one. */
  toolName?: string;
  error: unknown;
}

export interface McpBridgeOptions {
  /** Called if a server cannot be connected, throws, or loses a message. */
  onProblem?: (problem: McpProblem) => void;
}

/** The names of the servers in this program, by what `replace` did to them. */
export interface McpServersChange {
  added: string[];
  removed: string[];
  /** The name now belongs to another server. */
  replaced: string[];
  kept: string[];
  /**
   * The field `servers` of each `mcp_set_servers` request to send, in order. The CLI keeps its
   * connection to a name it knows, so a replaced server has to be removed before it is added again.
   */
  requests: Record<string, object>[];
}

interface Entry {
  instance: McpCustomServerConfig['instance'];
  endpoint: McpEndpoint;
}

/** Connects the MCP servers in this program to one session. */
export class McpBridge {
  /** By server name, for the session's callbacks. `replace` changes this object in place. */
  readonly handlers: Record<string, McpMessageHandler> = Object.create(null);
  readonly #entries = new Map<string, Entry>();
  readonly #reportProblem: (problem: McpProblem) => void;
  #send: SendMcpMessage | undefined;
  #isClosed = false;

  /** Connects the servers. Nothing is sent to the CLI until it asks. */
  constructor(servers: McpServers = {}, options: McpBridgeOptions = {}) {
    const onProblem = swallowErrors(options.onProblem);
    this.#reportProblem = (problem) => {
      if (!this.#isClosed) onProblem(problem);
    };
    for (const [name, instance] of readInstances(servers)) this.#open(name, instance);
  }

  /** Resolves once all servers are connected. Rejects if one cannot be. */
  async connected(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ endpoint }) => endpoint.connected));
  }

  /** Sends the servers' own messages from now on, beginning with those that are waiting. */
  attach(send: SendMcpMessage): void {
    this.#send = send;
    for (const { endpoint } of this.#entries.values()) endpoint.attach(send);
  }

  /** Replaces the servers. One that keeps its name keeps its connection. */
  replace(servers: McpServers): McpServersChange {
    const instances = readInstances(servers);
    const change: McpServersChange = {
      added: [],
      removed: [...this.#entries.keys()].filter((name) => !instances.has(name)),
      replaced: [],
      kept: [],
      requests: [],
    };
    for (const name of change.removed) this.#remove(name);
    for (const [name, instance] of instances) {
      const before = this.#entries.get(name);
      const kind = !before ? 'added' : before.instance === instance ? 'kept' : 'replaced';
      change[kind].push(name);
      if (kind === 'replaced') this.#remove(name);
      if (kind !== 'kept') this.#open(name, instance);
    }
    const all = serversForCli(servers);
    const others = Object.fromEntries(
      Object.entries(all).filter(([name]) => !change.replaced.includes(name)),
    );
    change.requests = change.replaced.length > 0 ? [others, all] : [all];
    return change;
  }

  /** Ends the connections, and cancels what the servers still do for the session. */
  close(): void {
    this.#isClosed = true;
    for (const name of [...this.#entries.keys()]) this.#remove(name);
  }

  #open(name: string, instance: McpCustomServerConfig['instance']): void {
    const reportProblem: ReportProblem = (error, toolName) =>
      this.#reportProblem({ serverName: name, error, ...(toolName !== undefined && { toolName }) });
    const endpoint =
      typeof instance === 'function'
        ? handlerEndpoint(instance, reportProblem)
        : serverEndpoint(name, instance, reportProblem);
    if (this.#send) endpoint.attach(this.#send);
    this.#entries.set(name, { instance, endpoint });
    this.handlers[name] = endpoint.serve;
  }

  #remove(name: string): void {
    this.#entries.get(name)?.endpoint.close();
    this.#entries.delete(name);
    delete this.handlers[name];
  }
}

function readInstances(servers: McpServers): Map<string, McpCustomServerConfig['instance']> {
  const sdk = Object.entries(servers).filter(
    (entry): entry is [string, McpCustomServerConfig] => entry[1]?.type === 'sdk',
  );
  return new Map(sdk.map(([name, { instance }]) => [name, checkInstance(name, instance)]));
}

function checkInstance(
  name: string,
  instance: McpCustomServerConfig['instance'],
): McpCustomServerConfig['instance'] {
  if (typeof instance === 'function' || typeof instance?.connect === 'function') return instance;
  const problem = `has no server under ${JSON.stringify(name)}. Set \`instance\` to an McpServer, to the result of createSdkMcpServer, or to a function that answers messages.`;
  throw invalidOption('mcpServers', problem);
}

/** The servers as `mcp_set_servers` names them. */
function serversForCli(servers: McpServers): Record<string, object> {
  const configs = sdkServerConfigs(servers) ?? {};
  const names = sdkServerNames(servers) ?? [];
  const sdk = names.map((name) => [name, { type: 'sdk', name, ...configs[name] }] as const);
  return { ...processServers(servers)?.mcpServers, ...Object.fromEntries(sdk) };
}

/**
 * Replaces the MCP servers of a session: those in this program first, so that they can answer as
 * soon as the CLI asks.
 */
export async function replaceServers(
  bridge: McpBridge,
  servers: McpServers,
  request: (subtype: string, fields: object) => Promise<unknown>,
): Promise<McpSetServersResult> {
  const answers: Partial<McpSetServersResult>[] = [];
  for (const step of bridge.replace(servers).requests) {
    const answer = await request('mcp_set_servers', { servers: step });
    answers.push(answer as Partial<McpSetServersResult>);
  }
  return {
    added: answers.flatMap(({ added = [] }) => added),
    removed: answers.flatMap(({ removed = [] }) => removed),
    errors: Object.assign({}, ...answers.map(({ errors }) => errors)),
  };
}

export function serverWarning({ serverName, toolName, error }: McpProblem) {
  const why = error instanceof Error ? error.message : textOf(error);
  const what = toolName === undefined ? 'reported a problem' : `has a tool that threw, ${toolName}`;
  const message = `The in-process MCP server \`${serverName}\` ${what}: ${why}`;
  return { code: 'McpServerProblem', message, context: { serverName, toolName, error } };
}
