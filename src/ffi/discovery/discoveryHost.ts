import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileSystem, nodeFileSystem } from './fileSystem.js';

/** All that finding the CLI depends on. */
export interface DiscoveryHost {
  platform: NodeJS.Platform;
  arch: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Only a path that the caller named is ever resolved against it. */
  cwd: string;
  /** The program of Node itself. */
  execPath: string;
  /** Where this library lies. */
  libraryDirectory: string;
  files: FileSystem;
  /** Yarn's Plug'n'Play, where packages are in no `node_modules`: the path of a package's manifest. */
  resolveManifest?: (name: string) => string | undefined;
}

export function thisDiscoveryHost(
  env: DiscoveryHost['env'] = process.env,
  cwd: string = currentDirectory(),
): DiscoveryHost {
  const host: DiscoveryHost = {
    platform: process.platform,
    arch: process.arch,
    env,
    home: homedir(),
    cwd,
    execPath: process.execPath,
    libraryDirectory: dirname(fileURLToPath(import.meta.url)),
    files: nodeFileSystem,
  };
  if (process.versions.pnp !== undefined) host.resolveManifest = resolveManifest;
  return host;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    // It was deleted.
    return homedir();
  }
}

function resolveManifest(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
