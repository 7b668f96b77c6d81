import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeDirectory } from '../../util/homeDirectory.js';
import { type FileSystem, nodeFileSystem } from './fileSystem.js';

/** Everything that the search for the CLI depends on. */
export interface DiscoveryHost {
  platform: NodeJS.Platform;
  arch: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Only paths that the caller gave are resolved against it. */
  cwd: string;
  /** The path of the Node executable. */
  execPath: string;
  /** The directory of this library's code. */
  libraryDirectory: string;
  files: FileSystem;
  /** Finds a package's manifest under Yarn Plug'n'Play, which has no `node_modules`. */
  resolveManifest?: (name: string) => string | undefined;
}

export function nodeDiscoveryHost(
  env: DiscoveryHost['env'] = process.env,
  cwd: string = currentDirectory(),
): DiscoveryHost {
  const host: DiscoveryHost = {
    platform: process.platform,
    arch: process.arch,
    env,
    home: homeDirectory(),
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
    // The directory was deleted.
    return homeDirectory();
  }
}

function resolveManifest(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
