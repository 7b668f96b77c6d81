import { checkServers } from './checkServers.js';
import type { McpProcessServerConfig, McpSdkServerConfig, McpServerConfig } from './mcpTypes.js';

type McpServers = Readonly<Record<string, McpServerConfig>>;

/** The servers that the CLI starts or calls itself, as it reads them from a file. */
export function processServers(
  servers: McpServers,
): { mcpServers: Record<string, McpProcessServerConfig> } | undefined {
  const own = entries(servers).filter(
    (entry): entry is [string, McpProcessServerConfig] => entry[1].type !== 'sdk',
  );
  return own.length > 0 ? { mcpServers: Object.fromEntries(own) } : undefined;
}

/** The names by which the CLI calls the servers that live in this program. */
export function sdkServerNames(servers: McpServers): string[] | undefined {
  const names = sdkServers(servers).map(([name]) => name);
  return names.length > 0 ? names : undefined;
}

/** What the CLI is told of those servers beside their names. */
export function sdkServerConfigs(servers: McpServers): Record<string, object> | undefined {
  const configs = sdkServers(servers)
    .map(([name, { timeout, tools }]) => {
      const config = { ...(timeout !== undefined && { timeout }), ...(tools && { tools }) };
      return [name, config] as const;
    })
    .filter(([, config]) => Object.keys(config).length > 0);
  return configs.length > 0 ? Object.fromEntries(configs) : undefined;
}

function sdkServers(servers: McpServers): [string, McpSdkServerConfig][] {
  return entries(servers).filter(
    (entry): entry is [string, McpSdkServerConfig] => entry[1].type === 'sdk',
  );
}

/** Checks them: servers that are set later in a session come without having passed the table. */
function entries(servers: McpServers): [string, McpServerConfig][] {
  checkServers(servers);
  return Object.entries(servers);
}
