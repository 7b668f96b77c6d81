import type { AnyActorRef } from 'xstate';
import {
  defaultLimits,
  defaultTimeouts,
  type Limits,
  type Shutdown,
  shutdownTimings,
  type Timeouts,
  withDefaults,
} from '../defaults.js';
import type { ProcessInput } from './processTypes.js';
import type { WaitFor } from './session/taskLedger.js';
import type { VersionInput } from './versionChart.js';

/** The settings that sessions and queries share. */
export interface CommonSettings {
  timeouts: Timeouts;
  limits: Limits;
  shutdown: Shutdown;
  waitFor: WaitFor;
}

export function commonSettings(overrides: Partial<CommonSettings> = {}): CommonSettings {
  const { timeouts, limits, shutdown, waitFor = 'agents' } = overrides;
  return {
    timeouts: withDefaults<Timeouts>(defaultTimeouts, timeouts),
    limits: withDefaults(defaultLimits, limits),
    shutdown: withDefaults(shutdownTimings(), shutdown),
    waitFor,
  };
}

/** The part of a session or a query that the inputs of its children depend on. */
interface Owner {
  context: { launch: object; settings: Pick<CommonSettings, 'timeouts' | 'shutdown'> };
  self: AnyActorRef;
}

export function processInput({ context: { launch, settings }, self }: Owner): ProcessInput {
  const { timeouts, shutdown } = settings;
  return {
    launch,
    owner: self,
    shutdown,
    writeTimeoutMs: timeouts.write,
    outputAfterExitMs: timeouts.outputAfterExit,
  };
}

export function versionInput({ context: { launch, settings } }: Owner): VersionInput {
  return { launch, probeTimeoutMs: settings.timeouts.versionProbe };
}
