import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { ReaperHost } from '../../../src/ffi/process/reaper.js';
import { createReaper } from '../../../src/ffi/process/reaper.js';
import { like, listenAsSignalExitDoes } from '../../fixtures/parents/signalExit.mjs';
import { buildSources } from '../../support/buildSources.js';
import { smallEnv } from '../../support/startCli.js';

const events = ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A process whose signals come when the test says so. */
class FakeHost extends EventEmitter {
  pid = 7;
  platform: NodeJS.Platform = 'linux';
  readonly raised: string[] = [];
  kill(pid: number, signal: string): true {
    this.raised.push(`${pid} ${signal}`);
    return true;
  }
  exit(code: number): never {
    this.raised.push(`exit ${code}`);
    return undefined as never;
  }
  counts(): number[] {
    return events.map((event) => this.listenerCount(event));
  }
}

function setUp() {
  const host = new FakeHost();
  const ended: string[] = [];
  const listings: string[] = [];
  const reaper = createReaper(host as unknown as ReaperHost, (platform) => {
    listings.push(String(platform));
    return [];
  });
  const register = (name: string) => reaper.register(() => ended.push(name));
  return { host, ended, listings, register };
}

/** Two, and one more to be sure that they are over. */
async function turnsOfTheLoop(): Promise<void> {
  for (const _ of [1, 2, 3]) await setImmediate();
}

const cleanUps: Array<() => void> = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

describe('the reaper', () => {
  it('listens once for all CLIs, and only while one is alive', async () => {
    const { host, register } = setUp();
    expect(host.counts()).toEqual([0, 0, 0, 0]);
    const first = register('first');
    const second = register('second');
    expect(host.counts()).toEqual([1, 1, 1, 1]);
    first();
    first();
    expect(host.counts()).toEqual([1, 1, 1, 1]);
    second();
    await turnsOfTheLoop();
    expect(host.counts()).toEqual([0, 0, 0, 0]);
    register('third')();
    await turnsOfTheLoop();
    expect(host.counts()).toEqual([0, 0, 0, 0]);
  });

  it('keeps listening for a CLI that starts when the last one has just ended', async () => {
    const { host, register } = setUp();
    register('first')();
    register('second');
    await turnsOfTheLoop();
    expect(host.counts()).toEqual([1, 1, 1, 1]);
  });

  it('kills the live ones when the process exits, with one list of processes', () => {
    const { host, ended, listings, register } = setUp();
    register('gone')();
    register('first');
    register('second');
    host.emit('exit', 0);
    expect(ended).toEqual(['first', 'second']);
    expect(listings).toEqual(['linux']);
    expect(host.raised).toEqual([]);
  });

  it.each(signals)('kills them on %s, stops listening and raises it again', (signal) => {
    const { host, ended, register } = setUp();
    register('cli');
    host.emit(signal, signal);
    expect(ended).toEqual(['cli']);
    expect(host.raised).toEqual([`7 ${signal}`]);
    expect(host.counts()).toEqual([0, 0, 0, 0]);
  });

  it('listens again for a CLI that is started after a signal that the program survived', () => {
    const { host, ended, register } = setUp();
    const first = register('first');
    host.emit('SIGTERM', 'SIGTERM');
    first();
    register('second');
    expect(host.counts()).toEqual([1, 1, 1, 1]);
    host.emit('SIGTERM', 'SIGTERM');
    expect(ended).toEqual(['first', 'second']);
  });

  it.each(signals)('leaves %s to a program that listens for it', (signal) => {
    const { host, ended, register } = setUp();
    host.once(signal, () => {});
    register('cli');
    host.emit(signal, signal);
    expect(ended).toEqual([]);
    expect(host.raised).toEqual([]);
    expect(host.listenerCount(signal)).toBe(1);
  });

  it('raises SIGTERM for SIGHUP on Windows, which cannot send SIGHUP', () => {
    const { host, register } = setUp();
    host.platform = 'win32';
    register('cli');
    host.emit('SIGHUP', 'SIGHUP');
    expect(host.raised).toEqual(['7 SIGTERM']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('exits after %s as the first process of a container, which no signal ends', (signal, code) => {
    const { host, ended, register } = setUp();
    host.pid = 1;
    register('cli');
    host.emit(signal, signal);
    expect(ended).toEqual(['cli']);
    expect(host.raised).toEqual([`exit ${code}`]);
  });

  it('does not mistake a second copy of itself for the program', () => {
    const { host, ended, register } = setUp();
    const other = createReaper(host as unknown as ReaperHost, () => []);
    register('ours');
    cleanUps.push(other.register(() => ended.push('theirs')));
    host.emit('SIGINT', 'SIGINT');
    expect(ended.sort()).toEqual(['ours', 'theirs']);
    expect(host.listenerCount('SIGINT')).toBe(0);
  });

  it.each(['version3', 'version4'] as const)(
    'does not take signal-exit (%s) for the program, nor a program beside it for signal-exit',
    (version) => {
      const { host, ended, register } = setUp();
      cleanUps.push(listenAsSignalExitDoes(like[version], host));
      register('cli');
      const handler = () => {};
      host.on('SIGINT', handler);
      host.emit('SIGINT', 'SIGINT');
      expect(ended).toEqual([]);
      host.removeListener('SIGINT', handler);
      host.emit('SIGINT', 'SIGINT');
      expect(ended).toEqual(['cli']);
      // First our handler, then the one of signal-exit, which was alone by then.
      expect(host.raised).toEqual(['7 SIGINT', '7 SIGINT']);
      expect(host.listenerCount('SIGINT')).toBe(0);
    },
  );
});

const build = buildSources();
afterAll(() => build.remove());

describe('a signal that comes while the last CLI ends', () => {
  const isWindows = process.platform === 'win32';
  (isWindows ? it.skip : it).each(signals)(
    'still ends the program: %s',
    async (signal) => {
      const program = `
      import { processReaper } from '${build.url('ffi/process/reaper.js')}';
      const unregister = processReaper.register(() => {});
      setTimeout(() => {
        // Node hears of the signal in its next turn, when the CLI is no longer registered.
        process.kill(process.pid, '${signal}');
        unregister();
        setTimeout(() => {}, 5_000);
      });
    `;
      const args = ['--input-type=module', '--eval', program];
      const child = spawn(process.execPath, args, { env: smallEnv, stdio: 'inherit' });
      expect(await once(child, 'exit')).toEqual([null, signal]);
    },
    20_000,
  );
});
