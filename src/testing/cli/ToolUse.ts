import type { ToolInput, ToolStep } from '../scenario.js';
import { runAgent } from './agents.js';
import { type AgentBlock, isAgentBlock, type ToolBlock } from './answer.js';
import { startShell } from './backgroundShell.js';
import {
  fileTools,
  givenOutcome,
  type Outcome,
  runBuiltIn,
  structuredOutput,
} from './builtInTools.js';
import type { Cli } from './Cli.js';
import type { HookVerdict } from './Hooks.js';
import { sourceOf } from './mcp/McpServers.js';
import type { Frame } from './Output.js';
import { type Denied, permit } from './permissions.js';
import { runBash } from './runBash.js';
import { hookName, whyMissing } from './toolAccess.js';
import { sayUser, type Voice } from './Voice.js';

/** What a tool means for the turn: it goes on, ends, or ends as if it were interrupted. */
export type Aftermath = 'next' | 'stop' | 'abort';

/** One use of a tool: hooks before, permission, the tool itself, hooks after, its result. */
export class ToolUse {
  readonly #cli: Cli;
  readonly #voice: Voice;
  readonly block: ToolBlock | AgentBlock;
  readonly #input: Record<string, unknown>;
  /** What the model was told of its result. */
  told: unknown;
  #asked: Promise<HookVerdict> | undefined;
  #startedAt = 0;

  constructor(cli: Cli, voice: Voice, block: ToolBlock | AgentBlock) {
    this.#cli = cli;
    this.#voice = voice;
    this.block = block;
    const path = block.input.file_path;
    const isFile = fileTools.has(block.name) && typeof path === 'string';
    this.#input = isFile ? { ...block.input, file_path: cli.files.resolve(path) } : block.input;
  }

  /** Asks the hooks already, before the tool is run. */
  askEarly(): void {
    this.#asked = this.#askBefore();
    this.#asked.catch(() => {});
  }

  async run(): Promise<Aftermath> {
    const { block } = this;
    const isScripted =
      'tool' in block.step && (block.step.result ?? block.step.error) !== undefined;
    const missing = whyMissing(this.#cli, block.name, isScripted);
    if (missing) {
      this.#say(
        errorResult(`<tool_use_error>Error: ${missing}</tool_use_error>`),
        `Error: ${missing}`,
      );
      return 'next';
    }
    const hook = await (this.#asked ?? this.#askBefore());
    if (hook.timedOut) {
      return this.#notExecuted(
        'did not respond before its timeout (host client may be unreachable)',
      );
    }
    if (hook.isBroken) return this.#notExecuted('failed with an unexpected error');
    if (hook.cancelled) return this.#cancelled();
    if (hook.decision === 'deny') return this.#deniedByHook(hook);
    return this.#decide(hook);
  }

  /** The result of a tool that was cut off. */
  reject(): void {
    const text =
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
    const meta = { non_execution_kind: 'user-rejected' };
    this.#say(errorResult(text), 'User rejected tool use', meta);
  }

  #noteDenial(): void {
    this.#voice.turn.denials.push({
      tool_name: this.block.name,
      tool_use_id: this.block.id,
      tool_input: this.#input,
    });
  }

  async #decide(hook: HookVerdict): Promise<Aftermath> {
    const { block } = this;
    const input = hook.updatedInput ?? this.#input;
    const verdict = await permit(this.#cli, { tool: block.name, input, id: block.id }, hook, {
      voice: this.#voice,
      waiting: (is) => this.#cli.state.become(is ? 'requires_action' : 'running'),
      withdrawn: () => {
        this.#noteDenial();
        this.#cli.state.become('running');
      },
      abandoned: () => {
        this.#voice.turn.isHostGone = true;
      },
    });
    if (!verdict.allowed) return this.#denied(verdict);
    this.#startedAt = this.#cli.timers.now();
    const outcome = await this.#perform(verdict.input);
    if (outcome.takes) await this.#cli.timers.sleep(outcome.takes, this.#voice.signal);
    const stops = await this.#askAfter(verdict.input, outcome);
    const cutOff = !outcome.ok && outcome.isCutOff && { non_execution_kind: 'interrupted' };
    const meta = { ...cutOff, permission_decision: verdict.decision };
    if (outcome.ok) {
      if (block.name === structuredOutput) this.#voice.turn.structured = verdict.input;
      const told = outcome.isErrorTold ? { is_error: false } : {};
      this.#say({ type: 'tool_result', content: outcome.content, ...told }, outcome.result, meta);
    } else {
      if (block.name === structuredOutput) this.#voice.turn.misshapen.push(outcome.error);
      this.#say(errorResult(outcome.error), `Error: ${outcome.error}`, meta);
    }
    return hook.stops || stops ? 'stop' : 'next';
  }

  #perform(input: Record<string, unknown>): Promise<Outcome> {
    const { block } = this;
    this.#cli.ran.push({ tool: block.name, input });
    if (isAgentBlock(block)) return runAgent(this.#cli, this.#voice, block);
    if (block.name.startsWith('mcp__')) {
      return this.#cli.mcp.call(block.name, input, block.id, this.#voice.signal);
    }
    if (block.name === 'Bash' && input.run_in_background === true) {
      return Promise.resolve(startShell(this.#cli, block, input));
    }
    return this.#performOwn(block.step, input);
  }

  async #performOwn(step: ToolStep, input: ToolInput): Promise<Outcome> {
    const outcome =
      givenOutcome(step) ??
      (step.tool === 'Bash'
        ? await runBash(this.#cli, input, this.#voice.signal, !this.#voice.agent)
        : ((await this.#cli.taskList.run(step.tool, input)) ??
          (await this.#cli.worktree.run(step.tool, input)) ??
          runBuiltIn(step, input, this.#cli.files)));
    return { ...outcome, takes: step.takes ?? outcome.takes };
  }

  #askBefore(): Promise<HookVerdict> {
    return this.#hooks('PreToolUse', { tool_input: this.#input });
  }

  async #askAfter(input: Record<string, unknown>, outcome: Outcome): Promise<boolean> {
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

  #hooks(event: string, fields: Frame): Promise<HookVerdict> {
    const { block } = this;
    const mcp = this.#cli.mcp.find(block.name);
    const { agent, turn, signal } = this.#voice;
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

  #notExecuted(why: string): Aftermath {
    if (this.#cli.traits.recent) {
      const text = `PreToolUse hook ${why}. The tool call was not executed; other configured hooks may not have completed.`;
      this.#say(errorResult(text), `Error: ${text}`);
    } else {
      this.#say(errorResult(notNow), 'Error: undefined');
    }
    return 'next';
  }

  #cancelled(): Aftermath {
    this.#say(errorResult(notNow), notNow, { non_execution_kind: 'cancelled' });
    return 'next';
  }

  #deniedByHook({ reason, stops }: HookVerdict): Aftermath {
    const { recent } = this.#cli.traits;
    const text = recent ? `PreToolUse:${hookName(this.block.name)} hook error: ${reason}` : reason;
    this.#noteDenial();
    const decision = { decision: 'reject', source: 'hook', reason_type: 'hook' };
    const meta = { non_execution_kind: 'permission-rule', permission_decision: decision };
    this.#say(errorResult(text), `Error: ${text}`, meta);
    // 2.1.197 does not stop the run for a hook that also denies the tool.
    return stops && recent ? 'stop' : 'next';
  }

  async #denied(denial: Denied): Promise<Aftermath> {
    const { message, kind, decision, notice, interrupts, classifierReason } = denial;
    this.#noteDenial();
    if (interrupts) {
      this.reject();
      return 'abort';
    }
    const isClassified = classifierReason !== undefined;
    if (notice && (this.#cli.traits.recent || isClassified)) {
      const told = { tool_name: this.block.name, tool_use_id: this.block.id, ...notice, message };
      this.#cli.output.message({ type: 'system', subtype: 'permission_denied', ...told });
    }
    if (isClassified) await this.#tellDenied(classifierReason);
    const meta = { non_execution_kind: kind, permission_decision: decision };
    this.#say(errorResult(message), `Error: ${message}`, meta);
    return 'next';
  }

  async #tellDenied(reason: string): Promise<void> {
    await this.#cli.hooks.tell('PermissionDenied', {
      tool_name: hookName(this.block.name),
      tool_input: this.#input,
      tool_use_id: this.block.id,
      reason,
    });
  }

  #say(block: Frame, result: unknown, meta?: Frame): void {
    const { id } = this.block;
    this.told = block.content;
    sayUser(this.#cli, this.#voice, [{ ...block, tool_use_id: id }], {
      ...(!this.#voice.agent && { tool_use_result: result }),
      ...(meta && this.#cli.traits.recent && { tool_result_meta: [{ id, ...meta }] }),
    });
  }
}

const notNow =
  "The user doesn't want to take this action right now. STOP what you are doing and wait for the user to tell you how to proceed.";

const errorResult = (content: string) => ({ type: 'tool_result', content, is_error: true });
