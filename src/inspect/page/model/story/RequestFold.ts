import type { FrameBody } from '../rows.js';
import { type JsonFields, objectOf, textIn } from './json.js';
import type { SpanFold } from './SpanFold.js';
import type { Lane, Outcome, ToolDecision } from './story.js';
import type { ToolFold } from './ToolFold.js';
import type { RowMoment } from './TurnFold.js';
import {
  answeredDecision,
  type DecisionRequest,
  pendingDecision,
  unanswered,
} from './toolDecisions.js';

interface OpenRequest extends DecisionRequest {
  lane: Lane;
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
      ...{
        name,
        lane,
        startedAt: moment.at,
        input: lane === 'hook' ? input.tool_input : request.input,
      },
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
    if (open.pending) {
      Object.assign(open.pending, answeredDecision(open, response, moment));
      this.#tools.touch(open.toolId ?? '');
    }
    this.#spans.end(`request ${id}`, outcomeOf(response, open.pending), moment);
  }

  cancelled({ dir, ref }: FrameBody, moment: RowMoment): void {
    if (ref === undefined) return;
    const { pending, toolId = '' } = this.#open.get(key(dir, ref)) ?? {};
    if (pending?.verdict === 'pending') {
      Object.assign(pending, unanswered(pending, moment));
      this.#tools.touch(toolId);
    }
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
