import type { Context } from '@opentelemetry/api';
import { isObject, type JsonObject } from '../codec/jsonObject.js';
import type { Message } from '../codec/messages.js';
import type { SystemMessage } from '../codec/systemMessages.js';
import { failSpan } from './failSpan.js';
import type { OpenSpan, SpanBook } from './SpanRegistry.js';

export interface ToolSpansSettings {
  /** For content; absent where that stays hidden. */
  show: ((text: string) => string) | undefined;
  /** Where a tool of the main agent begins. */
  around(): Context;
}

/** Who uses a tool: the main agent, where both are absent. */
export interface ToolUser {
  /** The tool that runs the subagent. */
  parentToolUseId?: string | null;
  agentId?: string;
}

interface Agent {
  toolUseId: string;
  context: Context;
}

/** One span a use of a tool; those of a subagent lie below the tool that runs it. */
export class ToolSpans {
  readonly #book: SpanBook;
  readonly #settings: ToolSpansSettings;
  readonly #open = new Map<string, { tool: OpenSpan; user: string | undefined }>();
  /** Subagents at work, by their task; one in the background outlives the tool that started it. */
  readonly #agents = new Map<string, Agent>();

  constructor(book: SpanBook, settings: ToolSpansSettings) {
    this.#book = book;
    this.#settings = settings;
  }

  take(message: Message): void {
    if (message.type === 'system') this.#takeSystem(message);
    if (message.type !== 'assistant' && message.type !== 'user') return;
    const content: unknown = message.message?.content;
    if (!Array.isArray(content)) return;
    const user = { parentToolUseId: message.parent_tool_use_id, agentId: message.agent_id };
    for (const block of content) {
      if (!isObject(block)) continue;
      if (isUse(block)) this.begin(block.id, block.name, user, block.input);
      else if (typeof block.tool_use_id === 'string') this.#finish(block.tool_use_id, block);
    }
  }

  /** Begins with the model's message, or with a callback about the tool where that comes first. */
  begin(id: string, name: string, user: ToolUser, input?: unknown): void {
    if (this.#open.has(id)) return;
    const runner = this.#runnerOf(user);
    const tool = this.#book.begin(`execute_tool ${name}`, this.userContext(user), {
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'gen_ai.tool.call.id': id,
        ...this.#content('gen_ai.tool.call.arguments', input),
      },
    });
    this.#open.set(id, { tool, user: runner });
  }

  contextOf(id: string): Context | undefined {
    return this.#open.get(id)?.tool.context;
  }

  /** Where the things begin that this user of tools causes. */
  userContext(user: ToolUser): Context {
    const runner = this.#runnerOf(user);
    if (runner === undefined) return this.#settings.around();
    const agent = [...this.#agents.values()].find(({ toolUseId }) => toolUseId === runner);
    return this.contextOf(runner) ?? agent?.context ?? this.#settings.around();
  }

  /** No turn is open: what has no result now gets none, but for what background agents do. */
  endUnfinished({ evenAgents = false } = {}): void {
    const running = new Set([...this.#agents.values()].map(({ toolUseId }) => toolUseId));
    for (const [id, { tool, user }] of [...this.#open].reverse()) {
      if (!evenAgents && (running.has(id) || (user !== undefined && running.has(user)))) continue;
      this.#open.delete(id);
      tool.span.setAttribute('claude.tool.unfinished', true);
      this.#book.end(tool);
    }
  }

  #runnerOf({ parentToolUseId, agentId }: ToolUser): string | undefined {
    if (parentToolUseId) return parentToolUseId;
    return agentId === undefined ? undefined : this.#agents.get(agentId)?.toolUseId;
  }

  #finish(id: string, { is_error: isError, content }: JsonObject): void {
    const entry = this.#open.get(id);
    if (!entry) return;
    this.#open.delete(id);
    const { span } = entry.tool;
    span.setAttributes(this.#content('gen_ai.tool.call.result', content));
    if (isError === true) failSpan(span, 'tool_error');
    this.#book.end(entry.tool);
  }

  #takeSystem(message: SystemMessage): void {
    if (message.subtype === 'task_started') {
      const { task_id: id, tool_use_id: toolUseId } = message;
      const context = toolUseId === undefined ? undefined : this.contextOf(toolUseId);
      if (toolUseId !== undefined && context) this.#agents.set(id, { toolUseId, context });
    } else if (message.subtype === 'task_notification') {
      this.#agents.delete(message.task_id);
    }
  }

  #content(name: string, value: unknown): Record<string, string> {
    const { show } = this.#settings;
    if (!show || value === undefined) return {};
    return { [name]: show(typeof value === 'string' ? value : JSON.stringify(value)) };
  }
}

/** Of any kind: the CLI's own, one of an MCP server, one that the API runs. */
function isUse(block: JsonObject): block is { id: string; name: string; input: unknown } {
  const { type, id, name } = block;
  const isTool = typeof type === 'string' && type.endsWith('tool_use');
  return isTool && typeof id === 'string' && typeof name === 'string';
}
