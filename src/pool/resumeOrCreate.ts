import type { Options } from '../options/types.js';
import { isInUse, isNotFound } from './poolErrors.js';

/** Starts the process of a conversation with this id: resumes it if it exists, or creates it. */
export async function resumeOrCreate<Started>(
  { sessionId, exists }: { sessionId: string; exists: boolean },
  options: Options,
  start: (options: Options) => Promise<Started>,
): Promise<{ started: Started; existed: boolean }> {
  const { resume: _, sessionId: __, continue: ___, ...own } = options;
  const attempt = async (existed: boolean) => {
    const which = existed ? { resume: sessionId } : { sessionId };
    return { started: await start({ ...own, ...which }), existed };
  };
  try {
    return await attempt(exists);
  } catch (error) {
    // The transcript may be elsewhere than expected, or was deleted. The CLI knows.
    if (!(exists ? isNotFound(error) : isInUse(error))) throw error;
    return attempt(!exists);
  }
}
