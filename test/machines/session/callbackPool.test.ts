import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultLimits } from '../../../src/defaults.js';
import type { CallbackKind } from '../../../src/machines/callbackChart.js';
import {
  admit,
  type CallbackPool,
  hasCallback,
  hasPermissionRequest,
  release,
} from '../../../src/machines/session/callbackPool.js';

const kinds: readonly CallbackKind[] = ['hook', 'permission', 'mcp'];

/** Admits `count` requests of a kind, and gives the verdicts. */
function fill(
  pool: CallbackPool,
  kind: CallbackKind,
  count: number,
): { pool: CallbackPool; verdicts: string[] } {
  const verdicts: string[] = [];
  let filled = pool;
  for (let i = 0; i < count; i++) {
    const admitted = admit(filled, `${kind} ${i}`, kind, defaultLimits);
    filled = admitted.pool;
    verdicts.push(admitted.verdict);
  }
  return { pool: filled, verdicts };
}

const times = (count: number, verdict: string) => Array(count).fill(verdict);

describe('room for callbacks', () => {
  it.each([
    ['hook', 32, 256],
    ['permission', 256, 0],
    ['mcp', 64, 256],
  ] as const)('%s: %i run, %i wait, the next is refused', (kind, running, waiting) => {
    const { pool, verdicts } = fill([], kind, running + waiting + 2);
    expect(verdicts).toEqual([
      ...times(running, 'run'),
      ...times(waiting, 'wait'),
      ...times(2, 'overflow'),
    ]);
    expect(pool).toHaveLength(running + waiting);
  });

  it('is free again when one leaves', () => {
    const { pool } = fill([], 'permission', 256);
    const { pool: left } = release(pool, 'permission 7');
    expect(admit(left, 'one more', 'permission', defaultLimits).verdict).toBe('run');
  });

  it('is kept apart by kind: permissions never starve hooks', () => {
    const { pool } = fill([], 'permission', 300);
    expect(admit(pool, 'hook', 'hook', defaultLimits).verdict).toBe('run');
    expect(admit(pool, 'mcp', 'mcp', defaultLimits).verdict).toBe('run');
  });

  it('is not given to the same request twice, of whatever kind', () => {
    const { pool } = admit([], 'a', 'hook', defaultLimits);
    for (const kind of kinds) {
      expect(admit(pool, 'a', kind, defaultLimits)).toEqual({ pool, verdict: 'duplicate' });
    }
  });

  it('is given to a request whose id is any text', () => {
    const { pool, verdict } = admit([], '__proto__', 'hook', defaultLimits);
    expect(verdict).toBe('run');
    expect(hasCallback(pool, '__proto__')).toBe(true);
    expect(release(pool, '__proto__').pool).toEqual([]);
  });
});

describe('when a callback leaves', () => {
  const { pool: full } = fill([], 'hook', 34);

  it('the one that came first among the waiting gets its place', () => {
    const first = release(full, 'hook 20');
    expect(first.next).toBe('hook 32');
    expect(release(first.pool, 'hook 0').next).toBe('hook 33');
  });

  it('no place is free if it had only waited', () => {
    const { pool, next } = release(full, 'hook 32');
    expect(next).toBeUndefined();
    expect(release(pool, 'hook 0').next).toBe('hook 33');
  });

  it('no other kind gets its place', () => {
    const { pool } = fill(full, 'mcp', 65);
    expect(release(pool, 'hook 0').next).toBe('hook 32');
    expect(release(pool, 'mcp 0').next).toBe('mcp 64');
  });

  it('nothing changes if it was not there', () => {
    expect(release(full, 'never')).toEqual({ pool: full });
  });
});

describe('a permission is awaited', () => {
  it('exactly while one runs or waits', () => {
    expect(hasPermissionRequest(fill([], 'hook', 3).pool)).toBe(false);
    const { pool } = admit([], 'p', 'permission', {
      ...defaultLimits,
      permission: { running: 0, waiting: 1 },
    });
    expect(hasPermissionRequest(pool)).toBe(true);
    expect(hasPermissionRequest(release(pool, 'p').pool)).toBe(false);
  });
});

describe('in any order of requests', () => {
  const limits = {
    hook: { running: 2, waiting: 2 },
    permission: { running: 3, waiting: 0 },
    mcp: { running: 1, waiting: 3 },
  };
  const steps = fc.array(
    fc.record({
      comes: fc.boolean(),
      id: fc.constantFrom(...'abcdefghijkl'),
      kind: fc.constantFrom(...kinds),
    }),
    { maxLength: 100, size: 'max' },
  );
  const of = (pool: CallbackPool, kind: CallbackKind, running: boolean) =>
    pool.filter((callback) => callback.kind === kind && callback.running === running);

  it('the limits hold, none waits while a place is free, and order is kept', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let pool: CallbackPool = [];
        for (const { comes, id, kind } of all) {
          const before = pool;
          pool = comes ? admit(pool, id, kind, limits).pool : release(pool, id).pool;
          for (const each of kinds) {
            expect(of(pool, each, true).length).toBeLessThanOrEqual(limits[each].running);
            expect(of(pool, each, false).length).toBeLessThanOrEqual(limits[each].waiting);
            if (of(pool, each, false).length > 0) {
              expect(of(pool, each, true)).toHaveLength(limits[each].running);
            }
          }
          const stayed = before
            .filter((callback) => hasCallback(pool, callback.id))
            .map((callback) => callback.id);
          expect(pool.slice(0, stayed.length).map((callback) => callback.id)).toEqual(stayed);
        }
      }),
    );
  });

  it('every one that was let in runs once, or leaves before, and none is left at the end', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let pool: CallbackPool = [];
        const inside = new Set<string>();
        const running = new Set<string>();
        const run = (id: string | undefined) => {
          if (id === undefined) return;
          expect(running.has(id)).toBe(false);
          expect(inside.has(id)).toBe(true);
          running.add(id);
        };
        const go = (id: string) => {
          const left = release(pool, id);
          pool = left.pool;
          inside.delete(id);
          running.delete(id);
          run(left.next);
        };
        for (const { comes, id, kind } of all) {
          if (!comes) {
            go(id);
            continue;
          }
          const admitted = admit(pool, id, kind, limits);
          pool = admitted.pool;
          if (admitted.verdict === 'run' || admitted.verdict === 'wait') inside.add(id);
          if (admitted.verdict === 'run') run(id);
        }
        while (running.size > 0) go([...running][0] ?? '');
        expect(pool).toEqual([]);
      }),
    );
  });
});
