import type { Activity } from '../../src/machines/watchdogChart.js';

/** A launch for pure walks: nothing is started, and time stands still unless the test moves it. */
export function stillLaunch(): { activity: Activity & { time: number; lastAt: number } } {
  return {
    activity: {
      time: 0,
      lastAt: 0,
      now() {
        return this.time;
      },
    },
  };
}
