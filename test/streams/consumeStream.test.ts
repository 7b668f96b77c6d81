import { describe, expect, it } from '@jest/globals';
import { query } from '../../src/Query.js';
import {
  collectItems,
  collectMessages,
  foldStream,
  withStream,
} from '../../src/streams/consumeStream.js';
import { init, result, type Talk, talkingCli } from '../support/talkingCli.js';

const ask = (talk: Talk = {}) => query('Hi', { mode: 'oneShot', port: talkingCli(talk) });

const troubled: Talk = {
  oneShot(say, process) {
    say('not JSON');
    say(init);
    say(result('Done.'));
    process.endStdout();
    process.exit({ code: 3 });
  },
};

const broken: Talk = {
  oneShot(say, process) {
    say(init);
    process.endStdout();
    process.exit({ code: 3 });
  },
};

describe('collecting', () => {
  it('sorts what a stream gave', async () => {
    const { items, warnings, nonTerminalErrors, terminalError } = await collectItems(ask(troubled));
    expect(items.map(({ kind }) => kind)).toEqual(['error', 'message', 'message', 'warning']);
    expect(warnings).toMatchObject([{ code: 'NonZeroExitAfterResult' }]);
    expect(nonTerminalErrors).toMatchObject([{ code: 'JsonDecodeError' }]);
    expect(terminalError).toBeUndefined();
  });

  it('gives messages with their text', async () => {
    const { items } = await collectMessages(ask());
    expect(items.map(({ message, rawJson }) => [message.type, typeof rawJson])).toEqual([
      ['system', 'string'],
      ['assistant', 'string'],
      ['result', 'string'],
    ]);
  });

  it('gives the error that ended the stream, and what came before it', async () => {
    const { items, terminalError } = await collectMessages(ask(broken));
    expect(items).toHaveLength(1);
    expect(terminalError).toMatchObject({ code: 'ProcessError' });
  });
});

describe('foldStream', () => {
  it('hands every item to its function, the error that ended it last', async () => {
    const kinds = await foldStream(ask(broken), '', (text, item) => `${text} ${item.kind}`);
    expect(kinds).toBe(' message error');
  });

  it('closes the query if its function throws', async () => {
    const run = ask({ oneShot: (say) => say(init) });
    const failure = new Error('mine');
    const folded = foldStream(run, 0, () => {
      throw failure;
    });
    await expect(folded).rejects.toBe(failure);
    expect(run.actor.getSnapshot().status).toBe('done');
  });
});

describe('withStream', () => {
  it('gives what its function gives, and the process is gone then', async () => {
    const run = ask({ oneShot: (say) => say(init) });
    const first = await withStream(run, async (stream) => (await stream.next()).value?.type);
    expect(first).toBe('system');
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('closes the query if its function throws', async () => {
    const run = ask({ oneShot: (say) => say(init) });
    const failure = new Error('mine');
    await expect(withStream(run, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(run.actor.getSnapshot().status).toBe('done');
  });
});
