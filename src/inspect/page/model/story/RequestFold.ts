import type { FrameBody } from '../rows.js';
import { type JsonFields, objectOf, shownText, textIn } from './json.js';
import type { SpanFold } from './SpanFold.js';
import type { Lane, Outcome, ToolDecision } from './story.js';
import type { ToolFold } from './ToolFold.js';
import type { RowMoment } from './TurnFold.js';

interface OpenRequest {
  name: string;
  lane: Lane;
  startedAt: number;
  hookEvent?: string;
  toolId?: string;
  /** What the tool call says about the request until it is answered. */
  pending?: ToolDecision;
}

/** Folds control requests in both directions: hooks, permissions, MCP messages and our own. */
export class RequestFold {
  readonly #spans: SpanFold;
  readonly #tools: ToolFold;
  readonly #open = new Map<string, OpenRequest>();

  constructor(spans: SpanFold, tools: ToolFold) {
    this.#spans = spans;
    this.#tools = tools;
  }

  request(
    { dir, subtype = 'request', ref, about = '' }: FrameBody,
    frame: JsonFields,
    moment: RowMoment,
  ) {
    if (ref === undefined) return;
    const request = objectOf(frame.request);
    const input = objectOf(request.input);
    const lane = dir === 'in' ? 'request' : (laneOf[subtype] ?? 'request');
    const subject = about.replaceAll(' · ', ' ') || (lane === 'request' ? subtype : '');
    const name = [lane, subject].filter(Boolean).join(' ');
    const hookEvent = textIn(input.hook_event_name);
    const toolId = textIn(request.tool_use_id) ?? textIn(input.tool_use_id);
    const open: OpenRequest = {
      ...{ name, lane, startedAt: moment.at },
      ...(lane === 'hook' && hookEvent !== undefined && { hookEvent }),
      ...(toolId !== undefined && { toolId }),
    };
    const pending = toolId === undefined ? undefined : pendingDecision(open, moment);
    if (toolId !== undefined && pending) {
      open.pending = pending;
      this.#tools.decide(toolId, pending);
    }
    this.#open.set(key(dir, ref), open);
    this.#spans.start(`request ${key(dir, ref)}`, lane, name, moment);
  }

  response({ dir, ref }: FrameBody, frame: JsonFields, moment: RowMoment): void {
    if (ref === undefined) return;
    const id = key(dir === 'in' ? 'out' : 'in', ref);
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    const response = objectOf(frame.response);
    const decision = decisionOf(open, response, moment);
    if (decision && open.pending) {
      Object.assign(open.pending, decision);
      this.#tools.touch(open.toolId ?? '');
    }
    this.#spans.end(`request ${id}`, outcomeOf(response, decision), moment);
  }

  cancelled({ dir, ref }: FrameBody, moment: RowMoment): void {
    if (ref === undefined) return;
    const { pending, toolId = '' } = this.#open.get(key(dir, ref)) ?? {};
    if (pending) this.#tools.withdraw(toolId, pending);
    this.#open.delete(key(dir, ref));
    this.#spans.end(`request ${key(dir, ref)}`, 'cancelled', moment);
  }
}

const laneOf: Readonly<Record<string, Lane>> = {
  hook_callback: 'hook',
  can_use_tool: 'permission',
  mcp_message: 'mcp',
};

/** Both sides choose ids of their own, so an id is unique only together with its direction. */
function key(dir: string, ref: string): string {
  return `${dir} ${ref}`;
}

function outcomeOf(response: JsonFields, decision: ToolDecision | undefined): Outcome {
  if (response.subtype === 'error') return 'failed';
  return decision?.verdict === 'refused' ? 'refused' : 'ok';
}

/** A hook or the permission callback is asked about a tool; undefined if it is about something else. */
function pendingDecision({ lane, name, hookEvent }: OpenRequest, moment: RowMoment) {
  const verdict = 'pending' as const;
  if (lane === 'permission') {
    return { by: 'callback' as const, name: 'permission callback', verdict, ...moment };
  }
  return decidingHooks.has(hookEvent ?? '')
    ? { by: 'hook' as const, name, verdict, ...moment }
    : undefined;
}

const decidingHooks: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);

/** What a hook or the permission callback said about a tool; undefined if it was not asked that. */
function decisionOf(
  { lane, name, hookEvent, startedAt }: OpenRequest,
  response: JsonFields,
  { n, at }: RowMoment,
): ToolDecision | undefined {
  const answer = objectOf(response.response);
  const timing = { n, at, ms: at - startedAt };
  if (lane === 'permission') {
    const verdict = answer.behavior === 'allow' ? 'allowed' : 'refused';
    return withReason(
      { by: 'callback', name: 'permission callback', verdict, ...timing },
      answer.message,
    );
  }
  if (!decidingHooks.has(hookEvent ?? '')) return undefined;
  const specific = objectOf(answer.hookSpecificOutput);
  const said =
    textIn(specific.permissionDecision) ??
    textIn(objectOf(specific.decision).behavior) ??
    textIn(answer.decision) ??
    (answer.continue === false ? 'deny' : '');
  const reason = specific.permissionDecisionReason ?? answer.reason ?? answer.stopReason;
  return withReason({ by: 'hook', name, verdict: verdicts[said] ?? 'passed', ...timing }, reason);
}

const verdicts: Readonly<Record<string, ToolDecision['verdict']>> = {
  ...{ allow: 'allowed', approve: 'allowed', deny: 'refused', block: 'refused', ask: 'asked' },
};

function withReason(decision: ToolDecision, reason: unknown): ToolDecision {
  const shown = shownText(reason);
  return shown === undefined ? decision : { ...decision, reason: shown };
}
