import { checkSpelling } from './checkKeys.js';
import { isRecord, isTextList } from './checkValue.js';
import { invalidOption } from './invalidOption.js';
import type { McpServerConfig } from './mcpTypes.js';

const keys = {
  stdio: ['type', 'command', 'args', 'env', 'timeout', 'alwaysLoad'],
  remote: ['type', 'url', 'headers', 'tools', 'timeout', 'alwaysLoad'],
  sdk: ['type', 'name', 'instance', 'tools', 'timeout'],
};

/** Throws `InvalidOption` for a server that nobody could start, call or ask. */
export function checkServers(servers: Readonly<Record<string, McpServerConfig>>): void {
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
      checkSpelling(path, server, keys.stdio);
      if (!isText(command)) return "needs a command, or a url with a type: 'http' or 'sse'.";
      return isTextList(args) ? undefined : 'must have a list of strings as args.';
    case 'sse':
    case 'http':
      checkSpelling(path, server, keys.remote);
      return isText(url) ? undefined : 'needs a url.';
    case 'sdk':
      checkSpelling(path, server, keys.sdk);
      if (typeof instance === 'function') return undefined;
      if (isRecord(instance) && typeof instance.connect === 'function') return undefined;
      return 'needs an instance: an McpServer, or a function that answers messages.';
    default:
      // A newer CLI may know more kinds.
      return isText(type) ? undefined : "needs a type: 'stdio', 'sse', 'http' or 'sdk'.";
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
