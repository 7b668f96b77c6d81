import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { Cli } from './cli.js';
import type { Block, ModelAnswer } from './modelAnswer.js';
import { tokensOf } from './modelAnswer.js';
import { inputTokens, modelMessage } from './modelMessage.js';
import { displayName } from './permissionRequest.js';
import { type Speaker, writeAssistant, writeUser } from './speaker.js';
import { Interrupted } from './Timers.js';
import { answerUsage, tokensIn } from './UsageMeter.js';

/** Writes one message of the model: its stream events, and a frame for each block. */
export class AnswerStream {
  readonly #cli: Cli;
  readonly #speaker: Speaker;
  #id = '';
  /** Called for each tool as soon as its block is complete, while the message still streams. */
  readonly #onTool: (block: Block & { type: 'tool_use' }) => void;
  #estimatedTokens = 0;
  /** Whether it was interrupted, and the host has been told so. */
  wasInterrupted = false;

  constructor(cli: Cli, speaker: Speaker, onTool: (block: Block & { type: 'tool_use' }) => void) {
    this.#cli = cli;
    this.#speaker = speaker;
    this.#onTool = onTool;
  }

  async write(answer: ModelAnswer): Promise<void> {
    const { turn } = this.#speaker;
    const startedAt = this.#cli.timers.now();
    this.#writeRequesting();
    await answer.open?.();
    turn.lastText = '';
    this.#id = answer.id || `msg_${this.#cli.nextNumber('message')}`;
    this.#writeStart();
    const { tools, characters } = await this.#writeBlocks(answer);
    turn.stopReason = tools > 0 ? 'tool_use' : 'end_turn';
    const tokens = answer.tokens ?? { input: inputTokens, output: tokensIn(characters) };
    this.#writeEvent({
      type: 'message_delta',
      delta: { stop_reason: turn.stopReason, stop_sequence: null },
      usage: { output_tokens: tokens.output },
    });
    this.#writeEvent({ type: 'message_stop' });
    turn.count(tokens);
    turn.answers += 1;
    this.#cli.meter.count(this.#cli.settings.model, tokens, this.#cli.timers.now() - startedAt);
  }

  async #writeBlocks({ blocks }: ModelAnswer): Promise<{ tools: number; characters: number }> {
    const counts = { tools: 0, characters: 0 };
    let index = 0;
    try {
      for await (const block of blocks) {
        counts.characters += await this.#writeBlock(index, block);
        if (block.type === 'tool_use') counts.tools += 1;
        index += 1;
      }
    } catch (reason) {
      if (reason instanceof Interrupted && !this.wasInterrupted) this.#interrupt(index, '');
      throw reason;
    }
    return counts;
  }

  #writeRequesting(): void {
    const { traits, flags, output } = this.#cli;
    const { turn } = this.#speaker;
    if (!flags.partialMessages) return;
    const uuids = traits.recent && turn.uuids.length > 0 && { user_message_uuids: turn.uuids };
    output.message({ type: 'system', subtype: 'status', status: 'requesting', ...uuids });
  }

  #writeStart(): void {
    const { traits } = this.#cli;
    const { turn } = this.#speaker;
    const named = traits.recent && !turn.hasAnswered && turn.uuids.length > 0;
    this.#writeEvent(
      { type: 'message_start', message: modelMessage(this.#cli, this.#id, []) },
      {
        ttft_ms: 1,
        ...(traits.recent && { thinking_display: 'updates' }),
        ...(named && { ...turn.messageIds(), owed_rows: [] }),
      },
    );
  }

  /** Writes a block; returns its length in characters. */
  async #writeBlock(index: number, given: Block): Promise<number> {
    let block = given;
    const [opening] = startAndEndOf(block);
    const shown = this.#cli.traits.recent &&
      block.type === 'thinking' && { thinking_display: 'updates' };
    this.#writeEvent({ type: 'content_block_start', index, content_block: opening }, shown || {});
    const startedAt = this.#cli.timers.now();
    if (block.type === 'tool_use') {
      const delta = { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
      this.#writeEvent({ type: 'content_block_delta', index, delta });
    } else if (block.type === 'text') {
      const pieces = block.pieces ?? this.#pieces(block.text);
      const text = await this.#streamPieces(index, pieces, (piece) => ({
        type: 'text_delta',
        text: piece,
      }));
      block = { type: 'text', text };
      this.#speaker.turn.lastText = text;
      await this.#notifyDisplay(text);
    } else {
      const pieces = block.pieces ?? this.#pieces(block.thinking);
      const thinking = await this.#streamPieces(index, pieces, (piece) => ({
        type: 'thinking_delta',
        thinking: piece,
      }));
      block = { type: 'thinking', thinking };
      const delta = { type: 'signature_delta', signature: 'sig' };
      this.#writeEvent({ type: 'content_block_delta', index, delta });
    }
    const thought = this.#cli.timers.now() - startedAt;
    const [, whole] = startAndEndOf(block);
    writeAssistant(this.#cli, this.#speaker, modelMessage(this.#cli, this.#id, [whole]), {
      ...(shown && { thinking_duration_ms: thought, ...shown }),
      ...this.#toolMeta(block),
    });
    if (block.type === 'tool_use') this.#onTool(block);
    this.#writeEvent({ type: 'content_block_stop', index });
    return JSON.stringify(whole).length;
  }

  async #notifyDisplay(delta: string): Promise<void> {
    const { hooks } = this.#cli;
    if (!hooks.has('MessageDisplay')) return;
    const ids = { turn_id: this.#speaker.turn.promptId, message_id: randomUUID() };
    await hooks.notify('MessageDisplay', { ...ids, index: 0, final: true, delta });
  }

  /** Splits a text into tokens, at the pace of the scenario. */
  async *#pieces(text: string): AsyncGenerator<string> {
    const { scenario, timers } = this.#cli;
    for (const piece of tokensOf(text, scenario.tokens?.length)) {
      await timers.sleep(scenario.tokens?.every ?? 0, this.#speaker.signal);
      yield piece;
    }
  }

  /** Streams a text piece by piece. If interrupted, writes what has been streamed so far. */
  async #streamPieces(
    index: number,
    pieces: AsyncIterable<string>,
    delta: (piece: string) => JsonObject,
  ): Promise<string> {
    const { traits } = this.#cli;
    let text = '';
    try {
      for await (const piece of pieces) {
        text += piece;
        const event = delta(piece);
        const thinks = event.type === 'thinking_delta';
        if (thinks) this.#writeEstimate(piece);
        const shown = thinks && traits.recent ? { thinking_display: 'updates' } : {};
        this.#writeEvent({ type: 'content_block_delta', index, delta: event }, shown);
      }
    } catch (reason) {
      if (reason instanceof Interrupted) this.#interrupt(index, text);
      throw reason;
    }
    return text;
  }

  #interrupt(index: number, text: string): void {
    this.wasInterrupted = true;
    const { recent } = this.#cli.traits;
    if (text !== '') {
      const message = modelMessage(this.#cli, this.#id, [{ type: 'text', text }]);
      writeAssistant(this.#cli, this.#speaker, message, recent ? { aborted: true } : {});
    }
    writeUser(this.#cli, this.#speaker, [{ type: 'text', text: '[Request interrupted by user]' }]);
    if (!recent) return;
    this.#writeEvent({ type: 'content_block_stop', index });
    this.#writeEvent({
      type: 'message_delta',
      context_management: null,
      delta: { container: null, stop_details: null, stop_reason: null, stop_sequence: null },
      usage: {
        ...answerUsage({ input: inputTokens, output: 1 }),
        output_tokens_details: { thinking_tokens: 0 },
        iterations: [],
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        fallback_credit: null,
      },
    });
    const abandoned_blocks = { api_message_id: this.#id, from_block_index: index + 1 };
    this.#writeEvent({ type: 'message_stop' }, { abandoned_blocks });
  }

  #writeEstimate(piece: string): void {
    const delta = tokensIn(piece.length);
    this.#estimatedTokens += delta;
    const uuid = this.#speaker.turn.uuids.at(-1);
    this.#cli.output.message({
      type: 'system',
      subtype: 'thinking_tokens',
      estimated_tokens: this.#estimatedTokens,
      estimated_tokens_delta: delta,
      ...(this.#cli.traits.recent && uuid !== undefined && { user_message_uuid: uuid }),
    });
  }

  #toolMeta(block: Block): JsonObject {
    const mcp = block.type === 'tool_use' ? this.#cli.mcp.find(block.name) : undefined;
    if (block.type !== 'tool_use' || !mcp) return {};
    const meta = {
      id: block.id,
      display_name: displayName(mcp.tool),
      server_display_name: mcp.server.name,
      ...(this.#cli.traits.recent && { tool_name: mcp.tool.name }),
    };
    return { tool_use_meta: [meta] };
  }

  /** Writes a stream event, if the host asked for partial messages. */
  #writeEvent(event: JsonObject, fields: JsonObject = {}): void {
    if (!this.#cli.flags.partialMessages || this.#speaker.agent) return;
    this.#cli.output.message({
      type: 'stream_event',
      event,
      parent_tool_use_id: null,
      ...fields,
      ...(this.#cli.traits.recent && { api_message_id: this.#id }),
    });
  }
}

/** A block as it starts in the stream, and as it is when complete. */
function startAndEndOf(block: Block): [JsonObject, JsonObject] {
  if (block.type === 'text')
    return [
      { type: 'text', text: '' },
      { type: 'text', text: block.text },
    ];
  if (block.type === 'thinking') {
    const empty = { type: 'thinking', thinking: '', signature: '' };
    return [empty, { ...empty, thinking: block.thinking, signature: 'sig' }];
  }
  const { type, id, name, input } = block;
  return [
    { type, id, name, input: {} },
    { type, id, name, input },
  ];
}
