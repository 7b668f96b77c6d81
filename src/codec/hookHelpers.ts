import type { HookOutput, SyncHookOutput } from './hookOutputs.js';
import { hookRule } from './hookRules.js';
import { isObject, type JsonObject, textOf } from './jsonObject.js';
import { readHookInput, readHookOutput } from './readHookOutput.js';

/**
 * A registered symbol, so two copies of this package in one program recognize each other's helpers.
 */
const intent: unique symbol = Symbol.for('claude-actors.hookIntent');

type Intent =
  | { kind: 'proceed' }
  | { kind: 'block' | 'stopRun'; reason: string }
  | { kind: 'modifyInput'; input: JsonObject };

/**
 * What `proceed`, `block`, `modifyInput` and `stopRun` return. Return it from your hook unchanged:
 * fields that you add are not sent.
 */
export type HookIntent = SyncHookOutput & { readonly [intent]: Intent };

// A helper does not know which event it answers. The symbol says what was meant; if it gets lost (in a
// clone or a worker thread), the other fields are an answer that works for the most important events.
const anyEvent = hookRule('');
const toolCall = hookRule('PreToolUse');

/**
 * Lets everything continue. A `WorktreeCreate` hook cannot use it: it must return the path of the
 * worktree.
 */
export function proceed(): HookIntent {
  return { continue: true, [intent]: { kind: 'proceed' } };
}

/**
 * Prevents the tool or action that the event is about, and tells the model why.
 *
 * - `PreToolUse`, `PermissionRequest`, `UserPromptSubmit`, `UserPromptExpansion`, `PreCompact`,
 * `PreModelSwitch`, `TaskCreated`, and `Elicitation` on newer CLIs: it does not happen.
 * - `Stop`, `SubagentStop`, `TaskCompleted`: the model continues to work.
 * - `PostToolUse`, `PostToolUseFailure`: it has happened already; the model is told.
 * - `PostToolBatch`: the run ends.
 * - Other events only report something and cannot be blocked.
 *
 * @param reason - Why. The model sees it.
 */
export function block(reason: string): HookIntent {
  return { ...anyEvent.block(reason), [intent]: { kind: 'block', reason } };
}

/**
 * Runs the tool with another input, **and approves the call**: nobody is asked for permission.
 * Works for `PreToolUse` and `PermissionRequest`; for other events it is a `proceed()` with a
 * warning.
 *
 * @param input - The whole new input of the tool.
 */
export function modifyInput(input: Record<string, unknown>): HookIntent {
  return { ...toolCall.modify?.(input), [intent]: { kind: 'modifyInput', input } };
}

/**
 * Ends the run. The tool or action that the event is about does not happen.
 *
 * @param reason - Why. The user sees it.
 */
export function stopRun(reason: string): HookIntent {
  return { ...anyEvent.stop(reason), [intent]: { kind: 'stopRun', reason } };
}

export interface HookOutputWarning {
  code: 'ModifyInputIgnored';
  message: string;
  context: { event: string };
}

export type RenderedHookOutput =
  | {
      output: HookOutput;
      warning?: HookOutputWarning;
      /**
       * Set for `stopRun`: the first CLI version that ends the run on this output. Older ones need an
       * interrupt request as well; if it is null, all do.
       */
      stopSince?: string | null;
    }
  | { failure: string };

/** Turns what a hook returned into the answer that the CLI acts on for this event. Never throws. */
export function renderHookOutput(event: string, returned: unknown): RenderedHookOutput {
  const given = readIntent(returned);
  if (given !== undefined) return renderIntent(event, given);
  const reading = readHookOutput(event, returned);
  if ('object' in reading) return { output: reading.object };
  return {
    failure: `A hook for ${event} returned ${reading.problem}. Return a plain object such as {}, or one of proceed(), block(reason), modifyInput(input) and stopRun(reason).`,
  };
}

/** The answer for a hook that threw, timed out or could not be run. */
export function failureOutput(
  event: string,
  policy: 'continue' | 'deny',
  reason: string,
): HookOutput {
  return policy === 'deny' ? hookRule(event).deny(reason) : { continue: true };
}

function readIntent(returned: unknown): Record<string, unknown> | undefined {
  try {
    if (!isObject(returned)) return undefined;
    const given = (returned as { [intent]?: unknown })[intent];
    return isObject(given) ? { ...given } : undefined;
  } catch {
    return undefined;
  }
}

function renderIntent(event: string, given: Record<string, unknown>): RenderedHookOutput {
  const rule = hookRule(event);
  // If a field has the wrong type, the CLI treats the answer as empty and the tool runs.
  const reason = textOf(given.reason ?? 'No reason was given.');
  switch (given.kind) {
    case 'proceed':
      return { output: { continue: true } };
    case 'block':
      return { output: rule.block(reason) };
    case 'stopRun':
      return { output: rule.stop(reason), stopSince: rule.stopSince };
    case 'modifyInput': {
      if (rule.modify === null) return ignoredModification(event);
      const reading = readHookInput(given.input);
      if ('object' in reading) return { output: rule.modify(reading.object) };
      return {
        failure: `A hook for ${event} called modifyInput with ${reading.problem}. Pass the whole new input as a plain object.`,
      };
    }
    default:
      return {
        failure: `A hook for ${event} returned the result of an unknown helper: ${textOf(given.kind)}. Use helpers and session from the same version of claude-actors.`,
      };
  }
}

function ignoredModification(event: string): RenderedHookOutput {
  return {
    output: { continue: true },
    warning: {
      code: 'ModifyInputIgnored',
      message: `modifyInput has no effect on ${event}: only PreToolUse and PermissionRequest hooks can change an input. The input was not changed.`,
      context: { event },
    },
  };
}
