import { basename } from 'node:path';
import type { Report } from '../../inspect/page/model/rows.js';
import { playRecording } from '../../inspect/recording/playRecording.js';
import type { Content } from '../../options/runtimeTypes.js';
import { readRecording } from '../../testing/recording/readRecording.js';
import { UsageError } from '../UsageError.js';

/** Plays recordings for the inspector page. A file that is none is a usage error that says why. */
export async function readRecordings(
  paths: readonly string[],
  content: Content,
): Promise<Report[]> {
  const reports: Report[] = [];
  for (const path of paths) {
    const recording = await readRecording(path).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    reports.push(await playRecording(recording, { title: basename(path), content }));
  }
  return reports;
}
