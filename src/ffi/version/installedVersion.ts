import { posix, win32 } from 'node:path';
import { type FileSystem, nodeFileSystem } from '../discovery/fileSystem.js';
import { isCliPackage, readManifest } from '../discovery/packageManifest.js';
import { parseVersion } from './versionNumber.js';

export interface InstalledVersion {
  version: string;
  how: 'package' | 'path';
}

/** The version as the install shows it, without running anything. */
export function readInstalledVersion(
  realPath: string,
  files: FileSystem = nodeFileSystem,
  platform: NodeJS.Platform = process.platform,
): InstalledVersion | undefined {
  const paths = platform === 'win32' ? win32 : posix;
  let directory = paths.dirname(realPath);
  for (let level = 0; level < 3; level++) {
    const manifest = readManifest(files, paths.join(directory, 'package.json'));
    if (manifest?.name !== undefined) {
      const version = isCliPackage(manifest.name)
        ? parseVersion(manifest.version ?? '')
        : undefined;
      if (version !== undefined) return { version, how: 'package' };
      break;
    }
    directory = paths.dirname(directory);
  }
  const version = versionInPath(realPath.split(/[/\\]/));
  return version === undefined ? undefined : { version, how: 'path' };
}

const bare = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const named = /^claude(?:-code)?[-@]v?\d+\.\d+\.\d+(?:[-.][\w.-]+)?$/;

/** `…/versions/2.1.3` of the native installer, or a file `claude-2.1.3`; any other may be anyone's. */
function versionInPath(segments: string[]): string | undefined {
  const [parent = '', base = ''] = segments.slice(-2);
  if (parent === 'versions' && bare.test(base)) return parseVersion(base);
  return named.test(base) ? parseVersion(base) : undefined;
}
