import { posix, win32 } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SimulatedClock } from 'xstate';
import { SessionMirror, transcriptKey } from '../../../src/actors/store/SessionMirror.js';
import type { Warning } from '../../../src/options/runtimeTypes.js';
import type { SessionKey, SessionStoreEntry } from '../../../src/options/sessionStoreTypes.js';
import { settle } from '../../support/simulated.js';

const projectsDir = '/home/dev/.claude/projects';
const main = `${projectsDir}/-home-dev/s1.jsonl`;
const agent = `${projectsDir}/-home-dev/s1/subagents/agent-7.jsonl`;
const mainKey = { projectKey: '-home-dev', sessionId: 's1' };
const agentKey = { ...mainKey, subpath: 'subagents/agent-7' };

type Append = (key: SessionKey, entries: SessionStoreEntry[]) => Promise<void>;

function mirror(flush?: 'batched' | 'eager', append: Append = async () => {}) {
  const appended: [SessionKey, unknown[]][] = [];
  const warnings: Warning[] = [];
  const clock = new SimulatedClock();
  const timers = new Set<unknown>();
  const made = new SessionMirror({
    store: {
      append: (key, entries) => {
        appended.push([key, entries.map(({ n }) => n)]);
        return append(key, entries);
      },
    },
    ...(flush ? { flush } : {}),
    projectsDir,
    warn: (warning) => warnings.push(warning),
    clock: {
      setTimeout(run, milliseconds) {
        const id = clock.setTimeout(() => {
          timers.delete(id);
          run();
        }, milliseconds);
        timers.add(id);
        return id;
      },
      clearTimeout(id) {
        timers.delete(id);
        clock.clearTimeout(id as Parameters<typeof clock.clearTimeout>[0]);
      },
    },
  });
  const push = (filePath: string, ...numbers: number[]) => {
    const entries = numbers.map((n) => ({ type: 'user', n }));
    made.push({ type: 'transcript_mirror', filePath, entries }, 100);
  };
  return { mirror: made, push, appended, warnings, clock, timers };
}

describe('a mirror of transcripts', () => {
  it('hands over at a flush what has come, once for each transcript, in order', async () => {
    const { mirror: made, push, appended } = mirror();
    push(main, 1, 2);
    push(agent, 10);
    push(main, 3);
    await settle();
    expect(appended).toEqual([]);
    await made.flush();
    expect(appended).toEqual([
      [mainKey, [1, 2, 3]],
      [agentKey, [10]],
    ]);
    push(main, 4);
    await made.flush();
    expect(appended.slice(2)).toEqual([[mainKey, [4]]]);
  });

  it('leaves no timer behind', async () => {
    const { mirror: made, push, timers } = mirror();
    push(main, 1);
    const flushed = made.flush();
    expect(timers.size).toBe(1);
    await flushed;
    expect(timers.size).toBe(0);
  });

  it('hands nothing over if nothing has come', async () => {
    const { mirror: made, push, appended } = mirror();
    push(main);
    await made.flush();
    expect(appended).toEqual([]);
  });

  it('does not wait for a flush if more than 500 entries wait', async () => {
    const { push, appended } = mirror();
    push(main, ...Array.from({ length: 500 }, (_, n) => n));
    await settle();
    expect(appended).toEqual([]);
    push(main, 500);
    await settle();
    expect(appended.map(([, entries]) => entries.length)).toEqual([501]);
  });

  it('does not wait for a flush if more than a mebibyte waits', async () => {
    const { mirror: made, appended } = mirror();
    const message = { type: 'transcript_mirror' as const, filePath: main, entries: [{ n: 1 }] };
    made.push(message, 1024 * 1024);
    await settle();
    expect(appended).toEqual([]);
    made.push(message, 1);
    await settle();
    expect(appended).toEqual([[mainKey, [1, 1]]]);
  });

  it('that is eager hands over each message by itself and at once', async () => {
    const { push, appended } = mirror('eager');
    push(main, 1, 2);
    push(main, 3);
    await settle();
    expect(appended).toEqual([
      [mainKey, [1, 2]],
      [mainKey, [3]],
    ]);
  });

  it('asks the store for one thing at a time, and a flush waits for what came meanwhile', async () => {
    const open: Array<() => void> = [];
    const {
      mirror: made,
      push,
      appended,
    } = mirror('batched', () => new Promise((resolve) => open.push(resolve)));
    push(main, 1);
    let flushed = false;
    const first = made.flush().then(() => {
      flushed = true;
    });
    push(main, 2);
    const second = made.flush();
    await settle();
    expect(appended).toEqual([[mainKey, [1]]]);
    open.shift()?.();
    await settle();
    expect([appended.length, flushed]).toEqual([2, false]);
    open.shift()?.();
    await Promise.all([first, second]);
    expect(appended).toEqual([
      [mainKey, [1]],
      [mainKey, [2]],
    ]);
  });

  it('tries three times, and does not change the order', async () => {
    let failures = 2;
    const {
      mirror: made,
      push,
      appended,
      clock,
      warnings,
    } = mirror('batched', async () => {
      if (failures-- > 0) throw new Error('busy');
    });
    push(main, 1);
    const flushed = made.flush();
    push(main, 2);
    await settle();
    clock.increment(199);
    await settle();
    expect(appended).toHaveLength(1);
    clock.increment(1);
    await settle();
    expect(appended).toHaveLength(2);
    clock.increment(800);
    await flushed;
    expect(appended.map(([, entries]) => entries)).toEqual([[1], [1], [1], [2]]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('full'))],
    [
      'throws',
      () => {
        throw new Error('full');
      },
    ],
    ['rejects with nothing', () => Promise.reject()],
  ])('warns of what a store that %s has lost, and goes on', async (_, fail) => {
    let failures = 3;
    const {
      mirror: made,
      push,
      appended,
      clock,
      warnings,
    } = mirror('batched', () => (failures-- > 0 ? fail() : Promise.resolve()));
    push(main, 1, 2);
    const flushed = made.flush();
    for (const pause of [200, 800]) {
      await settle();
      clock.increment(pause);
    }
    await flushed;
    expect(warnings).toEqual([
      {
        code: 'SessionMirrorFailed',
        message: expect.stringContaining('2 entries'),
        context: { key: mainKey, count: 2, error: expect.any(String) },
      },
    ]);
    push(main, 3);
    await made.flush();
    expect(appended.at(-1)).toEqual([mainKey, [3]]);
    expect(appended).toHaveLength(4);
  });

  it('waits a minute for a store, and does not ask again for what may still arrive', async () => {
    const {
      mirror: made,
      push,
      appended,
      clock,
      warnings,
    } = mirror('batched', () => new Promise(() => {}));
    push(main, 1);
    const flushed = made.flush();
    await settle();
    clock.increment(59_999);
    await settle();
    expect(warnings).toEqual([]);
    clock.increment(1);
    await flushed;
    expect(appended).toHaveLength(1);
    expect(warnings).toMatchObject([
      { code: 'SessionMirrorFailed', message: expect.stringContaining('60000 ms') },
    ]);
  });

  it.each([['/elsewhere/x/s1.jsonl'], [undefined], [`${projectsDir}/s1.jsonl`]])(
    'warns about the transcript %p, which does not belong to the session',
    async (filePath) => {
      const { mirror: made, push, appended, warnings } = mirror();
      push(filePath as string, 1);
      await made.flush();
      expect(appended).toEqual([]);
      expect(warnings).toMatchObject([{ code: 'SessionMirrorFailed', context: { filePath } }]);
    },
  );
});

describe('the key of a transcript', () => {
  it.each([
    ['p/s.jsonl', { projectKey: 'p', sessionId: 's' }],
    ['p/s/subagents/a.jsonl', { projectKey: 'p', sessionId: 's', subpath: 'subagents/a' }],
    ['p/s/a/b/c.jsonl', { projectKey: 'p', sessionId: 's', subpath: 'a/b/c' }],
    ['p/s/a.jsonl', undefined],
    ['p/s.txt', undefined],
    ['p', undefined],
    ['', undefined],
    ['../p/s.jsonl', undefined],
  ])('of %s is %j', (path, key) => {
    expect(transcriptKey(`/r/projects/${path}`, '/r/projects', posix)).toEqual(key);
    const windows = `C:\\r\\projects\\${path.replaceAll('/', '\\')}`;
    expect(transcriptKey(windows, 'C:\\r\\projects', win32)).toEqual(key);
  });

  it('is undefined on another drive', () => {
    expect(transcriptKey('D:\\p\\s.jsonl', 'C:\\r\\projects', win32)).toBeUndefined();
  });
});
