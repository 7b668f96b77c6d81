import { describe, expect, it } from '@jest/globals';
import { EventBuffer } from '../../src/actors/messages/EventBuffer.js';
import {
  type Session,
  SessionPool,
  startSession,
  textDeltas,
  toEventStream,
  toReadableStream,
} from '../../src/index.js';
import { fakeCli } from '../../src/testing/index.js';

interface ServerEvent {
  id?: string;
  event?: string;
  data?: { type?: string; code?: string };
}

async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield read(block);
  }
}

function read(block: string): ServerEvent {
  const fields = block.split('\n').map((line) => {
    const [name = '', ...rest] = line.split(': ');
    return [name, rest.join(': ')];
  });
  const { data, ...rest } = Object.fromEntries(fields) as Record<string, string>;
  return { ...rest, ...(data && { data: JSON.parse(data) }) };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const start = (options = {}): Promise<Session> =>
  startSession({ options: { port: fakeCli({}).port, ...options } });

describe('an event stream', () => {
  it('has every message of a turn with an id, and ends', async () => {
    await using session = await start();
    const events = await all(eventsOf(toEventStream(session.send('Hi'))));
    expect(events.map(({ event, data }) => event ?? data?.type)).toEqual([
      ...['system', 'assistant', 'result'],
      'end',
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('continues after the last event that a client has, whichever that was', async () => {
    const session = await start();
    const whole = all(eventsOf(toEventStream(session)));
    await session.send('One').result;
    await session.send('Two').result;
    await session.end();
    const events = await whole;
    expect(events.length).toBeGreaterThan(6);
    for (const [index, { id }] of events.entries()) {
      const rest = await all(eventsOf(toEventStream(session, { lastEventId: id })));
      const expected = index === events.length - 1 ? events.slice(-1) : events.slice(index + 1);
      expect(rest).toEqual(expected);
    }
  });

  it('says that there is a gap if it does not know the event', async () => {
    const session = await start();
    await session.send('One').result;
    await session.end();
    const [first, ...rest] = await all(eventsOf(toEventStream(session, { lastEventId: 'x-3' })));
    expect(first).toEqual({ event: 'gap', data: {} });
    expect(rest).toEqual(await all(eventsOf(toEventStream(session))));
  });

  it('says why it failed', async () => {
    const session = await startSession({
      options: { port: fakeCli({ turns: [[{ exit: 3 }]] }).port },
    });
    const events = await all(eventsOf(toEventStream(session.send('Hi'))));
    expect(events.at(-1)).toMatchObject({ event: 'failed', data: { code: 'TurnLost' } });
  });

  it('sends only what the filter lets through', async () => {
    await using session = await start();
    const filter = ({ type }: { type: string }) => type === 'result';
    const events = await all(eventsOf(toEventStream(session.send('Hi'), { filter })));
    expect(events.map(({ event, data }) => event ?? data?.type)).toEqual(['result', 'end']);
  });

  it('does not wait for a client that does not read, or has left', async () => {
    const session = await start();
    const idle = toEventStream(session);
    const left = toEventStream(session);
    await left.cancel();
    for (let turn = 0; turn < 20; turn += 1) await session.send('Hi').result;
    await session.end();
    expect((await all(eventsOf(idle))).length).toBeGreaterThan(60);
  });
});

describe('an event stream with events', () => {
  const names = (events: readonly ServerEvent[]) =>
    events.map(({ event, data }) => event ?? data?.type);

  it('has them in their order between the messages, and without what only servers may see', async () => {
    const session = await startSession({
      options: { port: fakeCli({ turns: [[{ text: 'Hi' }], [{ exit: 3 }]] }).port },
    });
    const stream = toEventStream(session, { events: ['turn', 'usage'] });
    await session.send('One').result;
    await session.send('Two').result.catch(() => {});
    const events = await all(eventsOf(stream));
    expect(names(events)).toEqual([
      ...['turn', 'turn', 'system', 'assistant', 'result', 'usage', 'turn'],
      ...['turn', 'turn', 'system', 'turn', 'usage', 'end'],
    ]);
    expect(events[6]?.data).toEqual({ type: 'turn', uuid: expect.any(String), state: 'completed' });
    expect(events[10]?.data).toEqual({
      ...{ type: 'turn', uuid: expect.any(String), state: 'lost' },
      error: { code: 'TurnLost', message: expect.any(String) },
    });
  });

  it('of a pooled conversation continues after the conversation was parked', async () => {
    await using pool = new SessionPool({ options: { port: fakeCli({}).port } });
    const session = pool.session('anna');
    const stream = eventsOf(toEventStream(session, { events: ['usage'] }));
    await session.send('One').result;
    await session.park();
    await session.send('Two').result;
    const seen: ServerEvent[] = [];
    for await (const event of stream) {
      seen.push(event);
      if (names(seen).filter((name) => name === 'usage').length === 2) break;
    }
    const once = ['system', 'assistant', 'result', 'usage'];
    expect(names(seen)).toEqual([...once, ...once]);
  });
});

describe('the buffer of an event stream', () => {
  const numbers = (count: number) =>
    (async function* () {
      for (let number = 0; number < count; number += 1) yield number;
    })();

  it('keeps no more than its limits, and tells a slow reader', async () => {
    const buffer = new EventBuffer<number>('b', { keptItems: 10, keptBytes: 1_000 });
    const slow = buffer.read();
    await buffer.fill(numbers(100));
    expect(await slow.next()).toEqual({ kind: 'gap' });
    expect(await slow.next()).toEqual({ kind: 'item', id: 'b-90', value: 90 });
    const after = buffer.read('b-98');
    expect(await after.next()).toMatchObject({ value: 99 });
    expect(await after.next()).toMatchObject({ kind: 'end' });
  });

  it('lets go of a reader that is closed while it waits', async () => {
    const buffer = new EventBuffer<string>('log', { keptItems: 3, keptBytes: 1000 });
    const [leaving, staying] = [buffer.read(), buffer.read()];
    const next = staying.next();
    const left = leaving.next();
    leaving.close();
    expect(await left).toBeUndefined();
    buffer.add('a');
    expect(await next).toMatchObject({ value: 'a' });
  });

  it('counts bytes too, but keeps one item however large', async () => {
    const buffer = new EventBuffer<string>('b', { keptItems: 10, keptBytes: 5 });
    await buffer.fill(['aaa', 'b'.repeat(50)].values() as never);
    expect(await buffer.read().next()).toMatchObject({ value: 'b'.repeat(50) });
  });
});

it('gives messages as a web stream, one per pull', async () => {
  await using session = await start();
  const types: string[] = [];
  for await (const { type } of toReadableStream(session.send('Hi'))) types.push(type);
  expect(types).toEqual(['system', 'assistant', 'result']);
});

it.each([true, false])('gives the text as it comes (tokens: %s)', async (tokens) => {
  await using session = await start({ includePartialMessages: tokens });
  const turn = session.send('Hi');
  const pieces = await all(textDeltas(turn));
  const result = await turn.result;
  expect(pieces.join('')).toBe(result.subtype === 'success' && result.result);
  expect(pieces.length > 1).toBe(tokens);
});
