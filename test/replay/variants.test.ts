import { describe, expect, it } from '@jest/globals';
import { readRecording } from '../support/recordings.js';
import { resultOf } from '../support/replayOutcome.js';
import { type ReplaySettings, SessionReplay } from '../support/replaySession.js';
import { expectedSessions } from './expected.js';
import { expectNothingLeft } from './nothingLeft.js';

const exact = (line: number) => line;

/** A replay with the given settings, which is not compared with the expectations. */
async function replayOf(name: string, settings: Partial<ReplaySettings>): Promise<SessionReplay> {
  const deviations = expectedSessions[name]?.deviations ?? [];
  const recording = await readRecording(name);
  return new SessionReplay(recording, { deviations, end: 'recorded', feed: 'frames', ...settings });
}

describe.each(['cli-2.1.325', 'cli-2.1.197'])('%s', (version) => {
  it('ends by SIGTERM when stop() is called in the middle of a turn', async () => {
    const replay = await replayOf(`${version}/session-sigterm`, {});
    await replay.play(5);
    await replay.stop();
    expect(replay.process.ended).toBe(false);
    expect(replay.process.signals).toEqual(['SIGINT']);
    replay.clock.increment(999);
    expect(replay.process.signals).toEqual(['SIGINT']);
    replay.clock.increment(1);
    expect(replay.process.signals).toEqual(['SIGINT', 'SIGTERM']);
    await replay.play();
    expect(resultOf(replay, exact)).toMatchObject({
      turns: [{ lost: 6, code: 'TurnLost' }],
      warnings: [],
      state: 'stopped',
      outcome: 'stopped',
    });
    expectNothingLeft(replay);
  });

  it.each([
    ['turn', { 'cli-2.1.325': 16, 'cli-2.1.197': 12 }],
    ['tasks', { 'cli-2.1.325': 24, 'cli-2.1.197': 19 }],
  ] as const)(
    'keeps stdin open for a background shell as waitFor: %s says',
    async (waitFor, lines) => {
      const replay = await replayOf(`${version}/session-background-bash`, {
        waitFor,
        end: 'early',
      });
      await replay.play();
      expect(replay.eofAfter).toBe(lines[version as keyof typeof lines]);
      expectNothingLeft(replay);
    },
  );
});

describe('an agent that works while 2.1.197 reports idle', () => {
  const name = 'cli-2.1.197/session-background-agent';

  it("is not waited for with waitFor: 'turn', so stdin closes when it was recorded to", async () => {
    const replay = await replayOf(name, { waitFor: 'turn', deviations: [] });
    await replay.play();
    expect(resultOf(replay, exact)).toMatchObject({ over: [3, 14], eof: 15, warnings: [] });
    expectNothingLeft(replay);
  });

  it('is given 5 s after its end to show its follow-up turn', async () => {
    const replay = await replayOf(name, { end: 'early' });
    await replay.play(17);
    replay.clock.increment(4_999);
    expect(replay.process.ended).toBe(false);
    replay.clock.increment(1);
    expect(replay.process.ended).toBe(true);
    await replay.play();
    expect(resultOf(replay, exact)).toMatchObject({
      over: [3, 17],
      warnings: ['RunOverUnconfirmed'],
      outcome: 'completed',
    });
    expectNothingLeft(replay);
  });
});
