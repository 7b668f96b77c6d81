import type { Block, ModelAnswer } from './answer.js';
import { tokensOf, toolsOf } from './answer.js';
import type { Cli } from './Cli.js';
import { answerUsage, tokensIn } from './Meter.js';
import { inputTokens, modelMessage } from './modelMessage.js';
import type { Frame } from './Output.js';
import { displayName } from './permissionRequest.js';
import { sayAssistant, sayUser, type Voice } from './Voice.js';

/** One message of the model as it is streamed: its events, and a frame for each block. */
export class Speech {
  readonly #cli: Cli;
  readonly #voice: Voice;
  readonly #id: string;
  /** Told of each tool as soon as its block is whole, while the message still streams. */
  readonly #onTool: (block: Block & { type: 'tool_use' }) => void;
  #estimated = 0;

  constructor(cli: Cli, voice: Voice, onTool: (block: Block & { type: 'tool_use' }) => void) {
    this.#cli = cli;
    this.#voice = voice;
    this.#id = `msg_${cli.next('message')}`;
    this.#onTool = onTool;
  }

  async play(answer: ModelAnswer): Promise<void> {
    const { turn } = this.#voice;
    const startedAt = this.#cli.timers.now();
    turn.lastText = '';
    this.#begin();
    for (const [index, block] of answer.blocks.entries()) await this.#block(index, block);
    turn.stopReason = toolsOf(answer).length > 0 ? 'tool_use' : 'end_turn';
    const tokens = { input: inputTokens, output: tokensIn(JSON.stringify(answer.blocks)) };
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

  #begin(): void {
    const { traits, flags, output } = this.#cli;
    const { turn } = this.#voice;
    if (!flags.partialMessages) return;
    const uuids = traits.recent && turn.uuids.length > 0 && { user_message_uuids: turn.uuids };
    output.message({ type: 'system', subtype: 'status', status: 'requesting', ...uuids });
    const named = traits.recent && !turn.opened && turn.uuids.length > 0;
    this.#stream(
      { type: 'message_start', message: modelMessage(this.#cli, this.#id, []) },
      {
        ttft_ms: 1,
        ...(traits.recent && { thinking_display: 'updates' }),
        ...(named && { ...turn.named(), owed_rows: [] }),
      },
    );
  }

  async #block(index: number, block: Block): Promise<void> {
    const [opening, whole] = shapesOf(block);
    const shown = this.#cli.traits.recent &&
      block.type === 'thinking' && { thinking_display: 'updates' };
    this.#stream({ type: 'content_block_start', index, content_block: opening }, shown || {});
    const startedAt = this.#cli.timers.now();
    if (block.type === 'tool_use') {
      const delta = { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
      this.#stream({ type: 'content_block_delta', index, delta });
    } else if (block.type === 'text') {
      await this.#tell(index, block.text, (text) => ({ type: 'text_delta', text }));
      this.#voice.turn.lastText = block.text;
    } else {
      await this.#tell(index, block.thinking, (thinking) => ({ type: 'thinking_delta', thinking }));
      const delta = { type: 'signature_delta', signature: 'sig' };
      this.#stream({ type: 'content_block_delta', index, delta });
    }
    const thought = this.#cli.timers.now() - startedAt;
    sayAssistant(this.#cli, this.#voice, modelMessage(this.#cli, this.#id, [whole]), {
      ...(shown && { thinking_duration_ms: thought, ...shown }),
      ...this.#toolMeta(block),
    });
    if (block.type === 'tool_use') this.#onTool(block);
    this.#stream({ type: 'content_block_stop', index });
  }

  /** Streams a text token by token; interrupted, it says what it had said so far. */
  async #tell(index: number, text: string, delta: (piece: string) => Frame): Promise<void> {
    const { scenario, traits, timers } = this.#cli;
    let said = '';
    for (const piece of tokensOf(text, scenario.tokens?.length)) {
      try {
        await timers.sleep(scenario.tokens?.every ?? 0, this.#voice.signal);
      } catch (reason) {
        this.#breakOff(index, said);
        throw reason;
      }
      said += piece;
      const event = delta(piece);
      const thinks = event.type === 'thinking_delta';
      if (thinks) this.#estimate(piece);
      const shown = thinks && traits.recent ? { thinking_display: 'updates' } : {};
      this.#stream({ type: 'content_block_delta', index, delta: event }, shown);
    }
  }

  #breakOff(index: number, said: string): void {
    const { recent } = this.#cli.traits;
    if (said !== '') {
      const message = modelMessage(this.#cli, this.#id, [{ type: 'text', text: said }]);
      sayAssistant(this.#cli, this.#voice, message, recent ? { aborted: true } : {});
    }
    sayUser(this.#cli, this.#voice, [{ type: 'text', text: '[Request interrupted by user]' }]);
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
    const delta = tokensIn(piece);
    this.#estimated += delta;
    const uuid = this.#voice.turn.uuids.at(-1);
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
    if (!this.#cli.flags.partialMessages || this.#voice.agent) return;
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
