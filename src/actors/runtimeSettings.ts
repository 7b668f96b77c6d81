import type { ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate';
import {
  defaultLimits,
  defaultShutdown,
  defaultSizes,
  defaultTimeouts,
  type Shutdown,
  shutdownTimings,
} from '../defaults.js';
import type { MachineSettings, StallSettings } from '../machines/settings.js';
import type { ByName, CallbackLimit, Limits, Timeouts } from '../options/limitTypes.js';
import { subtypeOf } from '../options/operationNames.js';
import type { Options } from '../options/types.js';
import { longestTimeout } from '../util/longestTimeout.js';
import { withDefaults, withoutUndefined } from '../util/withDefaults.js';

/** What a root actor is created with, besides its input. */
export interface ActorSettings {
  clock?: ActorOptions<AnyActorLogic>['clock'];
  inspect?: (event: InspectionEvent) => void;
  /** The actor's name in inspectors: the option `label`. */
  id?: string;
}

/** What the options say about time and size, per part of the runtime. */
export interface RuntimeSettings {
  /** For the session's machine or the query's. */
  run: Partial<MachineSettings>;
  /** How long a hook for this event may take; undefined if the options set no time. */
  hookTimeoutMs(event: string): number | undefined;
  permissionTimeoutMs?: number;
  mcpTimeoutMs?: number;
  lineBytes?: number;
  unreadBytes?: number;
  stderrBytes?: number;
}

/**
 * Expects options that have been checked. A patient run has no time limits of ours, as in the
 * official SDK, except those that the options set.
 */
export function runtimeSettings(options: Options, isPatient = false): RuntimeSettings {
  const { timeouts = {}, limits = {}, stall, waitFor, strictExitStatus } = options;
  const { lineBytes, stderrBytes } = limits;
  const unreadBytes = limits.unreadBytes ?? (isPatient ? defaultSizes.unreadInQuery : undefined);
  const run = {
    timeouts: chartTimeouts(timeouts, { ...defaultTimeouts, ...(isPatient && patientTimeouts) }),
    limits: chartLimits(limits, { ...defaultLimits, ...(isPatient && patientLimits) }),
    shutdown: shutdownOf(timeouts.shutdown),
    ...(waitFor && { waitFor }),
    ...(strictExitStatus !== undefined && { strictExitStatus }),
    // The machine fills in the rest of `stall`.
    ...(stall && { stall: withoutUndefined(stall) as StallSettings }),
  };
  return {
    run,
    hookTimeoutMs: timeoutByName(timeouts.hook),
    permissionTimeoutMs: timeouts.permission,
    mcpTimeoutMs: timeouts.mcp,
    lineBytes,
    unreadBytes,
    stderrBytes,
  };
}

function timeoutByName(given: ByName | undefined): (name: string) => number | undefined {
  if (typeof given === 'number') return () => given;
  const times = new Map(Object.entries(given ?? {}));
  return (name) => times.get(name) ?? times.get('default');
}

/**
 * What a patient run waits for as long as the process lives. Everything is settled at the latest when
 * the process ends.
 */
const patientTimeouts = {
  initialize: longestTimeout,
  control: longestTimeout,
  interrupt: longestTimeout,
  set_model: longestTimeout,
  set_permission_mode: longestTimeout,
  write: longestTimeout,
};

const patientLimits = {
  queuedOperations: Number.MAX_SAFE_INTEGER,
  pendingRequests: Number.MAX_SAFE_INTEGER,
};

/** All timeouts but those that something else than a chart waits for. */
function chartTimeouts(
  { control, hook, permission, mcp, shutdown, ...given }: Timeouts,
  defaults: typeof defaultTimeouts,
) {
  const { interrupt, set_model, set_permission_mode, ...own } = defaults;
  const named = typeof control === 'object' ? control : {};
  const general = typeof control === 'number' ? control : control?.default;
  const operations = Object.entries(withoutUndefined(named))
    .filter(([name]) => name !== 'default')
    .map(([name, ms]) => [subtypeOf(name), ms]);
  return {
    // A timeout for all operations applies to these three as well.
    interrupt: general ?? interrupt,
    set_model: general ?? set_model,
    set_permission_mode: general ?? set_permission_mode,
    ...Object.fromEntries(operations),
    // Last, so that no operation can override one of the machine's own timeouts.
    ...own,
    ...withoutUndefined({ ...given, control: general }),
  };
}

function chartLimits(
  { queuedOperations, pendingRequests, callbacks = {} }: Limits,
  defaults: typeof defaultLimits,
) {
  return {
    ...defaults,
    ...withoutUndefined({ queuedOperations, pendingRequests }),
    hook: poolOf(callbacks.hook, defaultLimits.hook),
    permission: poolOf(callbacks.permission, defaultLimits.permission),
    mcp: poolOf(callbacks.mcp, defaultLimits.mcp),
  };
}

function poolOf(limit: CallbackLimit | undefined, fallback: { running: number; waiting: number }) {
  return {
    running: limit?.atOnce ?? fallback.running,
    waiting: limit?.waiting ?? fallback.waiting,
  };
}

function shutdownOf(shutdown: Timeouts['shutdown']): Shutdown {
  return shutdownTimings(withDefaults(defaultShutdown, shutdown));
}
