import { EventBuffer } from './actors/messages/EventBuffer.js';
import type { Message } from './codec/messages.js';
import { eventStreamDefaults } from './defaults/usageAndStreams.js';
import type { Session } from './Session.js';
import type { Turn } from './Turn.js';

/** The options of `toEventStream`. */
export interface EventStreamOptions {
  /**
   * The header `Last-Event-ID` of the request. The stream continues after that event. If it is no
   * longer kept, the event `gap` comes first.
   */
  lastEventId?: string | null;
  /** Which messages to send. Default: all. */
  filter?: (message: Message) => boolean;
}

/** A session or a turn: something with messages. */
export type MessageSource = Session | Turn;

const buffers = new WeakMap<MessageSource, EventBuffer<Message>>();

/**
 * The messages of a turn or a session as server-sent events, for the body of a `Response`. Each
 * message is one event with an id; `end` comes last, or `failed` with the error.
 *
 * All streams of one session share a buffer of its latest messages, so a client that reconnects
 * misses nothing that is still kept, and a slow client holds up nobody. A turn can be read once:
 * read it either here or yourself.
 *
 * @param source - The session, or the turn.
 * @param options - Where to continue, and what to send.
 */
export function toEventStream(
  source: MessageSource,
  { lastEventId, filter = () => true }: EventStreamOptions = {},
): ReadableStream<Uint8Array> {
  const buffer = bufferOf(source);
  const encoder = new TextEncoder();
  const cursor = buffer.read(lastEventId ?? undefined);
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream(
    {
      start(controller) {
        // Proxies close connections that are silent for long. Nothing is queued for a slow client.
        heartbeat = setInterval(() => {
          if ((controller.desiredSize ?? 0) >= 0 && cursor.isWaiting) {
            controller.enqueue(encoder.encode(': still there\n\n'));
          }
        }, eventStreamDefaults.heartbeatMs).unref();
      },
      async pull(controller) {
        for (;;) {
          const item = await cursor.next();
          if (item === undefined) return;
          if (item.kind === 'item' && !filter(item.value)) continue;
          controller.enqueue(encoder.encode(eventText(item)));
          if (item.kind !== 'end' && item.kind !== 'failed') return;
          clearInterval(heartbeat);
          controller.close();
          return;
        }
      },
      cancel() {
        clearInterval(heartbeat);
        cursor.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The messages of a turn or a session as a web stream of objects. It reads a message when you pull
 * one.
 *
 * @param source - The session, or the turn.
 */
export function toReadableStream(source: MessageSource): ReadableStream<Message> {
  const messages = messagesOf(source);
  return new ReadableStream(
    {
      async pull(controller) {
        const step = await messages.next();
        if (step.done) controller.close();
        else controller.enqueue(step.value);
      },
      async cancel() {
        await messages.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The text that Claude writes, piece by piece as it comes: tokens with `includePartialMessages`,
 * whole blocks without. Subagents are left out.
 *
 * @param source - The session, or the turn.
 */
export async function* textDeltas(
  source: AsyncIterable<Message> | Session,
): AsyncGenerator<string> {
  const messages = 'messages' in source ? source.messages() : source;
  let streamed: string | undefined;
  for await (const message of messages) {
    if (message.type === 'stream_event' && message.parent_tool_use_id === null) {
      const { event } = message;
      if (event.type === 'message_start') streamed = event.message.id;
      if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') continue;
      yield event.delta.text;
    } else if (message.type === 'assistant' && message.parent_tool_use_id === null) {
      const { id, content } = message.message;
      // Its tokens have been delivered.
      if (id === streamed) continue;
      for (const block of content) if (block.type === 'text') yield block.text;
    }
  }
}

function bufferOf(source: MessageSource): EventBuffer<Message> {
  const known = buffers.get(source);
  if (known) return known;
  const { keptItems, keptBytes } = eventStreamDefaults;
  const buffer = new EventBuffer<Message>(crypto.randomUUID().slice(0, 8), {
    keptItems,
    keptBytes,
  });
  buffers.set(source, buffer);
  void buffer.fill(messagesOf(source));
  return buffer;
}

function messagesOf(source: MessageSource): AsyncIterator<Message> {
  return 'messages' in source ? source.messages() : source[Symbol.asyncIterator]();
}

type Item = NonNullable<Awaited<ReturnType<ReturnType<EventBuffer<Message>['read']>['next']>>>;

function eventText(item: Item): string {
  switch (item.kind) {
    case 'item':
      return `id: ${item.id}\ndata: ${JSON.stringify(item.value)}\n\n`;
    case 'gap':
      return 'event: gap\ndata: {}\n\n';
    case 'end':
      return `id: ${item.id}\nevent: end\ndata: {}\n\n`;
    case 'failed': {
      const { code, message } = item.error as { code?: unknown; message?: unknown };
      return `id: ${item.id}\nevent: failed\ndata: ${JSON.stringify({ code, message })}\n\n`;
    }
  }
}
