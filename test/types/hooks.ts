// Checked by `npm run typecheck`, not run: what a user of the hook types may rely on.
import type { HookEvent, HookInput, HookInputs, HookOutput } from '../../src/codec/hooks.js';
import { block, modifyInput, proceed, stopRun } from '../../src/codec/hooks.js';
import type { PermissionResult } from '../../src/codec/permissions.js';

export function narrowing(input: HookInput): string | undefined {
  if (input.hook_event_name === 'PreToolUse') return `${input.tool_name} ${input.tool_use_id}`;
  switch (input.hook_event_name) {
    case 'PostToolUse':
      return String(input.tool_response);
    case 'SubagentStop':
      return input.agent_transcript_path;
    case 'PermissionRequest':
      return input.permission_suggestions?.[0]?.type;
    case 'SessionStart':
      return input.source === 'compact' ? 'compacted' : input.source;
    default:
      // @ts-expect-error no tool is left
      return input.tool_name;
  }
}

export function common(input: HookInput): string {
  return `${input.session_id} ${input.cwd}`;
}

export function toolInput(input: HookInputs['PreToolUse']): string {
  // @ts-expect-error what the model wrote has to be checked first
  return input.tool_input.command;
}

export const listed: HookEvent[] = ['PreToolUse', 'MessageDisplay'];
// @ts-expect-error not an event
export const typo: HookEvent = 'PreToolUsed';

export const helpers: HookOutput[] = [proceed(), block('x'), modifyInput({ a: 1 }), stopRun('x')];
// @ts-expect-error a block says why
export const silent = block();

export const outputs: HookOutput[] = [
  {},
  { async: true },
  { hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: '/home/dev/tree' } },
  // @ts-expect-error no such decision
  { decision: 'deny' },
  // @ts-expect-error a field of another event
  { hookSpecificOutput: { hookEventName: 'Stop', permissionDecision: 'deny' } },
];

export const results: PermissionResult[] = [
  { behavior: 'allow' },
  { behavior: 'deny', message: 'no', interrupt: true },
  // @ts-expect-error a denial says why
  { behavior: 'deny' },
];
