import { describe, expect, it } from '@jest/globals';
import type { ClaudeActorsError } from '../../src/errors.js';
import { type Recording, readRecording, recordingNames } from '../support/recordings.js';
import { answersOf, burstEnd, messagesOf, placed } from '../support/replayLines.js';
import { resultOf, type SessionResult } from '../support/replayOutcome.js';
import { type ReplaySettings, SessionReplay } from '../support/replaySession.js';
import { expectedSessions } from './expected.js';
import { expectNothingLeft } from './nothingLeft.js';
import type { ExpectedSession } from './outcomes.js';

const names = recordingNames.filter((name) => name.includes('/session-'));

function expectedOf(name: string): ExpectedSession {
  const expected = expectedSessions[name];
  if (!expected) throw new Error(`nothing is written down for ${name}`);
  return expected;
}

async function replayed(name: string, settings: Pick<ReplaySettings, 'end' | 'feed'>) {
  const recording = await readRecording(name);
  const { deviations } = expectedOf(name);
  const replay = await new SessionReplay(recording, { deviations, ...settings }).play();
  return { recording, replay };
}

/** The expectations are for an `end()` at once. Otherwise EOF comes when it was recorded. */
function endedAsRecorded(name: string, { entries }: Recording): SessionResult {
  const { deviations, ...expected } = expectedOf(name);
  const line = entries.findIndex((entry) => entry.dir === 'in' && entry.eof) + 1;
  if (line === 0) return { ...expected, eof: 'never' };
  const deviation = deviations.find(({ lines }) => lines.includes(line));
  return { ...expected, eof: deviation?.until ?? line };
}

function endedEarly(name: string): SessionResult {
  const { deviations: _, ...expected } = expectedOf(name);
  const { eof, over } = expected;
  return { ...expected, over: over.filter((line) => eof === 'never' || line <= eof) };
}

it('has an expectation for every recorded session', () => {
  expect(Object.keys(expectedSessions).sort()).toEqual([...names].sort());
});

describe.each(names)('%s', (name) => {
  const exact = (line: number) => line;

  it('writes what was recorded and has the expected outcome', async () => {
    const { recording, replay } = await replayed(name, { end: 'recorded', feed: 'frames' });
    expect(resultOf(replay, exact)).toEqual(endedAsRecorded(name, recording));
    expect(replay.process.signals).toEqual([]);
    expectNothingLeft(replay);
  });

  it('closes stdin when the run is over and not before, if end() is called at once', async () => {
    const { replay } = await replayed(name, { end: 'early', feed: 'frames' });
    const expected = endedEarly(name);
    expect(resultOf(replay, exact)).toEqual(expected);
    const whenOver = expected.eof === 'never' ? replay.exitLine : expected.eof;
    expect(replay.promises.get('idle')).toEqual({ state: 'resolved', at: whenOver });
    expectNothingLeft(replay);
  });

  it.each(['recorded', 'early'] as const)(
    'has the same outcome if frames come in bursts, %s end',
    async (end) => {
      const { recording, replay } = await replayed(name, { end, feed: 'bursts' });
      const expected = end === 'early' ? endedEarly(name) : endedAsRecorded(name, recording);
      const place = burstEnd(recording);
      expect(resultOf(replay, place)).toEqual(placed(expected, place));
      expectNothingLeft(replay);
    },
  );

  it('delivers the messages in the order they came', async () => {
    const { recording, replay } = await replayed(name, { end: 'recorded', feed: 'frames' });
    const messages = messagesOf(recording).map(({ message }) => message);
    expect(replay.messages.map(({ message }) => message)).toEqual(messages);
    const texts = messages.map((message) => JSON.stringify(message));
    expect(replay.messages.map(({ text }) => text)).toEqual(texts);
  });

  it("gives each caller the CLI's own answer", async () => {
    const { recording, replay } = await replayed(name, { end: 'recorded', feed: 'frames' });
    for (const [id, { response, error }] of answersOf(recording)) {
      const settled = replay.promises.get(id === 'req_0' ? 'initialization' : `request ${id}`);
      if (settled?.state === 'resolved') expect(settled.value).toEqual(response);
      else if (settled?.state === 'rejected') {
        expect((settled.error as ClaudeActorsError).message).toContain(error);
      } else throw new Error(`${id} was answered, but its caller does not know`);
    }
  });
});
