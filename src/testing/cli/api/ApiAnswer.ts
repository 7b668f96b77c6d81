import type { JsonObject } from '../../../codec/jsonObject.js';
import type { Cli } from '../cli.js';
import { type Block, type ModelAnswer, toolBlock } from '../modelAnswer.js';
import type { Speaker } from '../speaker.js';
import { Interrupted } from '../Timers.js';
import type { Tokens } from '../UsageMeter.js';
import { ApiFailure } from './ApiFailure.js';
import { apiEvents } from './apiEvents.js';
import { apiRequest } from './apiRequest.js';
import { askApi } from './askApi.js';

/** An answer of the Messages API. `open` sends the request; the blocks are read as they stream. */
export class ApiAnswer implements ModelAnswer {
  readonly #cli: Cli;
  readonly #speaker: Speaker;
  readonly tokens: Tokens = { input: 0, output: 0 };
  #events: AsyncIterator<JsonObject> | undefined;
  id = '';

  constructor(cli: Cli, speaker: Speaker) {
    this.#cli = cli;
    this.#speaker = speaker;
  }

  /** Sends the request; resolves when the model starts to answer. */
  async open(): Promise<void> {
    const { env } = this.#cli;
    if (!(env.ANTHROPIC_API_KEY ?? env.ANTHROPIC_AUTH_TOKEN ?? env.CLAUDE_CODE_OAUTH_TOKEN)) {
      throw new ApiFailure(null, 'Not logged in · Please run /login', 'authentication_failed');
    }
    const { signal } = this.#speaker;
    const response = await askApi(this.#cli, apiRequest(this.#cli, this.#speaker), signal);
    this.#events = apiEvents(response)[Symbol.asyncIterator]();
    const first = await this.#next();
    const message = (first?.message ?? {}) as JsonObject;
    this.id = String(message.id ?? '');
    this.#count(message.usage);
  }

  get blocks(): AsyncIterable<Block> {
    return this.#read();
  }

  async *#read(): AsyncGenerator<Block> {
    for (let event = await this.#next(); event; event = await this.#next()) {
      if (event.type === 'message_delta') this.#count(event.usage);
      else if (event.type === 'error') throw streamFailure(event);
      if (event.type !== 'content_block_start') continue;
      const block = event.content_block as JsonObject;
      if (block.type === 'text') yield { type: 'text', text: '', pieces: this.#pieces('text') };
      else if (block.type === 'thinking') {
        yield { type: 'thinking', thinking: '', pieces: this.#pieces('thinking') };
      } else if (block.type === 'tool_use') yield await this.#tool(block);
    }
  }

  async #tool({ id, name, input }: JsonObject): Promise<Block> {
    let json = '';
    for await (const piece of this.#pieces('partial_json')) json += piece;
    const given = (json === '' ? input : JSON.parse(json)) as JsonObject;
    return toolBlock(String(id), String(name), given ?? {}, this.#cli.traits.recent);
  }

  /** The pieces of a block, up to its end. */
  async *#pieces(field: string): AsyncGenerator<string> {
    for (let event = await this.#next(); event; event = await this.#next()) {
      if (event.type === 'content_block_stop') return;
      const piece = (event.delta as JsonObject | undefined)?.[field];
      if (typeof piece === 'string') yield piece;
    }
  }

  async #next(): Promise<JsonObject | undefined> {
    try {
      const next = await this.#events?.next();
      return next?.done ? undefined : next?.value;
    } catch (failure) {
      if (this.#speaker.signal.aborted) throw new Interrupted();
      throw failure instanceof ApiFailure ? failure : new ApiFailure(null, 'Connection error.');
    }
  }

  #count(usage: unknown): void {
    const { input_tokens, output_tokens } = (usage ?? {}) as Record<string, number | undefined>;
    this.tokens.input = input_tokens ?? this.tokens.input;
    this.tokens.output = output_tokens ?? this.tokens.output;
  }
}

function streamFailure({ error }: JsonObject): ApiFailure {
  const { type, message } = (error ?? {}) as { type?: string; message?: string };
  return new ApiFailure(null, message ?? 'The API failed in the middle of an answer.', type);
}
