import { defaultTimeouts, hookGraceMs } from '../defaults.js';
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
  timeout: number;
  onFailure?: 'block';
}

/** One hook function: `hooks[event][group].hooks[index]`. */
export interface HookRegistration {
  id: string;
  event: string;
  group: number;
  index: number;
  timeoutMs: number;
  onFailure: 'continue' | 'deny';
}

export interface HookRegistrations {
  /** Null if there are no hooks. */
  wire: Record<string, WireHookGroup[]> | null;
  registrations: HookRegistration[];
}

/** Node fires a timer of more than 2^31 - 1 ms at once. */
const longestMs = 2_147_483_000 - hookGraceMs;

/** Gives each hook an id, in the order they were passed, and writes them in the form of the wire. */
export function hookRegistrations(
  hooks: { readonly [event: string]: readonly HookGroup[] | undefined } | undefined,
  timeoutMs: (event: string) => number = () => defaultTimeouts.hook,
): HookRegistrations {
  if (hooks !== undefined) checkHookGroups(hooks);
  const registrations: HookRegistration[] = [];
  const events: [string, WireHookGroup[]][] = [];
  for (const [event, groups = []] of Object.entries(hooks ?? {})) {
    const wireGroups = groups.flatMap((group, position) => {
      const added = register(event, group, position, registrations.length, timeoutMs);
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
  timeoutMs: (event: string) => number,
): HookRegistration[] {
  const given = group.timeout === undefined ? timeoutMs(event) : group.timeout * 1000;
  const denies = group.onFailure === 'deny' || group.onFailure === 'block';
  return group.hooks.map((_, index) => ({
    id: `hook_${firstId + index}`,
    event,
    group: position,
    index,
    timeoutMs: Math.min(given, longestMs),
    onFailure: denies ? 'deny' : 'continue',
  }));
}

function toWire(group: HookGroup, added: readonly HookRegistration[]): WireHookGroup[] {
  const [first] = added;
  if (first === undefined) return [];
  return [
    {
      matcher: group.matcher ?? null,
      hookCallbackIds: added.map(({ id }) => id),
      timeout: Math.ceil((first.timeoutMs + hookGraceMs) / 1000),
      // CLIs that know this field block if an answer has a field of the wrong type; without it they
      // treat such an answer as empty. Older CLIs ignore it.
      ...(first.onFailure === 'deny' && { onFailure: 'block' as const }),
    },
  ];
}
