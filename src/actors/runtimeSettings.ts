import type { ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate';
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

/** What a root actor is created with, besides its input. */
export interface ActorSettings {
  clock?: ActorOptions<AnyActorLogic>['clock'];
  inspect?: (event: InspectionEvent) => void;
}

/** What the options say about time and size, per part of the runtime. */
export interface RuntimeSettings {
  session: Partial<SessionSettings>;
  query: Partial<QuerySettings>;
  /** How long a hook for this event may take, unless the hook has a timeout of its own. */
  hookTimeoutMs(event: string): number;
  permissionTimeoutMs?: number;
  mcpTimeoutMs?: number;
  lineBytes?: number;
  unreadBytes?: number;
  stderrBytes?: number;
}

/** Expects options that have been checked. */
export function runtimeSettings(options: Options): RuntimeSettings {
  const { timeouts = {}, limits = {}, stall, waitFor, strictExitStatus } = options;
  const { lineBytes, unreadBytes, stderrBytes } = limits;
  const shared = {
    timeouts: chartTimeouts(timeouts),
    limits: chartLimits(limits),
    shutdown: shutdownOf(timeouts.shutdown),
    ...(waitFor && { waitFor }),
    ...(strictExitStatus !== undefined && { strictExitStatus }),
  };
  return {
    // The machine fills in the rest of `stall`.
    session: { ...shared, ...(stall && { stall: defined(stall) as StallSettings }) },
    query: shared,
    hookTimeoutMs: timeoutByName(timeouts.hook, defaultTimeouts.hook),
    permissionTimeoutMs: timeouts.permission,
    mcpTimeoutMs: timeouts.mcp,
    lineBytes,
    unreadBytes,
    stderrBytes,
  };
}

function timeoutByName(given: ByName | undefined, fallback: number): (name: string) => number {
  if (typeof given === 'number') return () => given;
  const times = new Map(Object.entries(given ?? {}));
  return (name) => times.get(name) ?? times.get('default') ?? fallback;
}

/** All timeouts but those that something else than a chart waits for. */
function chartTimeouts({ control, hook, permission, mcp, shutdown, ...given }: Timeouts) {
  const { interrupt, set_model, set_permission_mode, ...own } = defaultTimeouts;
  const named = typeof control === 'object' ? control : {};
  const general = typeof control === 'number' ? control : control?.default;
  const operations = Object.entries(defined(named))
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
    ...defined({ ...given, control: general }),
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

function poolOf(limit: CallbackLimit | undefined, fallback: { running: number; waiting: number }) {
  return {
    running: limit?.atOnce ?? fallback.running,
    waiting: limit?.waiting ?? fallback.waiting,
  };
}

function shutdownOf(shutdown: Timeouts['shutdown']): Shutdown {
  return shutdownTimings({ ...defaultShutdown, ...defined(shutdown ?? {}) });
}

/** Drops undefined fields, which would override a default. */
function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as Partial<Value>;
}
