import { type ResolvedOptions, resolveOptions } from '../../src/options/resolveOptions.js';
import type { Options } from '../../src/options/types.js';

export const configPath = '/home/dev/claude.json';

export const noSettings = () => undefined;

export interface Sources {
  config?: object;
  env?: Record<string, string>;
  argument?: Options;
  /** The settings file, parsed. */
  settingsFile?: unknown;
}

export function resolve({
  config,
  env = {},
  argument = {},
  settingsFile,
}: Sources): ResolvedOptions {
  const named: Options = config ? { configFile: configPath, ...argument } : argument;
  return resolveOptions(named, {
    env,
    readFile: () => JSON.stringify(config),
    readSettings: () => settingsFile,
  });
}
