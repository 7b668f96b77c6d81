import { posix, win32 } from 'node:path';
import { parseVersion } from '../../util/versionNumber.js';
import { isCliPackage, readManifest } from '../discovery/cliPackages.js';
import { type FileSystem, nodeFileSystem } from '../discovery/fileSystem.js';

export interface InstalledVersion {
  version: string;
  how: 'package' | 'path';
}

/** Reads the version from the installed files, without running anything. */
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

/**
 * The native installer uses `…/versions/2.1.3`; some installs use a file `claude-2.1.3`. Any other
 * number in a path may be the version of something else.
 */
function versionInPath(segments: string[]): string | undefined {
  const [parent = '', base = ''] = segments.slice(-2);
  if (parent === 'versions' && bare.test(base)) return parseVersion(base);
  return named.test(base) ? parseVersion(base) : undefined;
}
