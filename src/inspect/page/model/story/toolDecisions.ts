import type { JsonFields } from './json.js';
import { objectOf, shownText, textIn } from './json.js';
import type { ToolDecision } from './story.js';
import type { RowMoment } from './TurnFold.js';

/** A request of the CLI to somebody who may decide about a tool. */
export interface DecisionRequest {
  lane: string;
  name: string;
  startedAt: number;
  hookEvent?: string;
  /** What the tool is to be called with. */
  input?: unknown;
}

const decidingHooks: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);

/** A hook or the permission callback is asked about a tool; undefined if it is about something else. */
export function pendingDecision(
  { lane, name, hookEvent }: DecisionRequest,
  moment: RowMoment,
): ToolDecision | undefined {
  const verdict = 'pending' as const;
  if (lane === 'permission')
    return { by: 'callback', name: 'permission callback', verdict, ...moment };
  return decidingHooks.has(hookEvent ?? '') ? { by: 'hook', name, verdict, ...moment } : undefined;
}

/** What a hook or the permission callback has answered. */
export function answeredDecision(
  request: DecisionRequest,
  response: JsonFields,
  moment: RowMoment,
): Partial<ToolDecision> {
  const { lane, hookEvent, startedAt, input } = request;
  const answer = objectOf(response.response);
  const timing = { ...moment, ms: moment.at - startedAt };
  if (lane === 'permission') {
    const verdict = answer.behavior === 'allow' ? 'allowed' : 'refused';
    const changed = changeOf(input, answer.updatedInput, verdict);
    return { verdict, ...timing, ...reasonOf(answer.message), ...changed };
  }
  const specific = objectOf(answer.hookSpecificOutput);
  const otherEvent = textIn(specific.hookEventName) ?? hookEvent;
  if (response.subtype === 'error' || otherEvent !== hookEvent) {
    return { verdict: 'failed', ...timing };
  }
  const decision = objectOf(specific.decision);
  const said =
    textIn(specific.permissionDecision) ?? textIn(decision.behavior) ?? textIn(answer.decision);
  const verdict = verdicts[said ?? ''] ?? 'passed';
  const reason = specific.permissionDecisionReason ?? answer.reason ?? answer.stopReason;
  return {
    ...{ verdict, ...timing, ...reasonOf(reason) },
    ...changeOf(input, specific.updatedInput ?? decision.updatedInput, verdict),
    // The tool itself may still run.
    ...(answer.continue === false && { remark: 'and ended the turn' }),
  };
}

/** Nobody waits for an answer any more. */
export function unanswered({ at }: ToolDecision, moment: RowMoment): Partial<ToolDecision> {
  return { verdict: 'unanswered', ...moment, ms: moment.at - at };
}

/** Whether the decision is still open after this answer. */
export function isUndecided(verdict: ToolDecision['verdict']): boolean {
  return verdict === 'passed' || verdict === 'failed';
}

/** Without a reason, the mode `bypassPermissions` allows everything; in others it may be a rule. */
export function ruleOrMode(
  verdict: ToolDecision['verdict'],
  reasonType: string | undefined,
  currentMode: string | undefined,
  moment: RowMoment,
): ToolDecision {
  const isMode = reasonType === 'mode' || (!reasonType && currentMode === 'bypassPermissions');
  const mode = `mode ${currentMode ?? 'default'}`;
  const name = isMode ? mode : reasonType ? 'rule' : `rule or ${mode}`;
  return { by: isMode ? 'mode' : 'rule', name, verdict, ...moment };
}

/** Newer CLIs name the rule or mode that refused a call, or nothing if nobody could be asked. */
export function refusalOfCli(
  reasonType: string | undefined,
  mode: string | undefined,
  moment: RowMoment,
): ToolDecision {
  if (reasonType === undefined) {
    return { ...refusalWithoutReason(moment), remark: 'because nobody could be asked' };
  }
  return reasonType === 'other'
    ? refusalWithoutReason(moment)
    : ruleOrMode('refused', reasonType, mode, moment);
}

/** Older CLIs say only that a call was refused. */
export function refusalWithoutReason(moment: RowMoment): ToolDecision {
  return { by: 'cli', name: 'Claude Code', verdict: 'refused', ...moment };
}

/** A hook that is not one of this program's. */
export function hookOfSettings(verdict: ToolDecision['verdict'], moment: RowMoment): ToolDecision {
  return { by: 'hook', name: 'hook of the settings', verdict, ...moment };
}

const verdicts: Readonly<Record<string, ToolDecision['verdict']>> = {
  ...{ allow: 'allowed', approve: 'allowed', deny: 'refused', block: 'refused', ask: 'asked' },
};

function reasonOf(reason: unknown): Pick<ToolDecision, 'reason'> {
  const shown = shownText(reason);
  return shown === undefined ? {} : { reason: shown };
}

/** Callbacks that change nothing repeat the input. If both are hidden, they look the same. */
function changeOf(input: unknown, updated: unknown, verdict: ToolDecision['verdict']) {
  const isSame = updated === undefined || JSON.stringify(updated) === JSON.stringify(input);
  if (isSame || verdict === 'refused') return {};
  return { changedInput: updated, remark: 'with a changed input' };
}
