import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { buildSources } from '../../support/buildSources.js';
import { isAlive } from '../../support/processes.js';
import { type Parent, type ParentPlan, runParent } from '../../support/runParent.js';
import { parentFixture } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(30_000);

const build = buildSources();
const port = build.url('ffi/process/spawnPort.js');
afterAll(() => build.remove());

const usual: ParentPlan = {
  mood: 'idle',
  stdin: 'pipe',
  guard: true,
  die: 'wait',
  habit: 'none',
  clis: 1,
};

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const;
type Death = 'exit' | 'throw' | (typeof signals)[number];
const deaths: readonly Death[] = ['exit', 'throw', ...signals];

async function withParent(plan: Partial<ParentPlan>, use: (parent: Parent) => Promise<void>) {
  const parent = await runParent(port, { ...usual, ...plan });
  try {
    await use(parent);
  } finally {
    parent.cleanUp();
  }
}

async function familyGoneWithParent(death: Death, plan: Partial<ParentPlan>) {
  const bySignal = death !== 'exit' && death !== 'throw';
  await withParent({ ...plan, die: bySignal ? 'wait' : death }, async (parent) => {
    if (bySignal) process.kill(parent.pid, death);
    const code = { exit: 7, throw: 1 };
    expect(await parent.death).toEqual(
      bySignal ? { code: null, signal: death } : { code: code[death], signal: null },
    );
    expect(parent.family).toHaveLength(2 * (plan.clis ?? 1));
    const left = () => parent.family.filter(isAlive);
    await until('the CLI and its tool to go', () => left().length === 0, 3_000);
  });
}

const moods = ['idle', 'busy', 'deaf'] as const;
const stdins = ['pipe', 'ignore'] as const;

const guarded = deaths.flatMap(
  (death): Array<{ death: Death } & Pick<ParentPlan, 'mood' | 'stdin'>> => [
    ...moods.flatMap((mood) => stdins.map((stdin) => ({ death, mood, stdin }))),
    { death, mood: 'endsAtEof', stdin: 'pipe' },
  ],
);
const unguarded = guarded.filter(({ death, stdin }) => death !== 'SIGKILL' && stdin === 'pipe');

describe('when the parent ends', () => {
  it.concurrent.each(guarded)(
    'by $death, a CLI that is $mood (stdin: $stdin) and its tool are gone in 3 s',
    ({ death, mood, stdin }) => familyGoneWithParent(death, { mood, stdin }),
  );

  it.concurrent.each(unguarded)(
    'by $death without a guard, a CLI that is $mood and its tool are gone in 3 s',
    ({ death, mood }) => familyGoneWithParent(death, { mood, guard: false }),
  );

  it.concurrent.each(deaths)(
    'by %s, every CLI goes, also one that was started after the guard',
    (death) => familyGoneWithParent(death, { mood: 'deaf', clis: 2 }),
  );

  it.concurrent.each(['signalExit3', 'signalExit4'] as const)(
    'by a signal, it dies of it though %s listens as well',
    async (habit) => {
      await familyGoneWithParent('SIGINT', { habit });
      await familyGoneWithParent('SIGTERM', { habit, guard: false });
    },
  );
});

describe('when the parent ends on a system without a shell', () => {
  it.concurrent.each(deaths.flatMap((death) => moods.map((mood) => ({ death, mood }))))(
    'by $death, a CLI that is $mood and its tool are gone in 3 s',
    ({ death, mood }) =>
      familyGoneWithParent(death, { mood, clis: 2, preload: parentFixture('noShell.mjs') }),
  );
});

describe('a CLI that cleans up when it gets SIGTERM', () => {
  it.concurrent.each(deaths)(
    'has the time for it unless the parent is killed: %s',
    async (death) => {
      const directory = mkdtempSync(join(tmpdir(), 'claude-actors-tidy-'));
      const note = join(directory, 'note');
      await familyGoneWithParent(death, { mood: 'tidy', note });
      expect(existsSync(note)).toBe(death !== 'SIGKILL');
      rmSync(directory, { recursive: true });
    },
  );
});

describe('without a guard', () => {
  it.concurrent('a CLI outlives a parent that is killed outright', async () => {
    await withParent({ guard: false }, async (parent) => {
      process.kill(parent.pid, 'SIGKILL');
      await parent.death;
      expect(parent.family.every(isAlive)).toBe(true);
    });
  });
});

/** Sends a signal that the program handles, and another to see that it has come through the first. */
async function interrupt(parent: Parent) {
  for (const signal of ['SIGINT', 'SIGUSR2'] as const) {
    const handled = () => parent.heard().filter((news) => news.handled === signal).length;
    const before = handled();
    process.kill(parent.pid, signal);
    await until(`the program to handle ${signal}`, () => handled() > before);
  }
}

describe('when the program listens for a signal itself', () => {
  it.concurrent('it lives on, and so does its CLI', async () => {
    await withParent({ habit: 'on' }, async (parent) => {
      await interrupt(parent);
      await interrupt(parent);
      expect([parent.pid, ...parent.family].every(isAlive)).toBe(true);
    });
  });

  it.concurrent('only once, it survives the first and dies of the second', async () => {
    await withParent({ habit: 'once' }, async (parent) => {
      await interrupt(parent);
      expect([parent.pid, ...parent.family].every(isAlive)).toBe(true);
      process.kill(parent.pid, 'SIGINT');
      expect(await parent.death).toEqual({ code: null, signal: 'SIGINT' });
      await until('the family to go', () => !parent.family.some(isAlive), 3_000);
    });
  });
});
