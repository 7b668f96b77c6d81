import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { buildEnvironment } from '../ffi/environment/environment.js';
import {
  createOwnedFolder,
  type OwnedFolder,
  removeAbandonedFolders,
} from '../ffi/process/ownedFolder.js';
import { configFolder } from '../ffi/projectFolders.js';
import { invalidOption } from '../options/invalidOption.js';
import type { Options } from '../options/types.js';
import { ParkedSpare } from './ParkedSpare.js';
import type { SpareProcess, StartupCall } from './startEarly.js';
import { startEarly } from './startWarmQuery.js';

/** Options that name a conversation. */
const conversationOptions = ['resume', 'continue', 'forkSession'] as const;

export async function parkSpare({
  options = {},
  initializeTimeoutMs = options.timeouts?.initialize,
}: StartupCall): Promise<SpareProcess> {
  const given = conversationOptions.find((name) => options[name]);
  if (given) {
    throw invalidOption(given, 'names a conversation, and a spare has none. Pass it to query().');
  }
  const folder = options.cwd === undefined ? await parkingFolder(options) : undefined;
  try {
    const extraArgs = { ...options.extraArgs, 'await-claim': null };
    const started = await startEarly(
      { ...options, cwd: options.cwd ?? folder?.path, extraArgs },
      // Hooks for the start of a session run when the spare is claimed.
      { startMs: initializeTimeoutMs, hookAllowanceMs: 0 },
    );
    return new ParkedSpare(started, options, folder);
  } catch (error) {
    await folder?.remove();
    throw error;
  }
}

const folderPrefix = 'spare-';

/**
 * A folder of the spare's own to wait in. It is in the CLI's configuration folder, because the
 * folder for temporary files may be shared, and the CLI reads settings from its working directory.
 */
async function parkingFolder({ env, envMode: mode, guard }: Options): Promise<OwnedFolder> {
  const config = configFolder(buildEnvironment({ env, mode }), process.platform);
  if (!isAbsolute(config)) {
    throw invalidOption(
      'env.CLAUDE_CONFIG_DIR',
      'is a relative path, so there is no folder for the spare to wait in. Make it absolute, or pass `cwd`.',
    );
  }
  const directory = join(config, 'spares');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  void removeAbandonedFolders(folderPrefix, directory);
  return createOwnedFolder(folderPrefix, { directory, guard });
}
