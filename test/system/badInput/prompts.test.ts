import { describe, expect, it } from '@jest/globals';
import { query, type UserFrame } from '../../../src/index.js';
import { until } from '../../support/until.js';
import { actorCli, expectAdvice, failureOf, start, within } from './support.js';

const message = (content: string): UserFrame => ({
  type: 'user',
  message: { role: 'user', content },
});
const forever = () => new Promise<never>(() => {});

async function* throwing(): AsyncGenerator<UserFrame> {
  yield message('One');
  throw new Error('the database is gone');
}

async function* nonsense(what: unknown): AsyncGenerator<UserFrame> {
  yield message('One');
  yield what as UserFrame;
}

describe('a prompt that is an iterable', () => {
  it('and throws ends a query with what it threw', async () => {
    const cli = actorCli({ message: [] });
    const asked = query(throwing(), cli.options);
    const error = await failureOf(asked.next());
    expectAdvice(error, 'InvalidPrompt', /Fix it, or catch the error inside it/);
    expect(error.message).toContain('the database is gone');
    expect(error.cause).toEqual(new Error('the database is gone'));
    await within('close()', asked.close());
    expect(cli.isGone()).toBe(true);
  });

  it('and throws at its first step ends a query the same way', async () => {
    const cli = actorCli();
    const prompt: AsyncIterable<UserFrame> = {
      [Symbol.asyncIterator]() {
        throw new Error('no iterator today');
      },
    };
    const error = await failureOf(query(prompt, cli.options).next());
    expectAdvice(error, 'InvalidPrompt', /Fix it/);
    expect(error.message).toContain('no iterator today');
  });

  it('and throws leaves a session alive, with a warning and a failed end()', async () => {
    const { session } = await start({}, {}, { prompt: throwing() });
    const warned = new Promise<{ code: string; message: string; context: object }>((resolve) =>
      session.on('warning', resolve),
    );
    const warning = await within('the warning', warned);
    expectAdvice({ ...warning, context: {} }, 'PromptFailed', /Fix it/);
    expect(await within('a turn', session.send('Two').result)).toMatchObject({ result: 'done' });
    expectAdvice(await failureOf(session.end()), 'InvalidPrompt', /Fix it/);
    expect(session.state).toBe('stopped');
  });

  it('and yields nonsense leaves a session alive, with a failed end()', async () => {
    const { session } = await start({}, {}, { prompt: nonsense(null) });
    const error = await failureOf(session.end());
    expectAdvice(error, 'EncodeError', /Pass (plain data|a string)/);
    expect(session.state).toBe('stopped');
  });

  it('and yields an empty text ends a query the same way', async () => {
    const cli = actorCli({ message: [] }, { strict: true });
    const prompt = nonsense('');
    const error = await failureOf(query(prompt, cli.options).next());
    expectAdvice(error, 'InvalidPrompt', /Pass the text/);
  });

  it('and never ends is released by an abort', async () => {
    let asked = false;
    let letGo = false;
    const prompt: AsyncIterable<UserFrame> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          asked = true;
          return forever();
        },
        return: async () => {
          letGo = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const abortController = new AbortController();
    const cli = actorCli({}, { abortController });
    const error = failureOf(query(prompt, cli.options).next());
    await until('the iterable to be asked', () => asked);
    abortController.abort();
    expectAdvice(await error, 'Aborted', /Start it again/);
    await until('the iterable to be let go of', () => letGo);
    await until('the CLI to be gone', cli.isGone);
  });

  it('and never ends is released by stop()', async () => {
    const prompt = (async function* (): AsyncGenerator<UserFrame> {
      yield message('One');
      await forever();
    })();
    const { session, cli } = await start({}, {}, { prompt });
    await until('the message', () => cli.heard().some(({ type }) => type === 'user'));
    await within('stop()', session.stop());
    expect(cli.isGone()).toBe(true);
    await within('end()', session.end());
  });

  it.each([null, undefined, 5, true, {}, { type: 'user', message: 5n }])(
    'and yields %p ends a query with what is right',
    async (what) => {
      const cli = actorCli({ message: [] });
      const asked = query(nonsense(what), cli.options);
      const error = await failureOf(asked.next());
      expectAdvice(error, 'EncodeError', /Pass (plain data|a string)/);
      await within('close()', asked.close());
      const texts = cli.heard().flatMap(({ message }) => (message ? [message] : []));
      for (const text of texts) expect(text).toEqual({ role: 'user', content: 'One' });
    },
  );
});
