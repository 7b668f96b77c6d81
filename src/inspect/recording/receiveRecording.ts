import { parseRecording } from '../../testing/recording/readRecording.js';
import type { Hub } from '../page/server/Hub.js';
import { playRecording } from './playRecording.js';

/**
 * Shows the text of a recording on the pages of a hub. Resolves with the id of its source, or with
 * what is wrong with it.
 */
export async function receiveRecording(
  hub: Hub,
  title: string,
  text: string,
): Promise<{ source: string } | { problem: string }> {
  try {
    const recording = await parseRecording(title, text);
    const report = await playRecording(recording, { title, content: 'shown' });
    hub.receiveRecording(report);
    return { source: report.source.id };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
