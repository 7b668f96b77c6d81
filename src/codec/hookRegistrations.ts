import { checkHookGroups } from './checkHooks.js';

/** One entry of the user's `hooks` option; its functions are counted here, never called. */
interface HookGroup {
  readonly matcher?: string | null;
  readonly hooks: readonly unknown[];
  /** Seconds. */
  readonly timeout?: number;
  readonly onFailure?: 'continue' | 'deny' | 'block';
}

/** What `initialize` says of one group; `timeout` is in seconds. */
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
  /** Null where there is no hook. */
  wire: Record<string, WireHookGroup[]> | null;
  registrations: HookRegistration[];
}

const defaultTimeoutMs = 60_000;
/** The CLI drops the request at its own timeout, and the tool with it: ours must come first. */
const graceMs = 5_000;
/** A timer of more than 2^31 - 1 ms fires at once. */
const longestMs = 2_147_483_000 - graceMs;

/** Gives each hook its id, in the order in which they are given, and says them in the wire's form. */
export function hookRegistrations(
  hooks: { readonly [event: string]: readonly HookGroup[] | undefined } | undefined,
  timeoutMs: (event: string) => number = () => defaultTimeoutMs,
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
      timeout: Math.ceil((first.timeoutMs + graceMs) / 1000),
      // A CLI that knows it then blocks on an answer with a field of a wrong type, which it would
      // take for an empty answer; an older one ignores it.
      ...(first.onFailure === 'deny' && { onFailure: 'block' as const }),
    },
  ];
}
