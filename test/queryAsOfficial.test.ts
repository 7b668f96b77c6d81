import { describe, expect, it } from '@jest/globals';
import type { ClaudeActorsError } from '../src/errors.js';
import { AbortError } from '../src/official/AbortError.js';
import { query } from '../src/Query.js';
import { all } from './support/all.js';
import { assistant, init, result, type Talk, talkingCli } from './support/talkingCli.js';

const user = { type: 'user', message: { role: 'user', content: '[Request interrupted by user]' } };
const endless: Talk = { onMessage: (say) => [init, assistant('Once')].forEach(say) };

/** What a wrapper sees, in order. */
async function read(run: AsyncIterable<{ type: string }>): Promise<string[]> {
  const seen: string[] = [];
  try {
    for await (const { type } of run) seen.push(type);
  } catch (error) {
    seen.push((error as Error).message);
  }
  return seen;
}

async function* passingOn<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

describe('an aborted query', () => {
  it('gives what the CLI said before it noticed, and then the error', async () => {
    const abortController = new AbortController();
    const port = talkingCli({
      ...endless,
      onSignal(_, process) {
        for (const frame of [assistant('upon'), user, assistant('no more')]) {
          process.stdout(`${JSON.stringify(frame)}\n`);
        }
        process.endStdout();
        process.exit({ code: 0 });
      },
    });
    const run = query('Tell a story', { port, abortController });
    await run.next();
    abortController.abort();
    expect(await read(run)).toEqual([
      'assistant',
      'assistant',
      'Claude Code process aborted by user',
    ]);
    expect(await run.next()).toEqual({ done: true, value: undefined });
  });
});

describe('a callback', () => {
  it.each([0, 5])(
    'is called when the loop has seen the messages before the request, behind %i generators',
    async (layers) => {
      const seen: string[] = [];
      const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 't' };
      const asking = { type: 'control_request', request_id: 'r', request };
      const port = talkingCli({
        // One chunk, as a pipe delivers it.
        onMessage: (say) =>
          say([init, assistant('Hm'), asking].map((one) => JSON.stringify(one)).join('\n')),
      });
      const canUseTool = () => {
        seen.push('asked');
        void run.close();
        return { behavior: 'deny' as const, message: 'no' };
      };
      const run = query('Use a tool', { port, canUseTool });
      let messages: AsyncIterable<{ type: string }> = run;
      for (let layer = 0; layer < layers; layer++) messages = passingOn(messages);
      for await (const { type } of messages) seen.push(type);
      expect(seen).toEqual(['system', 'assistant', 'asked']);
    },
  );
});

describe('an error', () => {
  it('has the exit code, or the signal, where the official SDK has them', async () => {
    const failing = (exit: { code: number | null; signal?: string }) =>
      all(
        query('Hello', {
          port: talkingCli({
            onMessage(_, __, process) {
              process.endStdout();
              process.exit(exit as never);
            },
          }),
        }),
      ).catch((error: ClaudeActorsError) => error);
    expect(await failing({ code: 3 })).toMatchObject({ exitCode: 3, code: 'ProcessError' });
    const killed = await failing({ code: null, signal: 'SIGKILL' });
    expect(killed).toMatchObject({ signal: 'SIGKILL' });
    expect(killed).not.toHaveProperty('exitCode');
  });

  it('about a request that came too late has the words that programs compare', async () => {
    const run = query('Hello', { port: talkingCli() });
    await all(run);
    const error = await run.setModel('opus').catch((error) => error);
    expect(error).toMatchObject({ code: 'SessionStopped' });
    expect(error.message).toBe('Query closed before response received');
    expect(error.cause.message).toContain('Start a new session');
  });

  it('about a request that was open when the process failed is that of the exit', async () => {
    const port = talkingCli({
      onMessage() {},
      onRequest({ subtype }) {
        if (subtype !== 'set_model') return {};
        port.process.endStdout();
        port.process.exit({ code: 3 });
        return undefined;
      },
    });
    const run = query('Hello', { port });
    const error = await run.setModel('opus').catch((error) => error);
    expect(error).toMatchObject({ code: 'ProcessError', exitCode: 3 });
    expect(error.message).toContain('Claude Code process exited with code 3');
  });

  it('about a request that was open when the start failed is that of the exit, too', async () => {
    const port = talkingCli({
      onRequest() {
        port.process.endStdout();
        port.process.exit({ code: 3 });
        return undefined;
      },
    });
    const error = await query('Hello', { port })
      .setModel('opus')
      .catch((error) => error);
    expect(error).toMatchObject({ code: 'ExitedDuringStart', exitCode: 3 });
  });

  it('about a request that came after an abort has them too', async () => {
    const abortController = new AbortController();
    const port = talkingCli({ onMessage: () => abortController.abort() });
    const run = query('Hello', { port, abortController });
    await all(run).catch(() => {});
    const error = await run.setModel('opus').catch((error) => error);
    expect(error.message).toBe('Query closed before response received');
    expect(error).not.toBeInstanceOf(AbortError);
    expect(error.cause.message).toContain('Start a new session');
  });
});

describe('the id that a query gives a message', () => {
  const withoutId = { type: 'user' as const, message: { role: 'user' as const, content: 'a' } };
  const uuid = '11111111-1111-4111-8111-111111111111';

  it('is not among those that an interrupt tells of', async () => {
    const port = talkingCli({
      onMessage() {},
      onRequest({ subtype }) {
        const ids = port.heard.flatMap(({ type, uuid: id }) => (type === 'user' ? [id] : []));
        return subtype === 'interrupt' ? { still_queued: ids, cancelled: ids } : {};
      },
    });
    const heard = async (count: number) => {
      while (port.heard.filter(({ type }) => type === 'user').length < count) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    async function* prompts() {
      yield withoutId;
      yield { ...withoutId, uuid };
      await new Promise(() => {});
    }
    const run = query(prompts(), { port });
    await heard(2);
    expect(await run.interrupt()).toEqual({ still_queued: [uuid], cancelled: [uuid] });
    await run.close();
  });

  it('brings no replay of a command', async () => {
    const replay = (id: unknown, content: string) => ({
      ...{ type: 'user', isReplay: true, uuid: id, session_id: '' },
      message: { role: 'user', content },
    });
    const port = talkingCli({
      onMessage(say, message) {
        say(replay(message.uuid, '<command-name>/cost</command-name>'));
        say(replay(message.uuid, 'a'));
        say(result('done'));
      },
    });
    async function* prompts() {
      yield withoutId;
      yield { ...withoutId, uuid };
    }
    expect(await read(query(prompts(), { port }))).toEqual([
      ...['user', 'result'],
      ...['user', 'user', 'result'],
    ]);
  });
});

describe('the generator of a query', () => {
  it('is read by a loop, whatever a wrapper put in the place of `next`', async () => {
    const wrapper = Object.create(query('Hello', { port: talkingCli() }));
    wrapper.next = () => {
      throw new Error('the loop called the wrapper');
    };
    expect(await read(wrapper)).toEqual(['system', 'assistant', 'result']);
  });

  it('returns what it is told to', async () => {
    const run = query('Hello', { port: talkingCli(endless) });
    await run.next();
    expect(await run.return('mine' as never)).toEqual({ done: true, value: 'mine' });
  });

  it('is closed by the query, also if a wrapper replaced the iterator', async () => {
    const port = talkingCli(endless);
    const run = query('Hello', { port });
    Object.assign(run, { [Symbol.asyncIterator]: () => ({ return: () => 'not the query' }) });
    await run.next();
    await run.return();
    expect(port.process.released).toBe(true);
  });
});
