import type { ContentBlock, StreamEvent, ToolResultBlock } from '../codec/blocks.js';
import type { Message } from '../codec/messages.js';
import type { ResultMessage } from '../codec/results.js';
import type { Turn } from '../Turn.js';
import { jsonText } from '../util/roughSize.js';

/** A chunk of the AI SDK's UI message stream, as far as this package creates them. */
export type UIMessageStreamChunk =
  | {
      type: 'start';
      /** The id of the message: the uuid of the turn. */
      messageId: string;
    }
  | { type: 'start-step' | 'finish-step' }
  | ({ type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end' } & BlockChunk)
  | ({
      type: 'text-delta' | 'reasoning-delta';
      /** The next piece of it. */
      delta: string;
    } & BlockChunk)
  | ({ type: 'tool-input-start' } & NamedTool & ToolChunk)
  | ({
      type: 'tool-input-delta';
      /** The next piece of the input, as JSON. */
      inputTextDelta: string;
    } & ToolCall)
  | ({
      type: 'tool-input-available';
      /** The whole input. */
      input: unknown;
    } & NamedTool &
      ToolChunk)
  | ({
      type: 'tool-output-available';
      /** The result of the tool: text or content blocks. */
      output: unknown;
    } & ToolChunk)
  | ({ type: 'tool-output-error' } & Failure & ToolChunk)
  | ({ type: 'error' } & Failure)
  | {
      type: 'finish';
      /** Whether the turn succeeded. */
      finishReason: 'stop' | 'error';
      /** The conversation, unless the turn was lost. */
      messageMetadata?: { sessionId: string };
    };

interface BlockChunk {
  /** The block of text or reasoning. */
  id: string;
}

interface ToolCall {
  /** The tool call. */
  toolCallId: string;
}

interface NamedTool {
  /** The name of the tool. */
  toolName: string;
}

interface Failure {
  /** What went wrong. */
  errorText: string;
}

interface ToolChunk extends ToolCall {
  /** The browser does not know Claude's tools. */
  dynamic: true;
  /** And must not run them. */
  providerExecuted: true;
}

const ofTool = (toolCallId: string): ToolChunk => ({
  toolCallId,
  dynamic: true,
  providerExecuted: true,
});

/**
 * A turn as the AI SDK's UI message stream, version 1: text, reasoning, and tools with their results.
 * Subagents are left out. Pass it to `createUIMessageStreamResponse` of the package `ai`, or use
 * `toUIMessageStreamResponse` without that package.
 *
 * @param turn - The turn. It can be read once: read it either here or yourself.
 */
export function toUIMessageStream(turn: Turn): ReadableStream<UIMessageStreamChunk> {
  const messages = turn[Symbol.asyncIterator]();
  const chunks = chunksOf(turn.uuid, messages);
  return new ReadableStream(
    {
      async pull(controller) {
        const step = await chunks.next();
        if (step.done) controller.close();
        else controller.enqueue(step.value);
      },
      async cancel() {
        // The chunks cannot end before the message that they wait for.
        await messages.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The response to a request of `useChat` from the AI SDK: a turn as a UI message stream.
 *
 * @param turn - The turn. It can be read once: read it either here or yourself.
 */
export function toUIMessageStreamResponse(turn: Turn): Response {
  const encoder = new TextEncoder();
  const lines = new TransformStream<UIMessageStreamChunk, Uint8Array>({
    transform: (chunk, out) => out.enqueue(encoder.encode(`data: ${chunkText(chunk)}\n\n`)),
    flush: (out) => out.enqueue(encoder.encode('data: [DONE]\n\n')),
  });
  return new Response(toUIMessageStream(turn).pipeThrough(lines), {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-vercel-ai-ui-message-stream': 'v1',
      // Nginx would hold the text back.
      'x-accel-buffering': 'no',
    },
  });
}

const tooDeep = 'This is nested too deep to be sent.';

function chunkText(chunk: UIMessageStreamChunk): string {
  const json = jsonText(chunk);
  if (json !== undefined) return json;
  // Only what a tool gets and gives can have any depth.
  const field = 'input' in chunk ? 'input' : 'output';
  return JSON.stringify({ ...chunk, [field]: tooDeep });
}

async function* chunksOf(
  messageId: string,
  messages: AsyncIterator<Message>,
): AsyncGenerator<UIMessageStreamChunk, undefined> {
  const writer = new ChunkWriter();
  yield { type: 'start', messageId };
  try {
    for (let step = await messages.next(); !step.done; step = await messages.next()) {
      yield* writer.chunksOf(step.value);
    }
  } catch (error) {
    await messages.return?.();
    yield* writer.finish(error instanceof Error ? error.message : String(error));
  }
}

/** Remembers which message is being written, and which of its blocks have been streamed. */
class ChunkWriter {
  /** The message of the API that is being written: a step of the AI SDK. */
  #step: string | undefined;
  #isStreamed = false;
  /** The blocks of the step that are open, by index. */
  readonly #open = new Map<number, 'text' | 'reasoning' | { toolCallId: string }>();

  *chunksOf(message: Message): Generator<UIMessageStreamChunk> {
    if (message.type === 'result') yield* this.#finishWith(message);
    if (!('parent_tool_use_id' in message) || message.parent_tool_use_id !== null) return;
    if (message.type === 'stream_event') yield* this.#streamed(message.event);
    else if (message.type === 'assistant') {
      yield* this.#beginStep(message.message.id, false);
      for (const block of message.message.content) yield* this.#whole(block);
    } else if (message.type === 'user' && Array.isArray(message.message.content)) {
      for (const block of message.message.content) {
        if (block.type === 'tool_result') yield* toolOutput(block as ToolResultBlock);
      }
    }
  }

  *finish(errorText?: string, sessionId?: string): Generator<UIMessageStreamChunk> {
    if (errorText !== undefined) yield { type: 'error', errorText };
    yield* this.#endStep();
    const finishReason = errorText === undefined ? 'stop' : 'error';
    const about = sessionId !== undefined && { messageMetadata: { sessionId } };
    yield { type: 'finish', finishReason, ...about };
  }

  *#finishWith(result: ResultMessage): Generator<UIMessageStreamChunk> {
    const text = result.subtype === 'success' ? result.result : result.errors?.join(' ');
    yield* this.finish(result.is_error ? text || result.subtype : undefined, result.session_id);
  }

  *#beginStep(id: string, isStreamed: boolean): Generator<UIMessageStreamChunk> {
    if (id === this.#step) return;
    yield* this.#endStep();
    this.#step = id;
    this.#isStreamed = isStreamed;
    yield { type: 'start-step' };
  }

  *#endStep(): Generator<UIMessageStreamChunk> {
    // An interrupted message leaves blocks open.
    for (const index of [...this.#open.keys()]) yield* this.#closeBlock(index);
    if (this.#step !== undefined) yield { type: 'finish-step' };
    this.#step = undefined;
  }

  *#streamed(event: StreamEvent): Generator<UIMessageStreamChunk> {
    if (event.type === 'message_start') yield* this.#beginStep(event.message.id, true);
    else if (event.type === 'content_block_start') {
      const { type } = event.content_block;
      const kind = type === 'text' ? 'text' : type === 'thinking' ? 'reasoning' : undefined;
      if (kind) {
        this.#open.set(event.index, kind);
        yield { type: `${kind}-start`, id: this.#idOf(event.index) };
      } else if (event.content_block.type === 'tool_use') {
        const { id: toolCallId, name: toolName } = event.content_block;
        this.#open.set(event.index, { toolCallId });
        yield { type: 'tool-input-start', toolName, ...ofTool(toolCallId) };
      }
    } else if (event.type === 'content_block_delta') yield* this.#delta(event.index, event.delta);
    else if (event.type === 'content_block_stop') yield* this.#closeBlock(event.index);
  }

  *#delta(index: number, delta: Delta): Generator<UIMessageStreamChunk> {
    const block = this.#open.get(index);
    if (block === undefined) return;
    const id = this.#idOf(index);
    if (delta.type === 'text_delta') yield { type: 'text-delta', id, delta: delta.text };
    if (delta.type === 'thinking_delta')
      yield { type: 'reasoning-delta', id, delta: delta.thinking };
    if (delta.type === 'input_json_delta' && typeof block === 'object') {
      yield { type: 'tool-input-delta', ...block, inputTextDelta: delta.partial_json };
    }
  }

  *#closeBlock(index: number): Generator<UIMessageStreamChunk> {
    const block = this.#open.get(index);
    this.#open.delete(index);
    if (typeof block === 'string') yield { type: `${block}-end`, id: this.#idOf(index) };
  }

  /** A block that is complete. Text that was streamed is there already. */
  *#whole(block: ContentBlock): Generator<UIMessageStreamChunk> {
    if (block.type === 'text' && !this.#isStreamed) yield* this.#atOnce('text', block.text);
    if (block.type === 'thinking' && !this.#isStreamed) {
      yield* this.#atOnce('reasoning', block.thinking);
    }
    if (block.type === 'tool_use') {
      const { id, name: toolName, input } = block;
      yield { type: 'tool-input-available', toolName, input, ...ofTool(id) };
    }
  }

  *#atOnce(kind: 'text' | 'reasoning', delta: string): Generator<UIMessageStreamChunk> {
    const id = crypto.randomUUID();
    yield { type: `${kind}-start`, id };
    yield { type: `${kind}-delta`, id, delta };
    yield { type: `${kind}-end`, id };
  }

  #idOf(index: number): string {
    return `${this.#step}/${index}`;
  }
}

type Delta = Extract<StreamEvent, { type: 'content_block_delta' }>['delta'];

function* toolOutput({
  tool_use_id: id,
  content: output,
  is_error: hasFailed,
}: ToolResultBlock): Generator<UIMessageStreamChunk> {
  const errorText = typeof output === 'string' ? output : (jsonText(output) ?? tooDeep);
  if (hasFailed) yield { type: 'tool-output-error', errorText, ...ofTool(id) };
  else yield { type: 'tool-output-available', output, ...ofTool(id) };
}
