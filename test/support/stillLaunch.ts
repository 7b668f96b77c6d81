import type { ErrorDetails } from '../../src/errors.js';
import type { KnownFacts } from '../../src/machines/processTypes.js';
import type { Activity } from '../../src/machines/watchdogChart.js';

/** A launch that starts nothing. Its time stands still unless the test moves it. */
export function stillLaunch(known: ErrorDetails = {}, hasSentFrames = false) {
  return {
    facts: {
      details: () => known,
      hasSentFrames,
      toolsInDoubt: () => [],
    } satisfies KnownFacts,
    activity: {
      time: 0,
      lastAt: 0,
      now() {
        return this.time;
      },
    } satisfies Activity & { time: number },
  };
}
