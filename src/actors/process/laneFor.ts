import type { StallSettings } from '../../machines/session/sessionTypes.js';
import type { ActorSettings } from '../ActorSettings.js';
import { MessageLane } from './messageLane.js';

/** The lane past a session's chart; none where somebody watches every event of the chart. */
export function laneFor(
  { clock, inspect }: ActorSettings,
  stall: Partial<StallSettings> = {},
  deliver: MessageLane['deliver'],
): MessageLane | undefined {
  const now = timeOf(clock);
  if (inspect || !now) return undefined;
  const limits = [stall.start, stall.firstFrame, stall.midTurn].filter((ms) => ms !== undefined);
  // Far below any limit on silence, so that no session that lives is taken for dead.
  return new MessageLane(deliver, now, Math.min(200, ...limits.map((ms) => ms / 4)));
}

/** A clock that is moved by hand tells its time, or nothing passes. */
function timeOf(clock: ActorSettings['clock']): (() => number) | undefined {
  if (!clock) return () => performance.now();
  const { now } = clock as { now?: () => number };
  return now && (() => now.call(clock));
}
