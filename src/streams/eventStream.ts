import { type BufferedItem, EventBuffer } from '../actors/messages/EventBuffer.js';
import type { LogReader } from '../actors/messages/LogCursor.js';
import { messageOfFrame } from '../actors/messages/messageLog.js';
import type { Message } from '../codec/messages.js';
import { eventStreamDefaults } from '../defaults/usageAndStreams.js';
import { PooledSession } from '../pool/PooledSession.js';
import type { Session } from '../Session.js';
import type { SessionEventMap } from '../sessionEvents.js';
import type { Turn } from '../Turn.js';
import { jsonText } from '../util/roughSize.js';

const streamedEvents = ['turn', 'task', 'permission', 'approval', 'usage', 'warning'] as const;

/** An event that `toEventStream` can send besides messages. */
export type StreamedEvent = (typeof streamedEvents)[number];

/** The options of `toEventStream`. */
export interface EventStreamOptions {
  /**
   * The header `Last-Event-ID` of the request. The stream continues after that event. If it is no
   * longer kept, the event `gap` comes first. A message that is nested too deep to be written becomes
   * a `gap` too.
   */
  lastEventId?: string | null;
  /** Which messages to send. Default: all. */
  filter?: (message: Message) => boolean;
  /**
   * Which events of the session to send too, each under its own name. Default: none. A `turn` comes
   * without its result, which is a message, and errors have only their code and message.
   */
  events?: readonly StreamedEvent[];
}

/** A session, a conversation of a pool, or a turn: something with messages. */
export type MessageSource = Session | PooledSession | Turn;

type Sent = { message: Message } | { event: SessionEventMap[StreamedEvent] };

const buffers = new WeakMap<MessageSource, EventBuffer<Sent>>();

/**
 * The messages of a turn or a session as server-sent events, for the body of a `Response`. Each
 * message is one event with an id; `end` comes last, or `failed` with the error. The stream of a
 * pooled conversation does not end: it continues when the conversation is resumed.
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
  { lastEventId, filter = () => true, events = [] }: EventStreamOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cursor = bufferOf(source).read(lastEventId ?? undefined);
  let heartbeat: NodeJS.Timeout | undefined;
  // While a client is connected, its conversation must not be collected.
  let following: MessageSource | undefined = source;
  const close = () => {
    clearInterval(heartbeat);
    following = undefined;
  };
  const isWanted = (value: Sent) => {
    try {
      return 'message' in value ? filter(value.message) : events.includes(value.event.type);
    } catch (error) {
      // The stream fails with it, so nobody will cancel it.
      close();
      throw error;
    }
  };
  return new ReadableStream(
    {
      start(controller) {
        // Proxies close connections that are silent for long. Nothing is queued for a slow client.
        heartbeat = setInterval(() => {
          if (following && (controller.desiredSize ?? 0) >= 0 && cursor.isWaiting) {
            controller.enqueue(encoder.encode(': still there\n\n'));
          }
        }, eventStreamDefaults.heartbeatMs).unref();
      },
      async pull(controller) {
        for (;;) {
          const item = await cursor.next();
          if (item === undefined) return;
          if (item.kind === 'item' && !isWanted(item.value)) continue;
          controller.enqueue(encoder.encode(eventText(item)));
          if (item.kind !== 'end' && item.kind !== 'failed') return;
          close();
          controller.close();
          return;
        }
      },
      cancel() {
        close();
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
  source: AsyncIterable<Message> | Session | PooledSession,
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

function bufferOf(source: MessageSource): EventBuffer<Sent> {
  const known = buffers.get(source);
  if (known) return known;
  const { keptItems, keptBytes } = eventStreamDefaults;
  const buffer = new EventBuffer<Sent>(crypto.randomUUID().slice(0, 8), { keptItems, keptBytes });
  buffers.set(source, buffer);
  if ('events' in source) follow(source, buffer);
  else void buffer.fill(sent(source[Symbol.asyncIterator]()));
  return buffer;
}

/**
 * Adds messages and events in the order in which they happen, by listeners. What follows a pooled
 * conversation here does not keep it in memory: a buffer is of use only while its handle is.
 */
function follow(source: Session | PooledSession, buffer: EventBuffer<Sent>): void {
  const pooled = source instanceof PooledSession ? PooledSession.conversationOf(source) : undefined;
  const hub = pooled?.events ?? (source as Session);
  const reader = pooled?.log.iterate(messageOfFrame) ?? (source.messages() as LogReader<Message>);
  const addMessages = () => {
    for (let message = reader.poll(); message; message = reader.poll()) buffer.add({ message });
  };
  addMessages();
  hub.on('message', addMessages);
  for (const type of streamedEvents) {
    hub.on(type, (event) => {
      addMessages();
      buffer.add({ event });
    });
  }
  const close = () => {
    addMessages();
    buffer.close();
  };
  for (const type of ['completed', 'stopped', 'failed'] as const) hub.on(type, close);
  if (source.state === 'stopped' || source.state === 'failed') close();
}

async function* sent(messages: AsyncIterator<Message>): AsyncGenerator<Sent> {
  for (let step = await messages.next(); !step.done; step = await messages.next()) {
    yield { message: step.value };
  }
}

function messagesOf(source: MessageSource): AsyncIterator<Message> {
  return 'messages' in source ? source.messages() : source[Symbol.asyncIterator]();
}

const gap = 'event: gap\ndata: {}\n\n';

function eventText(item: BufferedItem<Sent>): string {
  switch (item.kind) {
    case 'item': {
      const { value } = item;
      const name = 'event' in value ? `event: ${value.event.type}\n` : '';
      const data = jsonText('event' in value ? forClient(value.event) : value.message);
      if (data === undefined) return `id: ${item.id}\n${gap}`;
      return `id: ${item.id}\n${name}data: ${data}\n\n`;
    }
    case 'gap':
      return gap;
    case 'end':
      return `id: ${item.id}\nevent: end\ndata: {}\n\n`;
    case 'failed':
      return `id: ${item.id}\nevent: failed\ndata: ${JSON.stringify(brief(item.error))}\n\n`;
  }
}

function forClient(event: SessionEventMap[StreamedEvent]): object {
  if (event.type !== 'turn') return event;
  const { result: _, error, ...rest } = event;
  return error ? { ...rest, error: brief(error) } : rest;
}

/** The details of an error are for the server: paths, arguments, what the CLI wrote to stderr. */
function brief(error: unknown): object {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return { code, message };
}
