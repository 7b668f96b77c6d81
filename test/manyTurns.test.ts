import { describe, expect, it, jest } from '@jest/globals';
import { BroadcastLog } from '../src/actors/messages/BroadcastLog.js';
import type { ResultMessage } from '../src/codec/results.js';
import {
  noTurns,
  resultReceived,
  turnSent,
  turnStarted,
} from '../src/machines/session/turnLedger.js';
import { memoryInUse } from './support/memoryInUse.js';
import { start } from './support/startedSession.js';
import { lifecycle, result, state } from './support/talkingCli.js';

// Ten thousand messages take seconds of computing, and the machine may be busy.
jest.setTimeout(300_000);

/** A CLI that answers one message after the other, and is slower than its user. */
function oneByOne() {
  const waiting: unknown[] = [];
  let isWorking = false;
  return (
    say: (frame: Record<string, unknown>) => void,
    { uuid, message }: Record<string, unknown>,
  ) => {
    const { content } = message as { content: string };
    waiting.push([uuid, content]);
    const work = () => {
      const [id, text] = (waiting.shift() ?? []) as string[];
      isWorking = id !== undefined;
      if (id === undefined) {
        say(state('idle'));
        return;
      }
      say(lifecycle(id, 'started'));
      say(state('running'));
      say(result(`Re: ${text}`, { user_message_uuids: [id] }));
      say(lifecycle(id, 'completed'));
      setImmediate(work);
    };
    if (!isWorking) setImmediate(work);
    isWorking = true;
  };
}

describe('messages that are all sent at once', () => {
  it('are all answered, each with its own result', async () => {
    const { session } = await start({ onMessage: oneByOne() });
    const turns = Array.from({ length: 10_000 }, (_, index) => session.send(`message ${index}`));
    const results = await Promise.all(turns.map((turn) => turn.result));
    expect(results.map((one) => 'result' in one && one.result)).toEqual(
      turns.map((_, index) => `Re: message ${index}`),
    );
    await session.idle();
    expect(session.pending.turns).toEqual([]);
  });

  it('cost as much each, however many wait', async () => {
    const cpuMs = async (count: number) => {
      const { session } = await start({ onMessage: oneByOne() });
      const began = process.cpuUsage();
      await Promise.all(Array.from({ length: count }, () => session.send('Hello').result));
      await session.idle();
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000 / count;
    };
    await cpuMs(1000);
    const few = await cpuMs(1000);
    const many = await cpuMs(10_000);
    // It was 40 times as much when every step looked at every open turn.
    expect(many / few).toBeLessThan(3);
  });

  it('keep nothing of what is said while they wait', async () => {
    const { session, port } = await start({ onMessage() {} });
    for (let i = 0; i < 100; i++) session.send(`message ${i}`);
    const reader = session.messages();
    const before = memoryInUse();
    for (let i = 0; i < 100; i++) {
      const text = JSON.stringify({ type: 'assistant', message: { content: 'x'.repeat(100_000) } });
      port.process.stdout(`${text}\n`);
      await reader.next();
    }
    // The first turn has started, so what is said is kept for it, up to a limit.
    expect(memoryInUse() - before).toBeLessThan(6 * 1024 * 1024);
  });
});

describe('a log with many readers', () => {
  it('asks none of them when something is appended that nobody waits for', () => {
    let looks = 0;
    const log = new BroadcastLog<object>(() => 1);
    const select = (item: object) => {
      looks += 1;
      return item;
    };
    const readers = Array.from({ length: 1000 }, () => log.iterate(select));
    for (let i = 0; i < 1000; i++) log.append([{}]);
    expect(looks).toBe(0);
    for (const reader of readers) expect(reader.poll()).toBeDefined();
    expect(looks).toBe(1000);
  });

  it('appends as fast with many that rest as with few', () => {
    const cpuMs = (resting: number) => {
      const log = new BroadcastLog<number>(() => 1);
      for (let i = 0; i < resting; i++) log.reserve();
      const reader = log.iterate();
      const began = process.cpuUsage();
      for (let i = 0; i < 20_000; i++) {
        log.append([i]);
        reader.poll();
      }
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };
    const best = (resting: number) => Math.min(...[1, 2, 3].map(() => cpuMs(resting)));
    best(10);
    // A step that looks at every reader takes seconds.
    expect(best(3000)).toBeLessThan(10 * best(10) + 100);
  });
});

describe('a ledger of many turns', () => {
  it('copies none of them when one is answered', () => {
    let ledger = noTurns;
    for (let i = 0; i < 1000; i++) ledger = turnSent(ledger, `turn ${i}`);
    const untouched = ledger.open.get('turn 500');
    for (let i = 0; i < 400; i++) {
      ledger = turnStarted(ledger, `turn ${i}`);
      const { ledger: after, settled } = resultReceived(ledger, {
        type: 'result',
        subtype: 'success',
      } as ResultMessage);
      expect(settled).toEqual([`turn ${i}`]);
      ledger = after;
    }
    expect(ledger.open.size).toBe(600);
    expect(ledger.open.get('turn 500')).toBe(untouched);
  });
});
