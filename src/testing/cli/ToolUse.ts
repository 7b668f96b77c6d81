import type { JsonObject } from '../../codec/jsonObject.js';
import type { ToolInput, ToolStep } from '../scenario.js';
import { runAgent } from './agents.js';
import { runBash, startBackgroundBash } from './bashTool.js';
import {
  fileTools,
  runBuiltIn,
  scriptedOutcome,
  structuredOutput,
  type ToolOutcome,
} from './builtInTools.js';
import type { Cli } from './cli.js';
import type { HookVerdict } from './HookCaller.js';
import type { SimulatedHookEvent } from './hookEvents.js';
import { sourceOf } from './mcp/ServerConnections.js';
import { type AgentBlock, isAgentBlock, type ToolBlock } from './modelAnswer.js';
import { type Denied, decidePermission } from './permissions.js';
import { type Speaker, writeUser } from './speaker.js';
import { hookName, whyMissing } from './toolAccess.js';

/** What a tool means for the turn: it goes on, stops, or ends as if interrupted. */
export type TurnEffect = 'next' | 'stop' | 'abort';

/** One tool call: PreToolUse hooks, permission, the tool itself, PostToolUse hooks, the result. */
export class ToolUse {
  readonly #cli: Cli;
  readonly #speaker: Speaker;
  readonly block: ToolBlock | AgentBlock;
  readonly #input: Record<string, unknown>;
  /** The content of the tool result that the model got. */
  resultContent: unknown;
  #preToolUse: Promise<HookVerdict> | undefined;
  #startedAt = 0;

  constructor(cli: Cli, speaker: Speaker, block: ToolBlock | AgentBlock) {
    this.#cli = cli;
    this.#speaker = speaker;
    this.block = block;
    const path = block.input.file_path;
    const isFile = fileTools.has(block.name) && typeof path === 'string';
    this.#input = isFile ? { ...block.input, file_path: cli.files.resolve(path) } : block.input;
  }

  /** Calls the PreToolUse hooks before `run` is called. */
  startPreToolUse(): void {
    this.#preToolUse = this.#runPreToolUse();
    this.#preToolUse.catch(() => {});
  }

  async run(): Promise<TurnEffect> {
    const { block } = this;
    const isScripted =
      'tool' in block.step && (block.step.result ?? block.step.error) !== undefined;
    const missing = whyMissing(this.#cli, block.name, isScripted);
    if (missing) {
      this.#writeResult(
        errorResult(`<tool_use_error>Error: ${missing}</tool_use_error>`),
        `Error: ${missing}`,
      );
      return 'next';
    }
    const hook = await (this.#preToolUse ?? this.#runPreToolUse());
    if (hook.timedOut) {
      return this.#notExecuted(
        'did not respond before its timeout (host client may be unreachable)',
      );
    }
    if (hook.isBroken) return this.#notExecuted('failed with an unexpected error');
    if (hook.cancelled) return this.#cancelled();
    if (hook.decision === 'deny') return this.#deniedByHook(hook);
    if (hook.decision === 'defer') {
      const { turn } = this.#speaker;
      turn.deferred = { id: block.id, name: block.name, input: this.#input };
      turn.putOff = { block, rest: [], tools: this.#cli.numberOf('tool') };
      return 'stop';
    }
    return this.#decide(hook);
  }

  /** Writes the result of a tool that was interrupted. */
  reject(): void {
    const text =
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
    const meta = { non_execution_kind: 'user-rejected' };
    this.#writeResult(errorResult(text), 'User rejected tool use', meta);
  }

  #noteDenial(): void {
    this.#speaker.turn.denials.push({
      tool_name: this.block.name,
      tool_use_id: this.block.id,
      tool_input: this.#input,
    });
  }

  async #decide(hook: HookVerdict): Promise<TurnEffect> {
    const { block } = this;
    const input = hook.updatedInput ?? this.#input;
    const verdict = await decidePermission(
      this.#cli,
      { tool: block.name, input, id: block.id },
      hook,
      {
        speaker: this.#speaker,
        waiting: (is) => this.#cli.state.change(is ? 'requires_action' : 'running'),
        withdrawn: () => {
          this.#noteDenial();
          this.#cli.state.change('running');
        },
        hostGone: () => {
          this.#speaker.turn.isHostGone = true;
        },
      },
    );
    if (!verdict.allowed) return this.#denied(verdict);
    this.#startedAt = this.#cli.timers.now();
    const outcome = await this.#perform(verdict.input);
    if (outcome.takes) await this.#cli.timers.sleep(outcome.takes, this.#speaker.signal);
    const stops = await this.#runPostToolUse(verdict.input, outcome);
    const cutOff = !outcome.ok && outcome.isCutOff && { non_execution_kind: 'interrupted' };
    const meta = { ...cutOff, permission_decision: verdict.decision };
    if (outcome.ok) {
      if (block.name === structuredOutput) this.#speaker.turn.structured = verdict.input;
      const noError = outcome.hasErrorField ? { is_error: false } : {};
      this.#writeResult(
        { type: 'tool_result', content: outcome.content, ...noError },
        outcome.result,
        meta,
      );
    } else {
      if (block.name === structuredOutput) this.#speaker.turn.structuredErrors.push(outcome.error);
      this.#writeResult(errorResult(outcome.error), `Error: ${outcome.error}`, meta);
    }
    return hook.stops || stops ? 'stop' : 'next';
  }

  #perform(input: Record<string, unknown>): Promise<ToolOutcome> {
    const { block } = this;
    this.#cli.ran.push({ tool: block.name, input });
    if (isAgentBlock(block)) return runAgent(this.#cli, this.#speaker, block);
    if (block.name.startsWith('mcp__')) {
      return this.#cli.mcp.call(block.name, input, block.id, this.#speaker.signal);
    }
    if (block.name === 'Bash' && input.run_in_background === true) {
      return Promise.resolve(startBackgroundBash(this.#cli, block, input));
    }
    return this.#performOwn(block.step, input);
  }

  async #performOwn(step: ToolStep, input: ToolInput): Promise<ToolOutcome> {
    const outcome =
      scriptedOutcome(step) ??
      (step.tool === 'Bash'
        ? await runBash(this.#cli, input, this.#speaker.signal, !this.#speaker.agent)
        : ((await this.#cli.taskList.run(step.tool, input)) ??
          (await this.#cli.worktree.run(step.tool, input)) ??
          runBuiltIn(step, input, this.#cli.files)));
    return { ...outcome, takes: step.takes ?? outcome.takes };
  }

  #runPreToolUse(): Promise<HookVerdict> {
    return this.#hooks('PreToolUse', { tool_input: this.#input });
  }

  async #runPostToolUse(input: Record<string, unknown>, outcome: ToolOutcome): Promise<boolean> {
    const duration_ms = this.#cli.timers.now() - this.#startedAt;
    const { stops } = outcome.ok
      ? await this.#hooks('PostToolUse', {
          tool_input: input,
          tool_response: outcome.result,
          duration_ms,
        })
      : await this.#hooks('PostToolUseFailure', {
          tool_input: input,
          error: outcome.error,
          is_interrupt: false,
          duration_ms,
        });
    return stops;
  }

  #hooks(event: SimulatedHookEvent, fields: JsonObject): Promise<HookVerdict> {
    const { block } = this;
    const mcp = this.#cli.mcp.find(block.name);
    const { agent, turn, signal } = this.#speaker;
    return this.#cli.hooks.run({
      event,
      names: [hookName(block.name), block.name],
      fields: {
        ...(agent && { agent_id: agent.taskId, agent_type: agent.type }),
        tool_name: hookName(block.name),
        ...fields,
        tool_use_id: block.id,
        ...(mcp &&
          this.#cli.traits.recent && {
            mcp_server: { name: mcp.server.name, source: sourceOf(mcp.server) },
          }),
      },
      toolUseId: block.id,
      promptId: turn.promptId,
      signal,
    });
  }

  #notExecuted(why: string): TurnEffect {
    if (this.#cli.traits.recent) {
      const text = `PreToolUse hook ${why}. The tool call was not executed; other configured hooks may not have completed.`;
      this.#writeResult(errorResult(text), `Error: ${text}`);
    } else {
      this.#writeResult(errorResult(notNowText), 'Error: undefined');
    }
    return 'next';
  }

  #cancelled(): TurnEffect {
    this.#writeResult(errorResult(notNowText), notNowText, { non_execution_kind: 'cancelled' });
    return 'next';
  }

  #deniedByHook({ reason, stops }: HookVerdict): TurnEffect {
    const { recent } = this.#cli.traits;
    const text = recent ? `PreToolUse:${hookName(this.block.name)} hook error: ${reason}` : reason;
    this.#noteDenial();
    const decision = { decision: 'reject', source: 'hook', reason_type: 'hook' };
    const meta = { non_execution_kind: 'permission-rule', permission_decision: decision };
    this.#writeResult(errorResult(text), `Error: ${text}`, meta);
    // 2.1.197 does not stop the run if the hook also denies the tool.
    return stops && recent ? 'stop' : 'next';
  }

  async #denied(denial: Denied): Promise<TurnEffect> {
    const { message, kind, decision, notice, interrupts, classifierReason } = denial;
    this.#noteDenial();
    if (interrupts) {
      this.reject();
      return 'abort';
    }
    const isClassified = classifierReason !== undefined;
    if (notice && (this.#cli.traits.recent || isClassified)) {
      const fields = { tool_name: this.block.name, tool_use_id: this.block.id, ...notice, message };
      this.#cli.output.message({ type: 'system', subtype: 'permission_denied', ...fields });
    }
    if (isClassified) await this.#notifyDenied(classifierReason);
    const meta = { non_execution_kind: kind, permission_decision: decision };
    this.#writeResult(errorResult(message), `Error: ${message}`, meta);
    return 'next';
  }

  async #notifyDenied(reason: string): Promise<void> {
    await this.#cli.hooks.notify('PermissionDenied', {
      tool_name: hookName(this.block.name),
      tool_input: this.#input,
      tool_use_id: this.block.id,
      reason,
    });
  }

  #writeResult(block: JsonObject, result: unknown, meta?: JsonObject): void {
    const { id } = this.block;
    this.resultContent = block.content;
    writeUser(this.#cli, this.#speaker, [{ ...block, tool_use_id: id }], {
      ...(!this.#speaker.agent && { tool_use_result: result }),
      ...(meta && this.#cli.traits.recent && { tool_result_meta: [{ id, ...meta }] }),
    });
  }
}

const notNowText =
  "The user doesn't want to take this action right now. STOP what you are doing and wait for the user to tell you how to proceed.";

const errorResult = (content: string) => ({ type: 'tool_result', content, is_error: true });
