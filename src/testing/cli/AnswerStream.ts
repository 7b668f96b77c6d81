import { randomUUID } from 'node:crypto';
import type { Cli } from './cli.js';
import type { Block, ModelAnswer } from './modelAnswer.js';
import { tokensOf } from './modelAnswer.js';
import { inputTokens, modelMessage } from './modelMessage.js';
import type { Frame } from './Output.js';
import { displayName } from './permissionRequest.js';
import { type Speaker, writeAssistant, writeUser } from './speaker.js';
import { Interrupted } from './Timers.js';
import { answerUsage, tokensIn } from './UsageMeter.js';

/** One message of the model as it is streamed: its events, and a frame for each block. */
export class AnswerStream {
  readonly #cli: Cli;
  readonly #speaker: Speaker;
  #id = '';
  /** Told of each tool as soon as its block is whole, while the message still streams. */
  readonly #onTool: (block: Block & { type: 'tool_use' }) => void;
  #estimated = 0;
  /** It was interrupted, and that has been said. */
  wasInterrupted = false;

  constructor(cli: Cli, voice: Speaker, onTool: (block: Block & { type: 'tool_use' }) => void) {
    this.#cli = cli;
    this.#speaker = voice;
    this.#onTool = onTool;
  }

  async write(answer: ModelAnswer): Promise<void> {
    const { turn } = this.#speaker;
    const startedAt = this.#cli.timers.now();
    this.#request();
    await answer.open?.();
    turn.lastText = '';
    this.#id = answer.id || `msg_${this.#cli.nextNumber('message')}`;
    this.#begin();
    const { tools, characters } = await this.#blocks(answer);
    turn.stopReason = tools > 0 ? 'tool_use' : 'end_turn';
    const tokens = answer.tokens ?? { input: inputTokens, output: tokensIn(characters) };
    this.#stream({
      type: 'message_delta',
      delta: { stop_reason: turn.stopReason, stop_sequence: null },
      usage: { output_tokens: tokens.output },
    });
    this.#stream({ type: 'message_stop' });
    turn.count(tokens);
    turn.answers += 1;
    this.#cli.meter.count(this.#cli.settings.model, tokens, this.#cli.timers.now() - startedAt);
  }

  async #blocks({ blocks }: ModelAnswer): Promise<{ tools: number; characters: number }> {
    const counts = { tools: 0, characters: 0 };
    let index = 0;
    try {
      for await (const block of blocks) {
        counts.characters += await this.#block(index, block);
        if (block.type === 'tool_use') counts.tools += 1;
        index += 1;
      }
    } catch (reason) {
      if (reason instanceof Interrupted && !this.wasInterrupted) this.#interrupt(index, '');
      throw reason;
    }
    return counts;
  }

  #request(): void {
    const { traits, flags, output } = this.#cli;
    const { turn } = this.#speaker;
    if (!flags.partialMessages) return;
    const uuids = traits.recent && turn.uuids.length > 0 && { user_message_uuids: turn.uuids };
    output.message({ type: 'system', subtype: 'status', status: 'requesting', ...uuids });
  }

  #begin(): void {
    const { traits } = this.#cli;
    const { turn } = this.#speaker;
    const named = traits.recent && !turn.opened && turn.uuids.length > 0;
    this.#stream(
      { type: 'message_start', message: modelMessage(this.#cli, this.#id, []) },
      {
        ttft_ms: 1,
        ...(traits.recent && { thinking_display: 'updates' }),
        ...(named && { ...turn.messageIds(), owed_rows: [] }),
      },
    );
  }

  /** How many characters it has. */
  async #block(index: number, given: Block): Promise<number> {
    let block = given;
    const [opening] = shapesOf(block);
    const shown = this.#cli.traits.recent &&
      block.type === 'thinking' && { thinking_display: 'updates' };
    this.#stream({ type: 'content_block_start', index, content_block: opening }, shown || {});
    const startedAt = this.#cli.timers.now();
    if (block.type === 'tool_use') {
      const delta = { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
      this.#stream({ type: 'content_block_delta', index, delta });
    } else if (block.type === 'text') {
      const pieces = block.pieces ?? this.#pieces(block.text);
      const text = await this.#streamPieces(index, pieces, (piece) => ({
        type: 'text_delta',
        text: piece,
      }));
      block = { type: 'text', text };
      this.#speaker.turn.lastText = text;
      await this.#display(text);
    } else {
      const pieces = block.pieces ?? this.#pieces(block.thinking);
      const thinking = await this.#streamPieces(index, pieces, (piece) => ({
        type: 'thinking_delta',
        thinking: piece,
      }));
      block = { type: 'thinking', thinking };
      const delta = { type: 'signature_delta', signature: 'sig' };
      this.#stream({ type: 'content_block_delta', index, delta });
    }
    const thought = this.#cli.timers.now() - startedAt;
    const [, whole] = shapesOf(block);
    writeAssistant(this.#cli, this.#speaker, modelMessage(this.#cli, this.#id, [whole]), {
      ...(shown && { thinking_duration_ms: thought, ...shown }),
      ...this.#toolMeta(block),
    });
    if (block.type === 'tool_use') this.#onTool(block);
    this.#stream({ type: 'content_block_stop', index });
    return JSON.stringify(whole).length;
  }

  async #display(delta: string): Promise<void> {
    const { hooks } = this.#cli;
    if (!hooks.has('MessageDisplay')) return;
    const ids = { turn_id: this.#speaker.turn.promptId, message_id: randomUUID() };
    await hooks.notify('MessageDisplay', { ...ids, index: 0, final: true, delta });
  }

  /** A text token by token, at the pace of the scenario. */
  async *#pieces(text: string): AsyncGenerator<string> {
    const { scenario, timers } = this.#cli;
    for (const piece of tokensOf(text, scenario.tokens?.length)) {
      await timers.sleep(scenario.tokens?.every ?? 0, this.#speaker.signal);
      yield piece;
    }
  }

  /** Streams a text piece by piece; interrupted, it says what it had said so far. */
  async #streamPieces(
    index: number,
    pieces: AsyncIterable<string>,
    delta: (piece: string) => Frame,
  ): Promise<string> {
    const { traits } = this.#cli;
    let said = '';
    try {
      for await (const piece of pieces) {
        said += piece;
        const event = delta(piece);
        const thinks = event.type === 'thinking_delta';
        if (thinks) this.#estimate(piece);
        const shown = thinks && traits.recent ? { thinking_display: 'updates' } : {};
        this.#stream({ type: 'content_block_delta', index, delta: event }, shown);
      }
    } catch (reason) {
      if (reason instanceof Interrupted) this.#interrupt(index, said);
      throw reason;
    }
    return said;
  }

  #interrupt(index: number, said: string): void {
    this.wasInterrupted = true;
    const { recent } = this.#cli.traits;
    if (said !== '') {
      const message = modelMessage(this.#cli, this.#id, [{ type: 'text', text: said }]);
      writeAssistant(this.#cli, this.#speaker, message, recent ? { aborted: true } : {});
    }
    writeUser(this.#cli, this.#speaker, [{ type: 'text', text: '[Request interrupted by user]' }]);
    if (!recent) return;
    this.#stream({ type: 'content_block_stop', index });
    this.#stream({
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
    this.#stream({ type: 'message_stop' }, { abandoned_blocks });
  }

  #estimate(piece: string): void {
    const delta = tokensIn(piece.length);
    this.#estimated += delta;
    const uuid = this.#speaker.turn.uuids.at(-1);
    this.#cli.output.message({
      type: 'system',
      subtype: 'thinking_tokens',
      estimated_tokens: this.#estimated,
      estimated_tokens_delta: delta,
      ...(this.#cli.traits.recent && uuid !== undefined && { user_message_uuid: uuid }),
    });
  }

  #toolMeta(block: Block): Frame {
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

  /** An event of the stream, where the host wants to see them. */
  #stream(event: Frame, fields: Frame = {}): void {
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

/** A block as it begins in the stream, and as it is in the end. */
function shapesOf(block: Block): [Frame, Frame] {
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
