import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { homeDirectory } from '../util/homeDirectory.js';
import { readVariable } from './environment/environment.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The configuration folder of a CLI with this environment. */
export function configFolder(env: Variables, platform: NodeJS.Platform): string {
  const own = readVariable(env, 'CLAUDE_CONFIG_DIR', platform);
  if (own !== undefined) return own;
  const home = readVariable(env, platform === 'win32' ? 'USERPROFILE' : 'HOME', platform);
  return join(home ?? homeDirectory(), '.claude');
}

/** How long a name may be before the CLI shortens it. */
export const longestProjectName = 200;

/** The name of a project's folder, which the CLI derives from the working directory. */
export async function projectKeyOf(
  cwd: string,
  env: Variables,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  return chosenProjectName(env, platform) ?? folderNameOf(await canonicalPath(cwd, platform));
}

/** The name that the user chose for all projects of a configuration folder. */
export function chosenProjectName(
  env: Variables,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const named = readVariable(env, 'CLAUDE_CODE_PROJECT_DIR_NAME', platform) ?? '';
  const hasOwnConfig = readVariable(env, 'CLAUDE_CONFIG_DIR', platform) !== undefined;
  return hasOwnConfig && /^[\w-]{1,64}$/.test(named) ? named : undefined;
}

/** The path of a project, as the CLI sees it. */
export async function canonicalPath(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  const real = await realpath(path).catch(() => resolve(path));
  return platform === 'darwin' ? real.normalize('NFC') : real;
}

/** The name of the folder of a path. A long one is cut and gets a hash of the path. */
export function folderNameOf(path: string): string {
  const name = path.replace(/[^a-zA-Z0-9]/g, '-');
  if (name.length <= longestProjectName) return name;
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = ((hash << 5) - hash + path.charCodeAt(at)) | 0;
  return `${name.slice(0, longestProjectName)}-${Math.abs(hash).toString(36)}`;
}
