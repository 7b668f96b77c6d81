import { posix } from 'node:path';

/** What decides where the CLI keeps things. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

export function configDirectory({ env, cwd }: Surroundings): string {
  return env.CLAUDE_CONFIG_DIR ?? posix.join(env.HOME ?? cwd, '.claude');
}

/** Where the CLI would keep what belongs to this project. */
export function projectDirectory(place: Surroundings): string {
  return `${configDirectory(place)}/projects/${place.cwd.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
}
