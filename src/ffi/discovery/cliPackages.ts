import { discoveryLimits } from '../../defaults.js';
import { headerBytes, readBinaryHeader } from '../process/binaryHeader.js';
import { isJavaScript } from './cliCommand.js';
import type { DiscoveryHost } from './discoveryHost.js';
import type { FileSystem } from './fileSystem.js';
import { pathsOf } from './searchDirectories.js';

export const cliPackage = '@anthropic-ai/claude-code';

export interface Manifest {
  name?: string;
  version?: string;
  /** The path of the program `claude`, from the field `bin`. */
  claude?: string;
}

const { manifestBytes } = discoveryLimits;

/** Whether this is the CLI's package, or a package with its binary for one platform. */
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

export interface InstalledPackage {
  directory: string;
  manifest: Manifest;
}

/** The CLI's package as an `import` in this library would resolve it. */
export function packageOfLibrary(host: DiscoveryHost): InstalledPackage | undefined {
  const found = findPackage(cliPackage, host.libraryDirectory, host);
  const manifest = found === undefined ? host.resolveManifest?.(cliPackage) : undefined;
  return manifest === undefined ? found : packageAt(pathsOf(host).dirname(manifest), host);
}

/** Where a package would be if it were installed next to this library. */
export function expectedPackage(name: string, host: DiscoveryHost): string {
  const { basename, dirname, join } = pathsOf(host);
  for (let directory = host.libraryDirectory; ; directory = dirname(directory)) {
    if (basename(directory) === 'node_modules') return join(directory, name);
    if (dirname(directory) === directory) return join(host.libraryDirectory, 'node_modules', name);
  }
}

export function packageAt(directory: string, host: DiscoveryHost): InstalledPackage | undefined {
  const manifest = readManifest(host.files, pathsOf(host).join(directory, 'package.json'));
  return manifest === undefined ? undefined : { directory, manifest };
}

/** The path of the program in the package's `bin`. */
export function programOf(installed: InstalledPackage, host: DiscoveryHost): string | undefined {
  const { claude } = installed.manifest;
  return claude === undefined ? undefined : pathsOf(host).join(installed.directory, claude);
}

/** The nearest package of this name in the `node_modules` of a directory and its parents. */
function findPackage(
  name: string,
  from: string,
  host: DiscoveryHost,
  version?: string,
): InstalledPackage | undefined {
  const { dirname, join } = pathsOf(host);
  for (let directory = from; ; directory = dirname(directory)) {
    const found = packageAt(join(directory, 'node_modules', name), host);
    const { manifest } = found ?? {};
    if (manifest?.name === name && (version === undefined || manifest.version === version)) {
      return found;
    }
    if (dirname(directory) === directory) return undefined;
  }
}

const sdkPackage = '@anthropic-ai/claude-agent-sdk';

/**
 * The CLI that the official SDK installs for this platform: its possible paths, or only its name if
 * its package is missing. Some package managers hide it from everything but that SDK.
 */
export function sdkPrograms(host: DiscoveryHost): { name: string; path?: string }[] {
  const { join, dirname } = pathsOf(host);
  const sdk = findPackage(sdkPackage, host.libraryDirectory, host);
  const sdkManifest = sdk && host.files.realPath(join(sdk.directory, 'package.json'));
  const places = [host.libraryDirectory, ...(sdkManifest ? [dirname(sdkManifest)] : [])];
  const program = host.platform === 'win32' ? 'claude.exe' : 'claude';
  return platformKeys(host).map((key) => {
    const name = `${sdkPackage}-${key}`;
    const found = places.map((place) => findPackage(name, place, host)).find(Boolean);
    const resolved = found ? undefined : host.resolveManifest?.(name);
    const directory = found?.directory ?? (resolved && dirname(resolved));
    return { name, ...(directory && { path: join(directory, program) }) };
  });
}

/**
 * Returns the package of a placeholder, or undefined if the file is a real program. The package
 * ships a short text file as `bin/claude.exe`, and its install script replaces that by the binary.
 * Installed without scripts, the text file stays.
 */
export function placeholderPackage(
  realPath: string,
  host: DiscoveryHost,
): InstalledPackage | undefined {
  const { dirname } = pathsOf(host);
  if (isJavaScript(realPath)) return undefined;
  const head = host.files.readHead(realPath, headerBytes);
  if (head === undefined || head.length === headerBytes) return undefined;
  const { format } = readBinaryHeader(head);
  if (format !== 'unknown' && format !== 'empty') return undefined;
  const installed = packageAt(dirname(dirname(realPath)), host);
  return installed?.manifest.name === cliPackage ? installed : undefined;
}

/** Where the binary of a package for this platform may be, the best match first. */
export function platformPrograms(installed: InstalledPackage, host: DiscoveryHost): string[] {
  const { join } = pathsOf(host);
  const program = host.platform === 'win32' ? 'claude.exe' : 'claude';
  return platformKeys(host).flatMap((key) => {
    const { version } = installed.manifest;
    const found = findPackage(`${cliPackage}-${key}`, installed.directory, host, version);
    return found === undefined ? [] : [join(found.directory, program)];
  });
}

export function platformKeys({ platform, arch, execPath, files }: DiscoveryHost): string[] {
  const key = `${platform}-${arch}`;
  if (platform === 'darwin' && arch === 'x64') return [key, 'darwin-arm64'];
  if (platform !== 'linux') return [key];
  // The header of Node's own binary shows which C library this system uses.
  const node = readBinaryHeader(files.readHead(execPath, headerBytes) ?? new Uint8Array(1));
  const musl = node.format === 'elf' && /musl/.test(node.interpreter ?? '');
  return [musl ? `${key}-musl` : key];
}
