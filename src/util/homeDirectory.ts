import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The home directory of the user. Node throws if there is no HOME and the system does not know the
 * user, as in a container that runs with an arbitrary uid. Such a user is at home in the root.
 */
export function homeDirectory(read: () => string = homedir): string {
  try {
    return read() || '/';
  } catch {
    return '/';
  }
}

/**
 * Replaces a leading `~` by the home directory. A path that did not pass through a shell, such as one
 * from a config file, may still have one.
 */
export function expandHome(path: string, home: () => string = homeDirectory): string {
  return /^~[/\\]/.test(path) ? join(home(), path.slice(2)) : path;
}
