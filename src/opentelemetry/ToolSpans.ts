import type { Context } from '@opentelemetry/api';
import { isObject, type JsonObject } from '../codec/jsonObject.js';
import type { Message } from '../codec/messages.js';
import type { SystemMessage } from '../codec/systemMessages.js';
import { failSpan } from './failSpan.js';
import type { OpenSpan, SpanRegistry } from './SpanRegistry.js';

export interface ToolSpansOptions {
  /** Prepares content for an attribute; undefined if content stays hidden. */
  show: ((text: string) => string) | undefined;
  /** The context of what the CLI is doing: the current turn, or the session. */
  currentContext(): Context;
}

/** Who calls a tool: a subagent, or the main agent if both fields are absent. */
export interface ToolCaller {
  /** The tool call that runs the subagent. */
  parentToolUseId?: string | null;
  agentId?: string;
}

interface Agent {
  toolUseId: string;
  context: Context;
}

/** One span for each tool call. The calls of a subagent are children of the tool that runs it. */
export class ToolSpans {
  readonly #spans: SpanRegistry;
  readonly #options: ToolSpansOptions;
  readonly #open = new Map<string, { tool: OpenSpan; runner: string | undefined }>();
  /** Running subagents by task id. In the background, one outlives the tool call that started it. */
  readonly #agents = new Map<string, Agent>();

  constructor(spans: SpanRegistry, options: ToolSpansOptions) {
    this.#spans = spans;
    this.#options = options;
  }

  observe(message: Message): void {
    if (message.type === 'system') this.#observeTask(message);
    if (message.type !== 'assistant' && message.type !== 'user') return;
    const content: unknown = message.message?.content;
    if (!Array.isArray(content)) return;
    const caller = { parentToolUseId: message.parent_tool_use_id, agentId: message.agent_id };
    for (const block of content) {
      if (!isObject(block)) continue;
      if (isToolUse(block)) this.start(block.id, block.name, caller, block.input);
      else if (typeof block.tool_use_id === 'string') this.#end(block.tool_use_id, block);
    }
  }

  /** Called for the model's message, and for a callback about the tool, which may come first. */
  start(id: string, name: string, caller: ToolCaller, input?: unknown): void {
    if (this.#open.has(id)) return;
    const runner = this.#runnerOf(caller);
    const tool = this.#spans.start(`execute_tool ${name}`, this.callerContext(caller), {
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'gen_ai.tool.call.id': id,
        ...this.#content('gen_ai.tool.call.arguments', input),
      },
    });
    this.#open.set(id, { tool, runner });
  }

  contextOf(id: string): Context | undefined {
    return this.#open.get(id)?.tool.context;
  }

  /** The parent context for what a caller does. */
  callerContext(caller: ToolCaller): Context {
    const runner = this.#runnerOf(caller);
    if (runner === undefined) return this.#options.currentContext();
    const agent = [...this.#agents.values()].find(({ toolUseId }) => toolUseId === runner);
    return this.contextOf(runner) ?? agent?.context ?? this.#options.currentContext();
  }

  /**
   * Ends the tool calls that have no result when the last turn ends, because none will come. The
   * calls of background agents go on, unless `includeAgents` is set.
   */
  endUnfinished({ includeAgents = false } = {}): void {
    const running = new Set([...this.#agents.values()].map(({ toolUseId }) => toolUseId));
    for (const [id, { tool, runner }] of [...this.#open].reverse()) {
      const isAgent = running.has(id) || (runner !== undefined && running.has(runner));
      if (isAgent && !includeAgents) continue;
      this.#open.delete(id);
      tool.span.setAttribute('claude.tool.unfinished', true);
      this.#spans.end(tool);
    }
  }

  /** The tool call that runs a caller; undefined for the main agent. */
  #runnerOf({ parentToolUseId, agentId }: ToolCaller): string | undefined {
    if (parentToolUseId) return parentToolUseId;
    return agentId === undefined ? undefined : this.#agents.get(agentId)?.toolUseId;
  }

  #end(id: string, { is_error: isError, content }: JsonObject): void {
    const entry = this.#open.get(id);
    if (!entry) return;
    this.#open.delete(id);
    const { span } = entry.tool;
    span.setAttributes(this.#content('gen_ai.tool.call.result', content));
    if (isError === true) failSpan(span, 'tool_error');
    this.#spans.end(entry.tool);
  }

  #observeTask(message: SystemMessage): void {
    if (message.subtype === 'task_started') {
      const { task_id: id, tool_use_id: toolUseId } = message;
      const context = toolUseId === undefined ? undefined : this.contextOf(toolUseId);
      if (toolUseId !== undefined && context) this.#agents.set(id, { toolUseId, context });
    } else if (message.subtype === 'task_notification') {
      this.#agents.delete(message.task_id);
    }
  }

  #content(name: string, value: unknown): Record<string, string> {
    const { show } = this.#options;
    if (!show || value === undefined) return {};
    return { [name]: show(typeof value === 'string' ? value : JSON.stringify(value)) };
  }
}

/** Whether a block is a tool call of any kind: by the CLI, an MCP server or the API. */
function isToolUse(block: JsonObject): block is { id: string; name: string; input: unknown } {
  const { type, id, name } = block;
  const isTool = typeof type === 'string' && type.endsWith('tool_use');
  return isTool && typeof id === 'string' && typeof name === 'string';
}
