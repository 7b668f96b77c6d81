import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { buildEnvironment } from '../../ffi/environment/environment.js';
import { projectKeyOf } from '../../ffi/projectFolders.js';
import type { Options } from '../../options/types.js';
import { configFolder } from '../store/resumedConfiguration.js';

export { conversationId, conversationName } from '../../ffi/conversationId.js';
export { residentMb } from '../../ffi/process/residentMb.js';

/** Whether a conversation has a transcript, in the session store or on this machine's disk. */
export async function conversationExists(
  { sessionStore, cwd = process.cwd(), env, envMode: mode }: Options,
  sessionId: string,
): Promise<boolean> {
  const variables = buildEnvironment({ env, mode });
  const projectKey = await projectKeyOf(cwd, variables);
  if (sessionStore) {
    const entries = await sessionStore.load({ projectKey, sessionId });
    return entries !== null && entries.length > 0;
  }
  const folder = configFolder(variables, process.platform);
  const file = join(folder, 'projects', projectKey, `${sessionId}.jsonl`);
  return access(file).then(
    () => true,
    () => false,
  );
}
