import { isNonEmptyString, isRecord, isStringArray } from '../util/typeGuards.js';
import { checkSpelling } from './checks/checkFields.js';
import { invalidOption } from './invalidOption.js';
import type {
  McpCustomServerConfig,
  McpProcessServerConfig,
  McpServers,
  McpSSEServerConfig,
  McpStdioServerConfig,
} from './mcpTypes.js';

/** The servers the CLI starts or connects to itself, in the format of an MCP config file. */
export function processServers(
  servers: McpServers,
): { mcpServers: Record<string, McpProcessServerConfig> } | undefined {
  const own = entries(servers).filter(
    (entry): entry is [string, McpProcessServerConfig] => entry[1].type !== 'sdk',
  );
  return own.length > 0 ? { mcpServers: Object.fromEntries(own) } : undefined;
}

/** The names under which the CLI calls the servers that run in this program. */
export function sdkServerNames(servers: McpServers): string[] | undefined {
  const names = sdkServers(servers).map(([name]) => name);
  return names.length > 0 ? names : undefined;
}

/** What the CLI needs to know about those servers besides their names. */
export function sdkServerConfigs(servers: McpServers): Record<string, object> | undefined {
  const configs = sdkServers(servers)
    .map(([name, { timeout, tools }]) => {
      const config = { ...(timeout !== undefined && { timeout }), ...(tools && { tools }) };
      return [name, config] as const;
    })
    .filter(([, config]) => Object.keys(config).length > 0);
  return configs.length > 0 ? Object.fromEntries(configs) : undefined;
}

function sdkServers(servers: McpServers): [string, McpCustomServerConfig][] {
  return entries(servers).filter(
    (entry): entry is [string, McpCustomServerConfig] => entry[1].type === 'sdk',
  );
}

/** Checks first: servers that `setMcpServers()` adds later have not been through the table. */
function entries(servers: McpServers): [string, McpServers[string]][] {
  checkMcpServers(servers);
  return Object.entries(servers);
}

/** Records, so that forgetting a field of a config type is a compile error. */
const stdioKeys: Readonly<Record<keyof McpStdioServerConfig, true>> = {
  type: true,
  command: true,
  args: true,
  env: true,
  timeout: true,
  alwaysLoad: true,
};
const remoteKeys: Readonly<Record<keyof McpSSEServerConfig, true>> = {
  type: true,
  url: true,
  headers: true,
  tools: true,
  timeout: true,
  alwaysLoad: true,
};
const sdkKeys: Readonly<Record<keyof McpCustomServerConfig, true>> = {
  type: true,
  name: true,
  instance: true,
  tools: true,
  timeout: true,
};

/** Throws `InvalidOption` for a server that could not be started, reached or called. */
export function checkMcpServers(servers: McpServers): void {
  for (const [name, server] of Object.entries(servers)) {
    const path = `mcpServers.${name}`;
    if (name === '') throw invalidOption('mcpServers', 'has a server without a name. Name it.');
    if (!isRecord(server)) throw invalidOption(path, 'must be an object that describes a server.');
    const problem = problemOf(path, server);
    if (problem) throw invalidOption(path, problem);
  }
}

function problemOf(path: string, server: Record<string, unknown>): string | undefined {
  const { type = 'stdio', command, args = [], url, instance } = server;
  switch (type) {
    case 'stdio':
      checkSpelling(path, server, Object.keys(stdioKeys));
      if (!isNonEmptyString(command)) {
        return "needs a `command`, or a `url` with type: 'http' or 'sse'.";
      }
      return isStringArray(args) ? undefined : 'needs an array of strings as `args`.';
    case 'sse':
    case 'http':
      checkSpelling(path, server, Object.keys(remoteKeys));
      return isNonEmptyString(url) ? undefined : 'needs a `url`.';
    case 'sdk':
      checkSpelling(path, server, Object.keys(sdkKeys));
      if (typeof instance === 'function') return undefined;
      if (isRecord(instance) && typeof instance.connect === 'function') return undefined;
      return 'needs an `instance`: an McpServer, or a function that answers messages.';
    default:
      // A newer CLI may know more types.
      return isNonEmptyString(type)
        ? undefined
        : "needs a `type`: 'stdio', 'sse', 'http' or 'sdk'.";
  }
}
