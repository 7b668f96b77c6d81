import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SimulatedClock } from 'xstate';
import type { SessionStore } from '../src/options/sessionStoreTypes.js';
import type { Options } from '../src/options/types.js';
import { query } from '../src/Query.js';
import { startSession } from '../src/startSession.js';
import { all } from './support/all.js';
import { askAt, atHome, gate, mirrored, storeOf } from './support/sessionStore.js';
import { settle } from './support/simulated.js';
import { assistant, result, type Talk, talkingCli, turnFrames } from './support/talkingCli.js';
import { until } from './support/until.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claude-actors-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const own = () => join(home, '.claude');
const ask = (store: SessionStore, talk: Talk, more?: Options) => askAt(home, store, talk, more);

async function start(store: SessionStore, talk: Talk, more: Options = {}) {
  const port = talkingCli(talk);
  const session = await startSession({ options: atHome(home, store, { port, ...more }) });
  return { port, session };
}

/** A turn whose entries come before its result, and one more after it. */
const talkative: Talk = {
  onMessage(say, { uuid }) {
    say(mirrored(own(), 1, 2));
    for (const frame of turnFrames(uuid, 'Hi.')) say(frame);
    say(mirrored(own(), 3));
  },
  oneShot(say, process) {
    say(mirrored(own(), 1, 2));
    say(assistant('Hi.'));
    say(result('Hi.'));
    say(mirrored(own(), 3));
    process.endStdout();
    process.exit({ code: 0 });
  },
};

/** Whether it has settled by the time that everything due has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  await settle();
  return settled;
}

describe('the copy of a transcript', () => {
  it('goes to the store and to nobody else, also from a query in one shot', async () => {
    const { store, taken } = storeOf();
    const { run, port } = ask(store, talkative);
    const items = await all(run.items());
    expect(items.map((item) => item.kind === 'message' && item.message.type)).toEqual([
      'assistant',
      'result',
    ]);
    expect(taken.flatMap(([, numbers]) => numbers)).toEqual([1, 2, 3]);
    expect(port.process.command.args).toContain('--session-mirror');
  });

  it('is also hidden if the flag came from elsewhere', async () => {
    const port = talkingCli(talkative);
    const run = query('Hello', { mode: 'oneShot', port, extraArgs: { 'session-mirror': null } });
    expect(await all(run.items())).toHaveLength(2);
  });

  it('reaches the store at each result, and the rest at the end', async () => {
    const { store, taken } = storeOf();
    const { session, port } = await start(store, talkative);
    await session.send('Hello').result;
    await until('the entries of the turn', () => taken.length === 2);
    port.process.stdout(`${JSON.stringify(mirrored(own(), 4))}\n`);
    await settle();
    expect(taken).toEqual([
      ['s1', [1, 2]],
      ['s1', [3]],
    ]);
    await session.end();
    expect(taken.slice(2)).toEqual([['s1', [4]]]);
  });

  it('reaches an eager store at once', async () => {
    const { store, taken } = storeOf();
    const talk: Talk = { onMessage: (say) => say(mirrored(own(), 1)) };
    const { session } = await start(store, talk, { sessionStoreFlush: 'eager' });
    session.send('Hello').result.catch(() => {});
    await settle();
    expect(taken).toEqual([['s1', [1]]]);
    await session.stop();
  });

  it('is found where CLAUDE_CONFIG_DIR leads the CLI', async () => {
    const { store, taken } = storeOf();
    const configDir = join(home, 'elsewhere');
    const talk: Talk = {
      ...talkative,
      oneShot(say, process) {
        say(mirrored(configDir, 7));
        say(result('Hi.'));
        process.endStdout();
        process.exit({ code: 0 });
      },
    };
    await all(ask(store, talk, { env: { HOME: home, CLAUDE_CONFIG_DIR: configDir } }).run);
    expect(taken).toEqual([['s1', [7]]]);
  });
});

describe('a slow store', () => {
  const ends: [string, Options, (run: ReturnType<typeof query>) => Promise<unknown>][] = [
    ['the end of the stream', {}, (run) => all(run)],
    ['the end of a stream that is a session', { mode: 'session' }, (run) => all(run)],
    ['close()', {}, (run) => run.close()],
    ['close() of a session', { mode: 'session' }, (run) => run.close()],
  ];
  it.each(ends)('is waited for before %s', async (_, more, end) => {
    const { passed, open } = gate();
    const { store, taken } = storeOf({}, () => passed);
    const { run } = ask(store, talkative, more);
    await until('the store to be asked', () => taken.length > 0);
    const ended = end(run);
    expect(await isSettled(ended)).toBe(false);
    open();
    await ended;
    expect(taken.flatMap(([, numbers]) => numbers)).toEqual([1, 2, 3]);
  });

  it.each(['end', 'stop'] as const)('is waited for before %s()', async (end) => {
    const { passed, open } = gate();
    const { store, taken } = storeOf({}, () => passed);
    const { session } = await start(store, talkative);
    await session.send('Hello').result;
    const ended = session[end]();
    expect(await isSettled(ended)).toBe(false);
    open();
    await ended;
    expect(taken.flatMap(([, numbers]) => numbers)).toEqual([1, 2, 3]);
  });

  it('delays stop() for five seconds at most, and is reported', async () => {
    const clock = new SimulatedClock();
    const { store } = storeOf({}, () => new Promise(() => {}));
    const { session } = await start(store, talkative, { clock });
    const codes: string[] = [];
    session.on('warning', ({ code }) => codes.push(code));
    await session.send('Hello').result;
    const stopped = session.stop();
    expect(await isSettled(stopped)).toBe(false);
    clock.increment(4999);
    expect(await isSettled(stopped)).toBe(false);
    clock.increment(1);
    await stopped;
    expect(codes).toEqual(['SessionMirrorFailed']);
  });

  it('lets a reader go at once when the query is closed', async () => {
    const { passed, open } = gate();
    const { store } = storeOf({}, () => passed);
    const { run } = ask(store, talkative);
    await run.next();
    await run.next();
    const next = run.next();
    const closed = run.close();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await isSettled(closed)).toBe(false);
    open();
    await closed;
  });
});

it('tells a query of entries that the store refused after the last message', async () => {
  const clock = new SimulatedClock();
  const { store, taken } = storeOf({}, async () => {
    throw new Error('disk full');
  });
  const items = all(ask(store, talkative, { clock }).run.items());
  // The third attempt is the last, for each of the two batches.
  for (const attempt of [1, 2, 4, 5]) {
    await until(`attempt ${attempt}`, () => taken.length >= attempt);
    await settle();
    clock.increment(800);
  }
  const warnings = (await items).filter(({ kind }) => kind === 'warning');
  const warning = { code: 'SessionMirrorFailed', context: { key: { sessionId: 's1' } } };
  expect(warnings).toMatchObject([{ warning }, { warning }]);
});
