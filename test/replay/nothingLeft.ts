import { expect } from '@jest/globals';
import { timersLeft } from '../support/leftovers.js';
import type { SessionReplay } from '../support/replaySession.js';

/** After a final state there is no child, no timer, no open promise and no process to listen to. */
export function expectNothingLeft(replay: SessionReplay): void {
  const { session, clock, process, promises, callbacks } = replay;
  expect(session.actor.getSnapshot().children).toEqual({});
  expect(timersLeft(clock)).toBe(0);
  expect(process.released).toBe(true);
  expect([...promises].filter(([, { state }]) => state === 'pending')).toEqual([]);
  expect(callbacks.complaints()).toEqual([]);
}
