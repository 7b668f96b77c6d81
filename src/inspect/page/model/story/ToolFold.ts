import { contentText, type JsonFields, objectOf, textIn } from './json.js';
import type { SpanFold } from './SpanFold.js';
import type { StoryTool, StoryTurn, ToolDecision } from './story.js';
import type { RowMoment, TurnFold } from './TurnFold.js';

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
    this.#addDecisionOfCli(tool, objectOf(meta.permission_decision), moment);
    const isRefused = tool.decisions.at(-1)?.verdict === 'refused';
    if (!isRefused && tool.decisions.every(({ verdict }) => verdict === 'passed')) {
      tool.decisions.push(this.#byRuleOrMode('allowed', undefined, moment));
    }
    const isError = block.is_error === true;
    this.#end(tool, isRefused ? 'refused' : isError ? 'failed' : 'ok', moment);
  }

  /** Somebody was asked about a call and has answered. */
  decide(id: string, decision: ToolDecision): void {
    const known = this.#tools.get(id);
    if (!known) return;
    known.tool.decisions.push(decision);
    this.touch(id);
  }

  /** Nobody waits for this decision any more. */
  withdraw(id: string, decision: ToolDecision): void {
    const decisions = this.get(id)?.decisions ?? [];
    const index = decisions.indexOf(decision);
    if (index >= 0) decisions.splice(index, 1);
    this.touch(id);
  }

  /** Notes that a call looks different now. */
  touch(id: string): void {
    const turn = this.turnOf(id);
    if (turn) turn.revision += 1;
  }

  /** The CLI says that a call was refused. Adds who did it, unless that is known already. */
  refused(id: string, reasonType: string | undefined, moment: RowMoment): void {
    const tool = this.get(id);
    if (!tool || tool.decisions.some(({ verdict }) => verdict === 'refused')) return;
    tool.decisions.push(this.#byRuleOrMode('refused', reasonType, moment));
    tool.outcome = 'refused';
  }

  /** The CLI is gone. Calls without a result may have had an effect, or not. */
  lose(moment: RowMoment): void {
    for (const { tool } of this.#tools.values()) {
      if (tool.endedAt === undefined) this.#end(tool, 'cancelled', moment);
    }
  }

  #addDecisionOfCli(
    tool: StoryTool,
    { decision, source, reason_type }: JsonFields,
    moment: RowMoment,
  ): void {
    if (typeof decision !== 'string') return;
    const verdict = decision === 'reject' ? 'refused' : 'allowed';
    // What a hook or the callback of this program decided is there already.
    if (tool.decisions.some((one) => one.verdict === verdict)) return;
    const isHook = source === 'hook';
    const made = this.#byRuleOrMode(verdict, textIn(reason_type), moment);
    tool.decisions.push(isHook ? { ...made, by: 'hook', name: 'hook of the settings' } : made);
  }

  /** Without a reason, the mode `bypassPermissions` allows everything; in others it may be a rule. */
  #byRuleOrMode(
    verdict: ToolDecision['verdict'],
    reasonType: string | undefined,
    moment: RowMoment,
  ) {
    const isMode = reasonType === 'mode' || (!reasonType && this.mode === 'bypassPermissions');
    const mode = `mode ${this.mode ?? 'default'}`;
    const name = isMode ? mode : reasonType || verdict === 'refused' ? 'rule' : `rule or ${mode}`;
    const by = isMode ? ('mode' as const) : ('rule' as const);
    return { by, name, verdict, ...moment } satisfies ToolDecision;
  }

  #end(tool: StoryTool, outcome: NonNullable<StoryTool['outcome']>, moment: RowMoment): void {
    tool.endedAt = moment.at;
    tool.outcome = outcome;
    this.#spans.end(`tool ${tool.id}`, outcome, moment);
  }
}
