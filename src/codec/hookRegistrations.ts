import { defaultTimeouts, hookGraceMs } from '../defaults.js';
import { longestTimeout } from '../util/longestTimeout.js';
import { checkHookGroups } from './checkHooks.js';

/** One entry of the user's `hooks` option. This file only counts its functions. */
interface HookGroup {
  readonly matcher?: string | null;
  readonly hooks: readonly unknown[];
  /** Seconds. */
  readonly timeout?: number;
  readonly onFailure?: 'continue' | 'deny' | 'block';
}

/** One group of hooks as `initialize` sends it; `timeout` is in seconds. */
export interface WireHookGroup {
  matcher: string | null;
  hookCallbackIds: string[];
  timeout?: number;
  onFailure?: 'block';
}

/** One hook function: `hooks[event][group].hooks[index]`. */
export interface HookRegistration {
  id: string;
  event: string;
  group: number;
  index: number;
  /** Undefined if the CLI alone watches the time. */
  timeoutMs?: number | undefined;
  /** Undefined if the CLI decides what a failure means. */
  onFailure?: FailurePolicy | undefined;
}

/** What a failed hook answers. */
export type FailurePolicy = 'continue' | 'deny';

/** What applies to hooks that say nothing themselves. */
export interface HookDefaults {
  timeoutMs?(event: string): number | undefined;
  onFailure?: FailurePolicy | undefined;
}

export interface HookRegistrations {
  /** Null if there are no hooks. */
  wire: Record<string, WireHookGroup[]> | null;
  registrations: HookRegistration[];
}

/** In whole seconds. The CLI's own timer is longer than ours, and must not be too long either. */
const longestMs = Math.floor(longestTimeout / 1000) * 1000 - hookGraceMs;

/** Gives each hook an id, in the order they were passed, and writes them in the form of the wire. */
export function hookRegistrations(
  hooks: { readonly [event: string]: readonly HookGroup[] | undefined } | undefined,
  defaults: HookDefaults = {},
): HookRegistrations {
  if (hooks !== undefined) checkHookGroups(hooks);
  const registrations: HookRegistration[] = [];
  const events: [string, WireHookGroup[]][] = [];
  for (const [event, groups = []] of Object.entries(hooks ?? {})) {
    const wireGroups = groups.flatMap((group, position) => {
      const added = register(event, group, position, registrations.length, defaults);
      registrations.push(...added);
      return toWire(group, added);
    });
    if (wireGroups.length > 0) events.push([event, wireGroups]);
  }
  return { wire: events.length === 0 ? null : Object.fromEntries(events), registrations };
}

function register(
  event: string,
  group: HookGroup,
  position: number,
  firstId: number,
  defaults: HookDefaults,
): HookRegistration[] {
  const onFailure = policyOf(group) ?? defaults.onFailure;
  const timeoutMs = ownTimeout(event, group, defaults, onFailure);
  return group.hooks.map((_, index) => ({
    id: `hook_${firstId + index}`,
    event,
    group: position,
    index,
    ...(timeoutMs !== undefined && { timeoutMs: Math.min(timeoutMs, longestMs) }),
    ...(onFailure && { onFailure }),
  }));
}

function policyOf({ onFailure }: HookGroup): FailurePolicy | undefined {
  return onFailure === 'block' ? 'deny' : onFailure;
}

/**
 * Our own limit, which ends before the CLI's. Without a failure policy, only `timeouts.hook` sets one:
 * the CLI watches the `timeout` of a matcher itself, and decides what happens after it.
 */
function ownTimeout(
  event: string,
  group: HookGroup,
  defaults: HookDefaults,
  onFailure: FailurePolicy | undefined,
): number | undefined {
  const general = defaults.timeoutMs?.(event);
  // To the CLI, 0 means its own limit.
  const seconds = group.timeout || undefined;
  if (!onFailure && (general === undefined || seconds !== undefined)) return undefined;
  return seconds === undefined ? (general ?? defaultTimeouts.hook) : seconds * 1000;
}

function toWire(group: HookGroup, added: readonly HookRegistration[]): WireHookGroup[] {
  const [first] = added;
  if (first === undefined) return [];
  const { timeoutMs } = first;
  const timeout =
    timeoutMs === undefined ? group.timeout : Math.ceil((timeoutMs + hookGraceMs) / 1000);
  const longest = Math.floor((longestMs + hookGraceMs) / 1000);
  return [
    {
      matcher: group.matcher ?? null,
      hookCallbackIds: added.map(({ id }) => id),
      ...(timeout !== undefined && { timeout: Math.min(timeout, longest) }),
      // CLIs that know this field block if an answer has a field of the wrong type; without it they
      // treat such an answer as empty. Older CLIs ignore it.
      ...(first.onFailure === 'deny' && { onFailure: 'block' as const }),
    },
  ];
}
