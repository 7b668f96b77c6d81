import { headerBytes, readBinaryHeader } from '../process/binaryHeader.js';
import { pathsOf } from './cliCandidates.js';
import { isJavaScript } from './commandLine.js';
import type { DiscoveryHost } from './discoveryHost.js';
import { cliPackage, type Manifest, readManifest } from './packageManifest.js';

export interface InstalledPackage {
  directory: string;
  manifest: Manifest;
}

/** The CLI's package as this library's own `import` would find it. */
export function packageOfLibrary(host: DiscoveryHost): InstalledPackage | undefined {
  const near = findPackage(cliPackage, host.libraryDirectory, host);
  const manifest = near === undefined ? host.resolveManifest?.(cliPackage) : undefined;
  return manifest === undefined ? near : packageAt(pathsOf(host).dirname(manifest), host);
}

export function packageAt(directory: string, host: DiscoveryHost): InstalledPackage | undefined {
  const manifest = readManifest(host.files, pathsOf(host).join(directory, 'package.json'));
  return manifest === undefined ? undefined : { directory, manifest };
}

/** The program that the package's `bin` names. */
export function programOf(installed: InstalledPackage, host: DiscoveryHost): string | undefined {
  const { claude } = installed.manifest;
  return claude === undefined ? undefined : pathsOf(host).join(installed.directory, claude);
}

/** The nearest package of that name in the `node_modules` above a directory. */
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

/**
 * The package ships a text of a few lines as `bin/claude.exe`, which its install script replaces by
 * the binary. Installed without scripts, the text stays. Gives the package of such a file.
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

/** Where the binary of this platform lies that belongs to a package; the first is the right one. */
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
  // Node itself shows which C library this system has.
  const node = readBinaryHeader(files.readHead(execPath, headerBytes) ?? new Uint8Array(1));
  const musl = node.format === 'elf' && /musl/.test(node.interpreter ?? '');
  return [musl ? `${key}-musl` : key];
}
