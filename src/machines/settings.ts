import type { AnyActorRef } from 'xstate';
import {
  defaultLimits,
  defaultSilence,
  defaultTimeouts,
  type MachineLimits,
  type MachineTimeouts,
  type Shutdown,
  shutdownTimings,
} from '../defaults.js';
import { PersistentQueue } from '../util/PersistentQueue.js';
import { withDefaults } from '../util/withDefaults.js';
import type { KnowsProcess, ProcessContext, ProcessInput } from './processTypes.js';
import type { WaitFor } from './session/taskLedger.js';
import type { VersionInput } from './versionChart.js';
import type { Activity, WatchdogInput } from './watchdogChart.js';

/** How much silence of the CLI is too much, and what to do then. */
export interface StallSettings {
  start: number;
  firstFrame: number;
  midTurn: number;
  action: 'warn' | 'interrupt' | 'stop';
}

/** What to run. The charts only read these two. */
export interface WatchedLaunch extends KnowsProcess {
  readonly activity: Activity;
}

/** The settings that sessions and queries share. */
export interface MachineSettings {
  timeouts: MachineTimeouts;
  limits: MachineLimits;
  shutdown: Shutdown;
  waitFor: WaitFor;
  /** Fail if the CLI exits by itself with an error after a result that is none. */
  strictExitStatus: boolean;
  stall: StallSettings;
}

export function machineSettings(overrides: Partial<MachineSettings> = {}): MachineSettings {
  const { timeouts, limits, shutdown, waitFor = 'agents', strictExitStatus = false } = overrides;
  const { stall } = overrides;
  return {
    timeouts: withDefaults<MachineTimeouts>(defaultTimeouts, timeouts),
    limits: withDefaults(defaultLimits, limits),
    shutdown: withDefaults(shutdownTimings(), shutdown),
    waitFor,
    strictExitStatus,
    stall: withDefaults<StallSettings>({ ...defaultSilence, action: 'warn' }, stall),
  };
}

/** The part of a session or a query that the inputs of its children depend on. */
interface Owner {
  context: { launch: object; settings: Pick<MachineSettings, 'timeouts' | 'shutdown'> };
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

export function watchdogInput({
  context: { launch, settings },
}: {
  context: { launch: WatchedLaunch; settings: Pick<MachineSettings, 'stall'> };
}): WatchdogInput {
  const { start, firstFrame, midTurn } = settings.stall;
  return { start, firstFrame, midTurn, activity: launch.activity };
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
    failedWrites: [],
  };
}
