import { configFolder } from '../../ffi/projectFolders.js';
import { transcriptEntriesSince } from '../../ffi/transcripts.js';
import type { CliPlan } from '../cliPlan.js';
import { UsageTracker, type UsageTrackerOptions } from './UsageTracker.js';

/** Tracks the usage of a planned run. Its transcript is where its environment says. */
export function trackUsage(
  { launch, sessionId }: Pick<CliPlan, 'launch' | 'sessionId'>,
  onRow?: UsageTrackerOptions['onRow'],
): UsageTracker {
  return new UsageTracker({
    sessionId,
    ...(onRow && { onRow }),
    async readTranscript(id, since) {
      const { command } = launch.facts;
      if (!command) return [];
      const folder = configFolder(command.env ?? {}, process.platform);
      return transcriptEntriesSince(folder, id, since);
    },
  });
}
