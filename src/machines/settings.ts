import type { AnyActorRef } from 'xstate';
import {
  defaultLimits,
  defaultTimeouts,
  type MachineLimits,
  type MachineTimeouts,
  type Shutdown,
  shutdownTimings,
} from '../defaults.js';
import { PersistentQueue } from '../util/PersistentQueue.js';
import { withDefaults } from '../util/withDefaults.js';
import type { ProcessContext, ProcessInput } from './processTypes.js';
import type { WaitFor } from './session/taskLedger.js';
import type { VersionInput } from './versionChart.js';

/** The settings that sessions and queries share. */
export interface CommonSettings {
  timeouts: MachineTimeouts;
  limits: MachineLimits;
  shutdown: Shutdown;
  waitFor: WaitFor;
  /** Fail if the CLI exits by itself with an error after a result that is none. */
  strictExitStatus: boolean;
}

export function commonSettings(overrides: Partial<CommonSettings> = {}): CommonSettings {
  const { timeouts, limits, shutdown, waitFor = 'agents', strictExitStatus = false } = overrides;
  return {
    timeouts: withDefaults<MachineTimeouts>(defaultTimeouts, timeouts),
    limits: withDefaults(defaultLimits, limits),
    shutdown: withDefaults(shutdownTimings(), shutdown),
    waitFor,
    strictExitStatus,
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
    leftoverGraceMs: timeouts.leftoverGrace,
  };
}

export function versionInput({ context: { launch, settings }, self }: Owner): VersionInput {
  return { launch, owner: self, probeTimeoutMs: settings.timeouts.versionProbe };
}

export function startingProcessContext(input: ProcessInput): ProcessContext {
  // Field by field: a spread gives each session a shape of its own, and V8 then discards the code
  // it has optimized for the sessions before.
  return {
    launch: input.launch,
    owner: input.owner,
    shutdown: input.shutdown,
    writeTimeoutMs: input.writeTimeoutMs,
    outputAfterExitMs: input.outputAfterExitMs,
    leftoverGraceMs: input.leftoverGraceMs,
    timings: input.shutdown.end,
    stopping: false,
    lines: new PersistentQueue(),
    blockedTag: '',
    outputEnded: false,
    errorsEnded: false,
    exit: { code: null, signal: null },
    signalled: false,
    leftovers: [],
  };
}
