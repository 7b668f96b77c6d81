import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import type { CliEvent } from '../../../src/machines/cliEvents.js';
import { anyFrame } from './anyFrame.js';
import { readerOf, types } from './memoryReader.js';

const text = { type: 'assistant', message: { content: [{ type: 'text', text: 'Hi' }] } };
const result = { type: 'result', subtype: 'success', is_error: false };
const state = (value: unknown) => ({
  type: 'system',
  subtype: 'session_state_changed',
  state: value,
});

describe('plain messages', () => {
  it('are sent as one event per chunk', () => {
    const { events, line } = readerOf();
    line(text, text, { type: 'stream_event' });
    line(text);
    expect(events).toMatchObject([
      { type: 'cli.messages', frames: [{}, {}, { message: { type: 'stream_event' } }] },
      { type: 'cli.messages', frames: [{}] },
    ]);
  });

  it('stay in order with what a machine looks at', () => {
    const { events, line } = readerOf();
    line(text, text, result, text, state('idle'), state('running'), text);
    expect(types(events)).toEqual([
      'cli.messages',
      'cli.result',
      'cli.messages',
      'cli.state',
      'cli.state',
      'cli.messages',
    ]);
    expect(events[0]).toMatchObject({ frames: [{}, {}] });
  });

  it('are unchanged, with their original text', () => {
    const { reader, events } = readerOf();
    reader.push(Buffer.from('{"type" : "new", "x":1e2}\r\n'));
    expect(events).toEqual([
      {
        type: 'cli.messages',
        frames: [
          { kind: 'message', message: { type: 'new', x: 100 }, text: '{"type" : "new", "x":1e2}' },
        ],
        openTools: 0,
      },
    ]);
  });

  it('are not sent while their line is incomplete', () => {
    const { reader, events } = readerOf();
    reader.push(Buffer.from('{"type":"keep'));
    expect(events).toEqual([]);
    reader.push(Buffer.from('_alive"}\n'));
    expect(types(events)).toEqual(['cli.messages']);
  });

  it('do not include blank lines', () => {
    const { reader, events } = readerOf();
    reader.push(Buffer.from('\n\r\n  \t\n'));
    reader.end();
    expect(events).toEqual([]);
  });
});

describe('lines that are not frames', () => {
  it.each([
    ['nonsense', 'notJson'],
    ['{"no":"type"}', 'noType'],
    ['[1]', 'noType'],
    ['null', 'noType'],
  ])('%s is undecodable, in its place', (line, reason) => {
    const { reader, events } = readerOf();
    reader.push(Buffer.from(`{"type":"a"}\n${line}\n{"type":"b"}\n`));
    expect(events).toMatchObject([
      { type: 'cli.messages' },
      { type: 'cli.undecodable', last: false, frame: { reason, text: line } },
      { type: 'cli.messages' },
    ]);
  });

  it('are recognized if they are not UTF-8', () => {
    const { reader, events } = readerOf();
    reader.push(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    expect(events).toMatchObject([{ type: 'cli.undecodable', frame: { reason: 'badUtf8' } }]);
  });

  it.each([[''], ['\r']])(
    'are the last ones if the output ends with %j instead of a newline',
    (end) => {
      const { reader, events } = readerOf();
      reader.push(Buffer.from(`nonsense\n{"type":${end}`));
      reader.end();
      expect(events).toMatchObject([{ last: false }, { last: true }]);
    },
  );

  it('count without a newline at the end of the output', () => {
    const { reader, events } = readerOf();
    reader.push(Buffer.from('{"type":"result"}'));
    expect(events).toEqual([]);
    reader.end();
    expect(types(events)).toEqual(['cli.result']);
    reader.end();
    expect(events).toHaveLength(1);
  });

  it('are dropped over the limit, and what follows is read', () => {
    const { reader, events } = readerOf(userCallbacks({}), 20);
    reader.push(Buffer.from(`{"type":"a"}\n${'x'.repeat(30)}`));
    reader.push(Buffer.from(`${'x'.repeat(30)}\n{"type":"b"}\n`));
    expect(events).toMatchObject([
      { type: 'cli.messages' },
      { type: 'cli.oversize', head: 'x'.repeat(20), limit: 20 },
      { type: 'cli.messages', frames: [{ message: { type: 'b' } }] },
    ]);
  });

  it('are reported once when 1 MiB of one is pending, and again for the next', () => {
    const { reader, events } = readerOf();
    const half = Buffer.alloc(512 * 1024, ' ');
    const megabytes = (count: number) => {
      for (let i = 0; i < 2 * count; i++) reader.push(half);
    };
    reader.push(half);
    expect(events).toEqual([]);
    megabytes(3);
    expect(events).toEqual([{ type: 'cli.largeLine', waiting: 1024 * 1024 }]);
    reader.push(Buffer.from('\n'));
    megabytes(2);
    expect(types(events)).toEqual(['cli.largeLine', 'cli.largeLine']);
  });
});

describe('whatever the CLI writes', () => {
  const host = userCallbacks({
    mcpServers: { calc: () => undefined },
    canUseTool: () => ({ behavior: 'allow' }),
  });

  it('nothing throws, and every frame comes out once', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 10 }), (frames) => {
        const { events, line } = readerOf(host);
        line(...frames);
        const count = events.reduce(
          (sum, event) => sum + (event.type === 'cli.messages' ? event.frames.length : 1),
          0,
        );
        expect(count).toBe(frames.length);
        for (const event of events) {
          if ('requestId' in event) expect(typeof event.requestId).toBe('string');
          if ('failureBody' in event) JSON.parse(event.failureBody);
          if ('uuid' in event) expect(typeof event.uuid).toBe('string');
          if ('task' in event) expect(typeof event.task.id).toBe('string');
        }
      }),
      { numRuns: 500 },
    );
  });

  /** The events without what depends on how the bytes were cut. */
  function essence(events: readonly CliEvent[]): unknown[] {
    const seen: unknown[] = [];
    for (const event of events) {
      if (event.type === 'cli.messages') seen.push(...event.frames);
      else if ('job' in event) seen.push({ ...event, job: undefined });
      else seen.push(event);
    }
    return seen;
  }

  it('gives the same events however the bytes are chunked', () => {
    const line = fc.oneof(
      { weight: 3, arbitrary: anyFrame.map((one) => Buffer.from(JSON.stringify(one))) },
      fc.string({ unit: 'binary' }).map((one) => Buffer.from(one)),
      fc.uint8Array({ maxLength: 20 }).map((one) => Buffer.from(one)),
      fc.constant(Buffer.alloc(400, 'x')),
    );
    const ending = fc.constantFrom('\n', '\r\n', '\n\n', '');
    const stream = fc
      .array(fc.tuple(line, ending), { maxLength: 12 })
      .map((lines) => Buffer.concat(lines.flatMap(([one, end]) => [one, Buffer.from(end)])));
    fc.assert(
      fc.property(stream, fc.array(fc.nat({ max: 60 })), (bytes, cuts) => {
        const whole = readerOf(host, 300);
        whole.reader.push(bytes);
        whole.reader.end();
        const cut = readerOf(host, 300);
        let at = 0;
        for (const size of cuts) {
          cut.reader.push(bytes.subarray(at, at + size));
          at += size;
        }
        cut.reader.push(bytes.subarray(at));
        cut.reader.end();
        expect(essence(cut.events)).toEqual(essence(whole.events));
      }),
      { numRuns: 500 },
    );
  });
});
