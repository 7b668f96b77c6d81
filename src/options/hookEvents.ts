import { checkHooks } from '../codec/checkHooks.js';
import type { HookEvent } from '../codec/hooks.js';
import { didYouMean, nearestName, normalizeName } from '../util/nearestName.js';
import type { HookMatcher, Hooks } from './callbackTypes.js';
import { checkKeys } from './checks/checkFields.js';
import { invalidOption } from './invalidOption.js';
import type { Options } from './types.js';

/** A record, so that forgetting an event that the codec knows is a compile error. */
const events: Readonly<Record<HookEvent, true>> = {
  PreToolUse: true,
  PostToolUse: true,
  PostToolUseFailure: true,
  PostToolBatch: true,
  Notification: true,
  UserPromptSubmit: true,
  UserPromptExpansion: true,
  SessionStart: true,
  SessionEnd: true,
  Stop: true,
  StopFailure: true,
  SubagentStart: true,
  SubagentStop: true,
  PreCompact: true,
  PostCompact: true,
  PreModelSwitch: true,
  PostModelSwitch: true,
  PermissionRequest: true,
  PermissionDenied: true,
  Setup: true,
  TeammateIdle: true,
  TaskCreated: true,
  TaskCompleted: true,
  Elicitation: true,
  ElicitationResult: true,
  ConfigChange: true,
  WorktreeCreate: true,
  WorktreeRemove: true,
  InstructionsLoaded: true,
  CwdChanged: true,
  FileChanged: true,
  DirectoryAdded: true,
  MessageDisplay: true,
};

export const hookEventNames: readonly string[] = Object.keys(events);

const matcherKeys: Readonly<Record<keyof HookMatcher, true>> = {
  matcher: true,
  hooks: true,
  timeout: true,
  onFailure: true,
};

/**
 * Throws `InvalidOption` for a malformed hook. Guards must not fail silently: the CLI never calls
 * hooks of a misspelt event, and a misspelt `onFailure` would let tools run.
 */
export function checkHookOption(hooks: Hooks): void {
  checkHooks(hooks);
  for (const [event, matchers = []] of Object.entries(hooks)) {
    const problem = hookEventProblem(event);
    if (problem) throw invalidOption(`hooks.${event}`, problem);
    matchers.forEach((matcher, index) => {
      checkKeys(`hooks.${event}[${index}]`, matcher, Object.keys(matcherKeys));
    });
  }
}

/** Completes "Option `hooks.preToolUse` …" if `name` is a known event in another spelling. */
export function hookEventProblem(name: string): string | undefined {
  if (hookEventNames.includes(name)) return undefined;
  const meant = hookEventNames.find((event) => normalizeName(event) === normalizeName(name));
  return meant && `is not a hook event.${didYouMean(meant)}`;
}

/**
 * Throws `InvalidOption` for any other event that does not exist, in `hooks` and in `timeouts.hook`,
 * unless the program expects events that only a newer CLI knows.
 */
export function checkHookEvents({ hooks, timeouts, allowUnknownHookEvents }: Options): void {
  if (allowUnknownHookEvents) return;
  const perEvent = typeof timeouts?.hook === 'object' ? timeouts.hook : {};
  const paths = { hooks: hooks ?? {}, 'timeouts.hook': perEvent };
  for (const [path, events] of Object.entries(paths)) {
    const known = path === 'hooks' ? hookEventNames : [...hookEventNames, 'default'];
    const unknown = Object.keys(events).find((event) => !known.includes(event));
    if (unknown === undefined) continue;
    const nearest = didYouMean(nearestName(unknown, hookEventNames));
    throw invalidOption(
      `${path}.${unknown}`,
      `is not a hook event.${nearest} If a newer CLI has this event, set \`allowUnknownHookEvents: true\`.`,
    );
  }
}
