import { contentText, type JsonFields, objectOf, textIn } from './json.js';
import type { SpanFold } from './SpanFold.js';
import type { StoryTool, StoryTurn, ToolDecision } from './story.js';
import type { RowMoment, TurnFold } from './TurnFold.js';
import {
  hookOfSettings,
  isUndecided,
  refusalOfCli,
  ruleOrMode,
  unanswered,
} from './toolDecisions.js';

/** Folds calls of tools, their results, and what was decided about them. */
export class ToolFold {
  readonly #turns: TurnFold;
  readonly #spans: SpanFold;
  readonly #tools = new Map<string, { tool: StoryTool; turn: StoryTurn }>();
  /** The permission mode of the session, as far as the CLI has said. */
  mode: string | undefined;

  constructor(turns: TurnFold, spans: SpanFold) {
    this.#turns = turns;
    this.#spans = spans;
  }

  get(id: string): StoryTool | undefined {
    return this.#tools.get(id)?.tool;
  }

  /** The turn that called a tool. A background agent may work on after it has ended. */
  turnOf(id: string): StoryTurn | undefined {
    return this.#tools.get(id)?.turn;
  }

  /** `parent` is the call whose subagent calls this tool, if there is one. */
  start(id: string, name: string, input: unknown, parent: string, { n, at }: RowMoment): StoryTool {
    const tool: StoryTool = {
      ...{ kind: 'tool', n, id, name, input, startedAt: at, decisions: [], children: [] },
    };
    this.#tools.set(id, { tool, turn: this.turnOf(parent) ?? this.#turns.current({ n, at }) });
    this.#spans.start(`tool ${id}`, 'tool', name, { n, at });
    return tool;
  }

  /** `meta` is what newer CLIs say about who decided. */
  result(block: JsonFields, meta: JsonFields, moment: RowMoment): void {
    const id = textIn(block.tool_use_id) ?? '';
    const tool = this.get(id);
    if (!tool) return;
    const text = contentText(block.content);
    if (text !== undefined) tool.result = text;
    const isError = block.is_error === true;
    this.#giveUpWaiting(tool, moment);
    this.#addDecisionOfCli(tool, objectOf(meta.permission_decision), moment);
    // A call that failed without a word about who allowed it may never have been allowed.
    if (!isError && tool.decisions.every(({ verdict }) => isUndecided(verdict))) {
      tool.decisions.push(ruleOrMode('allowed', undefined, this.mode, moment));
    }
    const isRefused =
      tool.outcome === 'refused' || tool.decisions.some(({ verdict }) => verdict === 'refused');
    this.#end(tool, isRefused ? 'refused' : isError ? 'failed' : 'ok', moment);
  }

  /** Somebody was asked about a call and has answered. */
  decide(id: string, decision: ToolDecision): void {
    const known = this.#tools.get(id);
    if (!known) return;
    known.tool.decisions.push(decision);
    this.touch(id);
  }

  /** Notes that a call looks different now. */
  touch(id: string): void {
    const turn = this.turnOf(id);
    if (turn) turn.revision += 1;
  }

  /** The CLI says that a call was refused. Adds who did it, unless that is known already. */
  refused(id: string, by: (mode: string | undefined) => ToolDecision): void {
    const tool = this.get(id);
    if (!tool || tool.decisions.some(({ verdict }) => verdict === 'refused')) return;
    tool.outcome = 'refused';
    // Somebody was asked, but did not answer.
    if (!tool.decisions.some(({ verdict }) => verdict === 'unanswered')) {
      tool.decisions.push(by(this.mode));
    }
    this.touch(id);
  }

  /** The CLI is gone. Calls without a result may have had an effect, or not. */
  lose(moment: RowMoment): void {
    for (const { tool } of this.#tools.values()) {
      if (tool.endedAt !== undefined) continue;
      this.#giveUpWaiting(tool, moment);
      this.#end(tool, 'cancelled', moment);
    }
  }

  /** Stops waiting for decisions that have not come by now. */
  #giveUpWaiting({ decisions }: StoryTool, moment: RowMoment): void {
    for (const decision of decisions) {
      if (decision.verdict === 'pending') Object.assign(decision, unanswered(decision, moment));
    }
  }

  #addDecisionOfCli(
    tool: StoryTool,
    { decision, source, reason_type }: JsonFields,
    moment: RowMoment,
  ): void {
    if (typeof decision !== 'string') return;
    const reasonType = textIn(reason_type);
    if (decision === 'reject') {
      const failed = tool.decisions.find(({ verdict }) => verdict === 'failed');
      if (source === 'hook' && failed) {
        Object.assign(failed, { verdict: 'refused', remark: 'because it failed' });
      } else if (source === 'hook') {
        this.refused(tool.id, () => hookOfSettings('refused', moment));
      } else {
        this.refused(tool.id, (mode) => refusalOfCli(reasonType, mode, moment));
      }
      return;
    }
    // What a hook or the callback of this program decided is there already.
    if (tool.decisions.some(({ verdict }) => verdict === 'allowed')) return;
    tool.decisions.push(
      source === 'hook'
        ? hookOfSettings('allowed', moment)
        : ruleOrMode('allowed', reasonType, this.mode, moment),
    );
  }

  #end(tool: StoryTool, outcome: NonNullable<StoryTool['outcome']>, moment: RowMoment): void {
    tool.endedAt = moment.at;
    tool.outcome = outcome;
    this.#spans.end(`tool ${tool.id}`, outcome, moment);
  }
}
