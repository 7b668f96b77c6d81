import { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import { query, startSession } from '../src/index.js';
import { memoryInUse } from './support/memoryInUse.js';
import { settle } from './support/simulated.js';
import { start } from './support/startedSession.js';
import { result, talkingCli, turnFrames } from './support/talkingCli.js';

// A collection of all garbage takes its time on a busy machine.
jest.setTimeout(60_000);

const mebibyte = 1024 * 1024;
type Say = (frame: Record<string, unknown>) => void;

/** A CLI that answers every message, and forgets it. */
function forgetful() {
  const port = talkingCli({
    onMessage: (say: Say, { uuid }) => say(result('done', { user_message_uuids: [uuid] })),
  });
  const { start: launch } = port;
  return {
    start(...[command, listener]: Parameters<typeof launch>) {
      const handle = launch(command, listener);
      // The fake remembers what was written to it and what it heard.
      return {
        ...handle,
        write(line: string, done: () => void) {
          handle.write(line, () => {
            (port.processes[0]?.written as string[]).length = 0;
            (port.heard as unknown[]).length = 0;
            done();
          });
        },
      };
    },
  };
}

describe('a prompt that is an iterable', () => {
  it.each(['session', 'query'] as const)(
    'holds no message of a %s that was answered',
    async (kind) => {
      const port = forgetful();
      let grown = 0;
      async function* prompt() {
        const message = (index: number) => ({
          type: 'user' as const,
          message: { role: 'user' as const, content: `${index}${'x'.repeat(mebibyte / 2)}` },
        });
        for (let i = 0; i < 10; i++) yield message(i);
        await settle();
        const before = memoryInUse();
        for (let i = 0; i < 200; i++) {
          yield message(i);
          await settle();
        }
        grown = memoryInUse() - before;
      }
      if (kind === 'session') {
        const session = await startSession({ prompt: prompt(), options: { port } });
        await session.end();
      } else {
        for await (const _ of query(prompt(), { port })) await settle();
      }
      expect(grown).toBeLessThan(20 * mebibyte);
    },
  );
});

describe('events', () => {
  const big = (uuid: unknown) => result('x'.repeat(mebibyte), { user_message_uuids: [uuid] });

  it('keep no more than 4 MiB of results for a reader that comes later', async () => {
    const { session } = await start({ onMessage: (say, { uuid }) => say(big(uuid)) });
    const before = memoryInUse();
    for (let i = 0; i < 100; i++) await session.send('Hello').result;
    // The session also keeps 4 MiB of messages, and those of the last 16 turns, each with its line.
    expect(memoryInUse() - before).toBeLessThan(60 * mebibyte);
    await session.end();
    let results = 0;
    let last = '';
    for await (const event of session.events()) {
      if (event.type === 'turn' && event.result) results += 1;
      last = event.type;
    }
    expect({ results, last }).toEqual({ results: 3, last: 'completed' });
  });

  it('warn about a reader that is far behind, and then cut it off', async () => {
    const { session } = await start(
      { onMessage: (say, { uuid }) => say(big(uuid)) },
      { limits: { unreadBytes: 8 * mebibyte } },
    );
    const slow = session.events();
    await slow.next();
    const warnings: unknown[] = [];
    session.on('warning', ({ code, message }) => warnings.push([code, message]));
    for (let i = 0; i < 6; i++) await session.send('Hello').result;
    expect(warnings).toEqual([['ConsumerSlow', expect.stringContaining('A reader of events')]]);
    for (let i = 0; i < 6; i++) await session.send('Hello').result;
    await expect(slow.next()).rejects.toMatchObject({ code: 'ConsumerTooSlow' });
    expect(await slow.next()).toEqual({ done: true, value: undefined });
    expect(session.state).toBe('running');
  });

  it('count a result once that many turns share', async () => {
    const uuids: unknown[] = [];
    const { session } = await start(
      {
        onMessage(say, { uuid }) {
          uuids.push(uuid);
          if (uuids.length === 50) say(result('x'.repeat(mebibyte), { user_message_uuids: uuids }));
        },
      },
      { limits: { unreadBytes: 8 * mebibyte } },
    );
    const reader = session.events();
    await reader.next();
    await Promise.all(Array.from({ length: 50 }, () => session.send('Hello').result));
    await session.end();
    let completed = 0;
    for await (const event of reader) {
      if (event.type === 'turn' && event.state === 'completed') completed += 1;
    }
    expect(completed).toBe(50);
  });
});

describe('a process that answers while it is written to', () => {
  it('has the messages of a turn in its iterator', async () => {
    const stdout = new PassThrough();
    const say = (frame: object) => stdout.emit('data', Buffer.from(`${JSON.stringify(frame)}\n`));
    const child = Object.assign(new EventEmitter(), {
      stdin: new Writable({
        write(chunk, _, done) {
          const frame = JSON.parse(String(chunk));
          if (frame.type === 'user') for (const one of turnFrames(frame.uuid, 'Hello')) say(one);
          else {
            const { request_id } = frame;
            say({
              type: 'control_response',
              response: { subtype: 'success', request_id, response: {} },
            });
          }
          done();
        },
        final: () => void stop(),
      }),
      stdout,
      stderr: new PassThrough(),
      killed: false,
      exitCode: null as number | null,
      kill: () => stop(),
    });
    const stop = () => {
      child.exitCode = 0;
      stdout.end();
      child.emit('exit', 0, null);
      return true;
    };
    const session = await startSession({
      options: { spawnClaudeCodeProcess: () => child as never, skipVersionCheck: true },
    });
    const types: string[] = [];
    for await (const { type } of session.send('Hello')) types.push(type);
    expect(types).toEqual(['system', 'assistant', 'result']);
    await session.stop();
  });
});
