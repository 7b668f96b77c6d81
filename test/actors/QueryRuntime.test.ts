import { afterEach, describe, expect, it } from '@jest/globals';
import { QueryRuntime, type QueryRuntimeOptions } from '../../src/actors/QueryRuntime.js';
import type { QueryItem } from '../../src/machines/query/queryTypes.js';
import { timersLeft } from '../support/leftovers.js';
import { settle, simulatedLaunch } from '../support/simulated.js';

async function streaming(options: QueryRuntimeOptions = {}) {
  const { launch, clock, process } = simulatedLaunch();
  const query = new QueryRuntime({ launch }, { clock, ...options }).start();
  await settle();
  process().spawn(7);
  await settle();
  const say = (frame: object) => process().stdout(`${JSON.stringify(frame)}\n`);
  const exit = (code = 0) => {
    process().endStdout();
    process().exit({ code });
  };
  return { query, clock, process, say, exit };
}

type Pull = Promise<IteratorResult<QueryItem>>;

/** What each pull has come to by now, in a word. */
async function standing(pulls: readonly Pull[]): Promise<string[]> {
  const seen = pulls.map(() => 'waits');
  pulls.forEach((pull, index) => {
    pull.then(
      ({ done, value }) => {
        seen[index] = done ? 'end' : wordFor(value);
      },
      (error: { code: string }) => {
        seen[index] = `throws ${error.code}`;
      },
    );
  });
  await settle();
  return seen;
}

function wordFor(item: QueryItem): string {
  if (item.kind === 'message') return item.message.type;
  return item.kind === 'warning' ? item.warning.code : item.error.code;
}

const pulls = (query: QueryRuntime, count: number): Pull[] =>
  Array.from({ length: count }, () => query.next());

/** What the next pulls give, one after the other. */
async function read(query: QueryRuntime, count: number): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < count; i++) seen.push(...(await standing([query.next()])));
  return seen;
}

const text = { type: 'assistant' };
const result = { type: 'result', subtype: 'success', is_error: false };
/** An event that no reader makes: the action that takes it throws. */
const breaking = { type: 'cli.messages', frames: null, openTools: 0 } as never;

/** Jest fails a test for a rejection that nobody handles, if the test is still there to be failed. */
afterEach(() => new Promise((resolve) => setImmediate(resolve)));

describe('a query', () => {
  it('gives one item per pull, and then ends', async () => {
    const { query, say, exit, clock } = await streaming();
    say(text);
    say(result);
    exit();
    expect(await read(query, 4)).toEqual(['assistant', 'result', 'end', 'end']);
    await query.exited;
    expect(timersLeft(clock)).toBe(0);
    expect(query.actor.getSnapshot().children).toEqual({});
  });

  it('gives non-terminal errors as items', async () => {
    const { query, process, say } = await streaming();
    process().stdout('nonsense\n');
    say(text);
    expect(await read(query, 2)).toEqual(['JsonDecodeError', 'assistant']);
  });

  it('ends every pending pull', async () => {
    const { query, say, exit } = await streaming();
    const waiting = pulls(query, 4);
    say(text);
    say(result);
    exit();
    expect(await standing(waiting)).toEqual(['assistant', 'result', 'end', 'end']);
  });

  it('rejects the first pending pull with its terminal error, and ends the others', async () => {
    const { query, exit } = await streaming();
    const waiting = pulls(query, 3);
    exit(1);
    expect(await standing(waiting)).toEqual(['throws ProcessError', 'end', 'end']);
    expect(await read(query, 1)).toEqual(['end']);
  });

  it('without a result gives one pull a warning, and ends the other pending pulls', async () => {
    const { query, exit } = await streaming();
    const waiting = pulls(query, 3);
    exit();
    expect(await standing(waiting)).toEqual(['CleanExitNoResult', 'end', 'end']);
    await query.exited;
  });

  it('warns about an exit after its result, and ends a pending pull', async () => {
    const { query, say, exit } = await streaming();
    const waiting = pulls(query, 3);
    say(result);
    exit(3);
    expect(await standing(waiting)).toEqual(['result', 'NonZeroExitAfterResult', 'end']);
    await query.exited;
  });

  it('can be interrupted', async () => {
    const { query, process } = await streaming();
    query.interrupt();
    expect(process().signals).toEqual(['SIGINT']);
  });
});

describe('close', () => {
  it('ends every pending pull, and resolves when the process is gone', async () => {
    const { query, process, exit, clock } = await streaming();
    const waiting = pulls(query, 2);
    let gone = false;
    const closed = query.close().then(() => {
      gone = true;
    });
    expect(await standing(waiting)).toEqual(['end', 'end']);
    expect(gone).toBe(false);
    expect(process().signals).toEqual(['SIGINT']);
    exit();
    await closed;
    expect(timersLeft(clock)).toBe(0);
  });

  it('discards unread items', async () => {
    const { query, say, exit } = await streaming();
    say(text);
    say(text);
    query.close();
    say(text);
    expect(await read(query, 2)).toEqual(['end', 'end']);
    exit();
    await query.exited;
  });

  it('rejects the first pull with Aborted if it is an abort', async () => {
    const { query, exit } = await streaming();
    const waiting = pulls(query, 2);
    query.close('abort');
    expect(await standing(waiting)).toEqual(['throws Aborted', 'end']);
    exit();
    await query.exited;
  });

  it('causes no unhandled rejection if nobody pulls after an abort', async () => {
    const { query, exit } = await streaming();
    query.close('abort');
    exit();
    await query.exited;
  });

  it('resolves if called twice or after the end', async () => {
    const { query, exit } = await streaming();
    const both = [query.close(), query.close('abort')];
    exit();
    await Promise.all(both);
    await query.close();
    expect(await read(query, 1)).toEqual(['end']);
  });

  it('ends the process once it is spawned, if called before', async () => {
    const { launch, clock, process } = simulatedLaunch();
    const query = new QueryRuntime({ launch }, { clock }).start();
    const closed = query.close();
    await settle();
    process().spawn(7);
    process().endStdout();
    process().exit();
    await closed;
    expect(timersLeft(clock)).toBe(0);
  });
});

describe('output that nobody reads', () => {
  const long = { type: 'assistant', text: 'x'.repeat(100) };

  it('is paused above the limit and resumed at half of it', async () => {
    const { query, process, say } = await streaming({ unreadBytes: 200 });
    say(long);
    expect(process().paused).toBe(false);
    say(long);
    expect(process().paused).toBe(true);
    await read(query, 1);
    expect(process().paused).toBe(true);
    await read(query, 1);
    expect(process().paused).toBe(false);
  });

  it('is resumed when the query is closed, so that its end is seen', async () => {
    const { query, process, say } = await streaming({ unreadBytes: 50 });
    say(long);
    expect(process().paused).toBe(true);
    query.close();
    expect(process().paused).toBe(false);
  });

  it('is not lost when the process exits while paused', async () => {
    const { query, say, exit, clock } = await streaming({ unreadBytes: 50 });
    say(long);
    say(long);
    say(result);
    exit();
    await settle();
    clock.increment(500);
    await settle();
    expect(await read(query, 4)).toEqual(['assistant', 'assistant', 'result', 'end']);
  });
});

describe('a machine that throws', () => {
  it('kills the process and ends every pull', async () => {
    const { query, process, clock } = await streaming();
    const waiting = pulls(query, 2);
    query.actor.send(breaking);
    expect(await standing(waiting)).toEqual(['throws ProcessError', 'end']);
    await query.exited;
    expect(process().signals).toEqual(['SIGKILL']);
    expect(process().released).toBe(true);
    expect(timersLeft(clock)).toBe(0);
    await query.close();
    expect(await read(query, 1)).toEqual(['end']);
  });

  it('gives the items before its error', async () => {
    const { query, say } = await streaming();
    say(text);
    query.actor.send(breaking);
    expect(await read(query, 3)).toEqual(['assistant', 'throws ProcessError', 'end']);
  });

  it('causes no unhandled rejection if nobody pulls', async () => {
    const { query } = await streaming();
    query.actor.send(breaking);
    await query.exited;
  });
});

describe('an actor that is stopped from outside', () => {
  it('kills its process and ends every pull', async () => {
    const { query, process, clock } = await streaming();
    const waiting = pulls(query, 2);
    query.actor.stop();
    expect(await standing(waiting)).toEqual(['end', 'end']);
    await query.exited;
    expect(process().signals).toEqual(['SIGKILL']);
    expect(timersLeft(clock)).toBe(0);
  });
});

describe("a user's listener", () => {
  it.each<[string, QueryRuntimeOptions]>([
    [
      'onEvent that throws',
      {
        onEvent() {
          throw new Error('mine');
        },
      },
    ],
    ['onEvent that rejects', { onEvent: (async () => Promise.reject(new Error('mine'))) as never }],
    [
      'inspect that throws',
      {
        inspect() {
          throw new Error('mine');
        },
      },
    ],
  ])('%s harms nothing', async (_, options) => {
    const { query, say, exit } = await streaming(options);
    say(result);
    exit();
    expect(await read(query, 2)).toEqual(['result', 'end']);
    await query.exited;
  });
});
