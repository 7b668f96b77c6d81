import { invalidOption } from '../../options/invalidOption.js';
import { processServers, sdkServerConfigs, sdkServerNames } from '../../options/mcpServers.js';
import type {
  McpMessageHandler,
  McpSdkServerConfig,
  McpServerConfig,
} from '../../options/mcpTypes.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import { handlerEndpoint } from './handlerEndpoint.js';
import type { SendMcpMessage } from './McpOutbox.js';
import { type McpEndpoint, serverEndpoint, type TellProblem } from './serverEndpoint.js';

export type McpServers = Readonly<Record<string, McpServerConfig>>;

export interface McpProblem {
  serverName: string;
  error: unknown;
}

export interface McpBridgeOptions {
  /** A server that could not be connected, that threw, or a message of it that was lost. */
  onProblem?: (problem: McpProblem) => void;
}

/** What `replace` did to the servers in this program, by their names. */
export interface McpServersChange {
  added: string[];
  removed: string[];
  /** Another server under a name that was there. */
  replaced: string[];
  kept: string[];
  /**
   * The field `servers` of each `mcp_set_servers` that tells the CLI, in their order. The CLI keeps
   * its connection to a name that it knows, so what is replaced has to go first.
   */
  wire: Record<string, object>[];
}

interface Entry {
  instance: McpSdkServerConfig['instance'];
  endpoint: McpEndpoint;
}

/** The MCP servers in this program, joined to one session. */
export class McpBridge {
  /** By name, for the session's callbacks. `replace` changes it in place. */
  readonly handlers: Record<string, McpMessageHandler> = Object.create(null);
  readonly #entries = new Map<string, Entry>();
  readonly #tellProblem: (problem: McpProblem) => void;
  #send: SendMcpMessage | undefined;
  #isClosed = false;

  /** Connects the servers; nothing is sent to the CLI before it asks. */
  constructor(servers: McpServers = {}, options: McpBridgeOptions = {}) {
    const tell = swallowErrors(options.onProblem);
    this.#tellProblem = (problem) => {
      if (!this.#isClosed) tell(problem);
    };
    for (const [name, instance] of readInstances(servers)) this.#open(name, instance);
  }

  /** Rejects with the first reason why a server cannot be connected. */
  async connected(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ endpoint }) => endpoint.connected));
  }

  /** From now on the servers' own messages are sent, first those that waited for this. */
  attach(send: SendMcpMessage): void {
    this.#send = send;
    for (const { endpoint } of this.#entries.values()) endpoint.attach(send);
  }

  /** Takes these servers instead; one that stays under its name keeps its connection. */
  replace(servers: McpServers): McpServersChange {
    const instances = readInstances(servers);
    const change: McpServersChange = {
      added: [],
      removed: [...this.#entries.keys()].filter((name) => !instances.has(name)),
      replaced: [],
      kept: [],
      wire: [],
    };
    for (const name of change.removed) this.#remove(name);
    for (const [name, instance] of instances) {
      const before = this.#entries.get(name);
      const kind = !before ? 'added' : before.instance === instance ? 'kept' : 'replaced';
      change[kind].push(name);
      if (kind === 'replaced') this.#remove(name);
      if (kind !== 'kept') this.#open(name, instance);
    }
    const isNew = ([name]: [string, unknown]) => change.replaced.includes(name);
    const all = wireServers(servers);
    const others = Object.fromEntries(Object.entries(all).filter((entry) => !isNew(entry)));
    change.wire = change.replaced.length > 0 ? [others, all] : [all];
    return change;
  }

  /** The session is over: what the servers still do for it is cancelled. */
  close(): void {
    this.#isClosed = true;
    for (const name of [...this.#entries.keys()]) this.#remove(name);
  }

  #open(name: string, instance: McpSdkServerConfig['instance']): void {
    const tellProblem: TellProblem = (error) => this.#tellProblem({ serverName: name, error });
    const endpoint =
      typeof instance === 'function'
        ? handlerEndpoint(instance, tellProblem)
        : serverEndpoint(name, instance, tellProblem);
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

function readInstances(servers: McpServers): Map<string, McpSdkServerConfig['instance']> {
  const sdk = Object.entries(servers).filter(
    (entry): entry is [string, McpSdkServerConfig] => entry[1]?.type === 'sdk',
  );
  return new Map(sdk.map(([name, { instance }]) => [name, checkInstance(name, instance)]));
}

function checkInstance(
  name: string,
  instance: McpSdkServerConfig['instance'],
): McpSdkServerConfig['instance'] {
  if (typeof instance === 'function' || typeof instance?.connect === 'function') return instance;
  const problem = `has no server under ${JSON.stringify(name)}. Give \`instance\` an McpServer, what createSdkMcpServer returned, or a function that answers messages.`;
  throw invalidOption('mcpServers', problem);
}

function wireServers(servers: McpServers): Record<string, object> {
  const configs = sdkServerConfigs(servers) ?? {};
  const names = sdkServerNames(servers) ?? [];
  const sdk = names.map((name) => [name, { type: 'sdk', name, ...configs[name] }] as const);
  return { ...processServers(servers)?.mcpServers, ...Object.fromEntries(sdk) };
}
