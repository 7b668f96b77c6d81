import { type JsonFields, listOf, numberIn, objectOf, shownText, textIn } from './json.js';
import type { StoryBlock, StoryText, StoryTool } from './story.js';
import type { ToolFold } from './ToolFold.js';
import type { RowMoment, TurnFold } from './TurnFold.js';

/** A message while its tokens arrive. */
interface Streamed {
  id: string | undefined;
  byIndex: Map<number, StoryText | StoryTool>;
  /** Blocks whose whole text has not arrived yet. The CLI sends it again as one message. */
  partial: StoryText[];
}

const toolUse = /^(?:\w+_)?tool_use$/;
const toolResult = /^(?:\w+_)?tool_result$/;

/** Folds messages of the model, whole or streamed, into the blocks of turns and subagents. */
export class MessageFold {
  readonly #turns: TurnFold;
  readonly #tools: ToolFold;
  /** By the tool call that started a subagent; `''` is the main conversation. */
  readonly #streams = new Map<string, Streamed>();

  constructor(turns: TurnFold, tools: ToolFold) {
    this.#turns = turns;
    this.#tools = tools;
  }

  /** A token, or the start or end of a message or block. */
  streamEvent(frame: JsonFields, moment: RowMoment): void {
    const event = objectOf(frame.event);
    const parent = textIn(frame.parent_tool_use_id) ?? '';
    if (event.type === 'message_start') {
      const id = textIn(objectOf(event.message).id);
      this.#streams.set(parent, { id, byIndex: new Map(), partial: [] });
      return;
    }
    const stream = this.#streams.get(parent);
    const index = numberIn(event.index);
    if (!stream || index === undefined) return;
    const block = stream.byIndex.get(index);
    if (event.type === 'content_block_start') {
      this.#startBlock(stream, index, objectOf(event.content_block), parent, moment);
    } else if (event.type === 'content_block_stop' && block && block.kind !== 'tool') {
      block.endedAt ??= moment.at;
    } else if (event.type === 'content_block_delta' && block && block.kind !== 'tool') {
      const delta = objectOf(event.delta);
      const text = shownText(delta.text) ?? shownText(delta.thinking);
      // What the whole message says is final, and may come before the last tokens.
      if (text !== undefined && stream.partial.includes(block)) {
        block.text = (block.text ?? '') + text;
        this.#touch(parent, moment);
      }
    }
  }

  /** A whole message, or one block of it. */
  assistant(frame: JsonFields, moment: RowMoment): void {
    const parent = textIn(frame.parent_tool_use_id) ?? '';
    const message = objectOf(frame.message);
    const stream = this.#streams.get(parent);
    const partials = stream?.id === message.id ? (stream?.partial ?? []) : [];
    for (const block of listOf(message.content)) {
      const kind = textKind(block);
      if (kind) {
        const partial = partials.find((one) => one.kind === kind);
        if (partial) partials.splice(partials.indexOf(partial), 1);
        const target = partial ?? this.#push<StoryText>(parent, { kind, ...moment }, moment);
        const text = shownText(block.text) ?? shownText(block.thinking);
        if (text !== undefined) target.text = text;
        target.endedAt ??= moment.at;
      } else if (isMatch(toolUse, block.type)) {
        this.#tool(block, parent, moment);
      } else if (isMatch(toolResult, block.type)) {
        this.#tools.result(block, {}, moment);
      }
    }
    this.#touch(parent, moment);
  }

  /** What the CLI tells the model: results of tools. */
  user(frame: JsonFields, moment: RowMoment): void {
    const content = listOf(objectOf(frame.message).content);
    const meta = listOf(frame.tool_result_meta);
    for (const block of content) {
      if (!isMatch(toolResult, block.type)) continue;
      const own = meta.find(({ id }) => id === block.tool_use_id) ?? {};
      this.#tools.result(block, own, moment);
    }
    if (content.length > 0) this.#touch(textIn(frame.parent_tool_use_id) ?? '', moment);
  }

  #startBlock(
    stream: Streamed,
    index: number,
    block: JsonFields,
    parent: string,
    moment: RowMoment,
  ): void {
    const kind = textKind(block);
    if (kind) {
      const started = this.#push<StoryText>(parent, { kind, ...moment }, moment);
      stream.byIndex.set(index, started);
      stream.partial.push(started);
    } else if (isMatch(toolUse, block.type)) {
      stream.byIndex.set(index, this.#tool(block, parent, moment));
    }
    this.#touch(parent, moment);
  }

  /** The tool call of a block. The input of a streamed one comes with the whole message. */
  #tool(block: JsonFields, parent: string, moment: RowMoment): StoryTool {
    const id = textIn(block.id) ?? `tool-${moment.n}`;
    const known = this.#tools.get(id);
    if (known) {
      known.input = block.input;
      return known;
    }
    const name = textIn(block.name) ?? 'tool';
    return this.#push(parent, this.#tools.start(id, name, block.input, parent, moment), moment);
  }

  #push<Own extends StoryBlock>(parent: string, block: Own, moment: RowMoment): Own {
    const tool = this.#tools.get(parent);
    (tool ? tool.children : this.#turns.current(moment).blocks).push(block);
    return block;
  }

  #touch(parent: string, moment: RowMoment): void {
    const turn = this.#tools.turnOf(parent) ?? this.#turns.current(moment);
    turn.revision += 1;
  }
}

function textKind({ type }: JsonFields): StoryText['kind'] | undefined {
  if (type === 'text') return 'text';
  return type === 'thinking' || type === 'redacted_thinking' ? 'thinking' : undefined;
}

function isMatch(pattern: RegExp, type: unknown): boolean {
  return typeof type === 'string' && pattern.test(type);
}
