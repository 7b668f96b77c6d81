import type { HookEvent } from '../codec/hooks.js';
import { didYouMean, plainName } from './nearestName.js';

/** An object, so that it does not compile when one is missing. */
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

/**
 * Goes on from the name of an event in a wrong spelling, whose hooks would never be called. Any
 * other name may be an event of a newer CLI.
 */
export function problemOfEvent(name: string): string | undefined {
  if (hookEventNames.includes(name)) return undefined;
  const meant = hookEventNames.find((event) => plainName(event) === plainName(name));
  return meant && `is no event.${didYouMean(meant)}`;
}
