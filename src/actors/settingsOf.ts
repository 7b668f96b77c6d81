import {
  defaultLimits,
  defaultShutdown,
  defaultTimeouts,
  type Shutdown,
  shutdownTimings,
} from '../defaults.js';
import type { QuerySettings } from '../machines/query/queryTypes.js';
import type { SessionSettings, StallSettings } from '../machines/session/sessionTypes.js';
import type { ByName, CallbackLimit, Limits, Timeouts } from '../options/limitTypes.js';
import { subtypeOf } from '../options/operationNames.js';
import type { Options } from '../options/types.js';

/** What the options say of time and size, for each part of the runtime that has to keep to it. */
export interface RuntimeSettings {
  session: Partial<SessionSettings>;
  query: Partial<QuerySettings>;
  /** How long a hook of this event may take, unless it says so itself. */
  hookTimeoutMs(event: string): number;
  permissionTimeoutMs?: number;
  mcpTimeoutMs?: number;
  lineBytes?: number;
  unreadBytes?: number;
  stderrBytes?: number;
}

/** Reads options that have been checked. */
export function settingsOf(options: Options): RuntimeSettings {
  const { timeouts = {}, limits = {}, stall, waitFor, strictExitStatus } = options;
  const { lineBytes, unreadBytes, stderrBytes } = limits;
  const shared = {
    timeouts: chartTimeouts(timeouts),
    limits: chartLimits(limits),
    shutdown: shutdownOf(timeouts.shutdown),
    ...(waitFor && { waitFor }),
  };
  return {
    // The chart has the rest of `stall`.
    session: { ...shared, ...(stall && { stall: defined(stall) as StallSettings }) },
    query: { ...shared, ...(strictExitStatus !== undefined && { strictExitStatus }) },
    hookTimeoutMs: timeoutByName(timeouts.hook, defaultTimeouts.hook),
    permissionTimeoutMs: timeouts.permission,
    mcpTimeoutMs: timeouts.mcp,
    lineBytes,
    unreadBytes,
    stderrBytes,
  };
}

function timeoutByName(given: ByName | undefined, otherwise: number): (name: string) => number {
  if (typeof given === 'number') return () => given;
  const times = new Map(Object.entries(given ?? {}));
  return (name) => times.get(name) ?? times.get('default') ?? otherwise;
}

function chartTimeouts({ control, initialize, write, versionProbe }: Timeouts) {
  const { interrupt, set_model, set_permission_mode, ...own } = defaultTimeouts;
  const named = typeof control === 'object' ? control : {};
  const general = typeof control === 'number' ? control : control?.default;
  const operations = Object.entries(defined(named))
    .filter(([name]) => name !== 'default')
    .map(([name, ms]) => [subtypeOf(name), ms]);
  return {
    // What is said of all operations is said of these three as well.
    interrupt: general ?? interrupt,
    set_model: general ?? set_model,
    set_permission_mode: general ?? set_permission_mode,
    ...Object.fromEntries(operations),
    // After the operations, so that none can take the name of one of the chart's own.
    ...own,
    ...defined({ initialize, write, versionProbe, control: general }),
  };
}

function chartLimits({ queuedOperations, pendingRequests, callbacks = {} }: Limits) {
  return {
    ...defaultLimits,
    ...defined({ queuedOperations, pendingRequests }),
    hook: poolOf(callbacks.hook, defaultLimits.hook),
    permission: poolOf(callbacks.permission, defaultLimits.permission),
    mcp: poolOf(callbacks.mcp, defaultLimits.mcp),
  };
}

function poolOf(limit: CallbackLimit | undefined, otherwise: { running: number; waiting: number }) {
  return {
    running: limit?.atOnce ?? otherwise.running,
    waiting: limit?.waiting ?? otherwise.waiting,
  };
}

/** `kill` counts from `stop()`; at the end of input it counts from the SIGTERM. */
function shutdownOf(shutdown: Timeouts['shutdown']): Shutdown {
  return shutdownTimings({ ...defaultShutdown, ...defined(shutdown ?? {}) });
}

/** Without what is undefined, which would take the place of a default. */
function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as Partial<Value>;
}
