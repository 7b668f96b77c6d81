import { fileURLToPath } from 'node:url';
import type { Row, UnnumberedRow } from '../../../../../src/inspect/page/model/rows.js';
import { StoryBuilder } from '../../../../../src/inspect/page/model/story/StoryBuilder.js';
import type { Story } from '../../../../../src/inspect/page/model/story/story.js';
import { playRecording } from '../../../../../src/inspect/recording/playRecording.js';
import type { Content } from '../../../../../src/options/runtimeTypes.js';
import { readRecording } from '../../../../../src/testing/recording/readRecording.js';

/** The story of a recorded session, as the page would tell it. */
export async function playStory(name: string, content: Content = 'shown'): Promise<Story> {
  return storyOf(await rowsOf(name, content));
}

/** The rows of a recorded session, such as `cli-2.1.325/session-two-turns`. */
export async function rowsOf(name: string, content: Content = 'shown'): Promise<Row[]> {
  const url = new URL(`../../../../fixtures/recordings/${name}.ndjson`, import.meta.url);
  const recording = await readRecording(fileURLToPath(url));
  const { rows } = await playRecording(recording, { title: name, content });
  return rows.map(numbered);
}

export function storyOf(rows: readonly Row[]): Story {
  const owner = rows.find(
    (row) => row.kind === 'actor' && /^(session|query)$/.test(row.role ?? ''),
  );
  const builder = new StoryBuilder((owner as { id: string }).id);
  for (const row of rows) builder.add(row);
  return builder.story;
}

function numbered({ system, ...row }: UnnumberedRow, n: number): Row {
  return { ...row, n } as Row;
}
