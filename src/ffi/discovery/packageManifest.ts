import type { FileSystem } from './fileSystem.js';

export const cliPackage = '@anthropic-ai/claude-code';

export interface Manifest {
  name?: string;
  version?: string;
  /** Where `bin` says that the program `claude` lies. */
  claude?: string;
}

const manifestBytes = 256 * 1024;

/** The package itself, or the one that carries its binary for one platform. */
export function isCliPackage(name: string): boolean {
  return name === cliPackage || name.startsWith(`${cliPackage}-`);
}

export function readManifest(files: FileSystem, path: string): Manifest | undefined {
  const head = files.readHead(path, manifestBytes);
  if (head === undefined) return undefined;
  try {
    const { name, version, bin } = JSON.parse(new TextDecoder().decode(head)) as {
      [field: string]: unknown;
    };
    const claude =
      typeof bin === 'string' ? bin : (bin as { claude?: unknown } | undefined)?.claude;
    const manifest: Manifest = {};
    if (typeof name === 'string') manifest.name = name;
    if (typeof version === 'string') manifest.version = version;
    if (typeof claude === 'string') manifest.claude = claude;
    return manifest;
  } catch {
    return undefined;
  }
}
