import type { FleetClock } from '../../../src/fleet/index.js';
import { systemClock } from '../../../src/util/systemClock.js';

export const realTime: FleetClock = { ...systemClock, now: Date.now };
