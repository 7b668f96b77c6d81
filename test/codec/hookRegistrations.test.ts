import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkHooks } from '../../src/codec/checkHooks.js';
import { hookRegistrations } from '../../src/codec/hookRegistrations.js';

const hook = () => {
  throw new Error('A hook must not be called when it is registered.');
};

describe('hookRegistrations', () => {
  it('gives ids in order, and the same groups to the CLI and to the runtime', () => {
    const { wire, registrations } = hookRegistrations({
      PreToolUse: [
        { matcher: 'Write|Edit', hooks: [hook, hook], timeout: 30, onFailure: 'deny' },
        { hooks: [hook] },
      ],
      Stop: [{ hooks: [hook] }],
    });
    expect(wire).toEqual({
      PreToolUse: [
        {
          matcher: 'Write|Edit',
          hookCallbackIds: ['hook_0', 'hook_1'],
          timeout: 35,
          onFailure: 'block',
        },
        { matcher: null, hookCallbackIds: ['hook_2'] },
      ],
      Stop: [{ matcher: null, hookCallbackIds: ['hook_3'] }],
    });
    const slow = { event: 'PreToolUse', group: 0, timeoutMs: 30_000, onFailure: 'deny' };
    expect(registrations).toEqual([
      { ...slow, id: 'hook_0', index: 0 },
      { ...slow, id: 'hook_1', index: 1 },
      { id: 'hook_2', event: 'PreToolUse', group: 1, index: 0 },
      { id: 'hook_3', event: 'Stop', group: 0, index: 0 },
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['no event', {}],
    ['events without hooks', { Stop: [], PreToolUse: [{ hooks: [] }], Setup: undefined }],
  ])('says null for %s', (_, hooks) => {
    expect(hookRegistrations(hooks)).toEqual({ wire: null, registrations: [] });
  });

  it('leaves an empty group out and keeps the position of the next', () => {
    const { wire, registrations } = hookRegistrations({ Stop: [{ hooks: [] }, { hooks: [hook] }] });
    expect(wire?.Stop).toHaveLength(1);
    expect(registrations).toMatchObject([{ id: 'hook_0', group: 1, index: 0 }]);
  });

  it('takes the time of the event if the group has none, and rounds up', () => {
    const { wire, registrations } = hookRegistrations(
      { Stop: [{ hooks: [hook] }, { hooks: [hook], timeout: 0.5, onFailure: 'continue' }] },
      { timeoutMs: (event) => (event === 'Stop' ? 1_001 : 9_000) },
    );
    expect(registrations.map(({ timeoutMs }) => timeoutMs)).toEqual([1_001, 500]);
    expect(wire?.Stop?.map(({ timeout }) => timeout)).toEqual([7, 6]);
  });

  it('leaves the time to the CLI if nobody says what its end means', () => {
    const { wire, registrations } = hookRegistrations({
      Stop: [{ hooks: [hook] }, { hooks: [hook], timeout: 0.5 }],
    });
    expect(registrations.map(({ timeoutMs }) => timeoutMs)).toEqual([undefined, undefined]);
    expect(wire?.Stop?.map(({ timeout }) => timeout)).toEqual([undefined, 0.5]);
  });

  it('takes the policy for all hooks if a group has none, and then watches the time', () => {
    const { wire, registrations } = hookRegistrations(
      { Stop: [{ hooks: [hook] }, { hooks: [hook], onFailure: 'continue', timeout: 2 }] },
      { onFailure: 'deny' },
    );
    expect(registrations).toMatchObject([
      { onFailure: 'deny', timeoutMs: 600_000 },
      { onFailure: 'continue', timeoutMs: 2_000 },
    ]);
    expect(wire?.Stop).toMatchObject([{ onFailure: 'block', timeout: 605 }, { timeout: 7 }]);
  });

  it('stays within what a timer can hold', () => {
    const { wire, registrations } = hookRegistrations({
      Stop: [
        { hooks: [hook], timeout: 1e10, onFailure: 'deny' },
        { hooks: [hook], timeout: 1e10 },
      ],
    });
    expect(registrations[0]?.timeoutMs).toBe(2_147_478_000);
    expect(wire?.Stop?.map(({ timeout }) => timeout)).toEqual([2_147_483, 2_147_483]);
  });

  it('takes a time of 0 for none: that is what it is to the CLI', () => {
    const { wire, registrations } = hookRegistrations({
      Stop: [
        { hooks: [hook], timeout: 0 },
        { hooks: [hook], timeout: 0, onFailure: 'deny' },
      ],
    });
    expect(registrations.map(({ timeoutMs }) => timeoutMs)).toEqual([undefined, 600_000]);
    expect(wire?.Stop?.map(({ timeout }) => timeout)).toEqual([0, 605]);
  });

  it('passes an unknown event on, and knows the official word for deny', () => {
    const { wire, registrations } = hookRegistrations({
      SomeLaterEvent: [{ hooks: [hook], onFailure: 'block' }],
      ['__proto__']: [{ hooks: [hook] }],
    });
    expect(Object.keys(wire ?? {})).toEqual(['SomeLaterEvent', '__proto__']);
    expect(registrations[0]?.onFailure).toBe('deny');
  });

  it('gives the CLI each id once, always with more time than we take', () => {
    const group = fc.record({
      hooks: fc.array(fc.constant(hook), { maxLength: 3 }),
      timeout: fc.option(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { nil: undefined }),
      onFailure: fc.constantFrom(undefined, 'continue' as const, 'deny' as const),
    });
    const hooks = fc.dictionary(fc.string(), fc.array(group, { maxLength: 3 }), { maxKeys: 4 });
    fc.assert(
      fc.property(hooks, (given) => {
        const { wire, registrations } = hookRegistrations(given);
        const told = Object.values(wire ?? {}).flat();
        const ids = registrations.map(({ id }) => id);
        expect(told.flatMap(({ hookCallbackIds }) => hookCallbackIds)).toEqual(ids);
        expect(ids).toEqual(ids.map((_, index) => `hook_${index}`));
        for (const { id, event, group, index, timeoutMs } of registrations) {
          expect(given[event]?.[group]?.hooks[index]).toBe(hook);
          const timeout = told.find((entry) => entry.hookCallbackIds.includes(id))?.timeout ?? 0;
          if (timeoutMs === undefined) expect(timeout).toBe(given[event]?.[group]?.timeout ?? 0);
          else expect(timeout * 1000).toBeGreaterThanOrEqual(timeoutMs + 5_000);
        }
      }),
    );
  });
});

describe('a mistake in the hooks', () => {
  const one = (group: unknown) => ({ PreToolUse: [group] });
  const shapes: [string, unknown, string][] = [
    ['hooks that are a list', [], 'an object'],
    ['an event without a list', { PreToolUse: 'x' }, 'PreToolUse must be a list'],
    ['an event of null', { PreToolUse: null }, 'PreToolUse must be a list'],
    ['a group that is no object', one(5), 'PreToolUse[0] must be an object'],
    ['a group without hooks', one({}), 'PreToolUse[0].hooks must be a list'],
    ['a function for the list', one({ hooks: hook }), 'PreToolUse[0].hooks must be a list'],
    ['a matcher that is no text', one({ hooks: [hook], matcher: 5 }), 'PreToolUse[0].matcher'],
    ['a misspelt onFailure', one({ hooks: [hook], onFailure: 'Deny' }), "'Deny'"],
    ['an onFailure of null', one({ hooks: [hook], onFailure: null }), 'PreToolUse[0].onFailure'],
    ['a timeout of text', one({ hooks: [hook], timeout: '5' }), 'PreToolUse[0].timeout'],
    ...[-5, Number.NaN, Number.POSITIVE_INFINITY].map((timeout): [string, unknown, string] => [
      `a timeout of ${timeout}`,
      one({ hooks: [hook], timeout }),
      `seconds, not ${timeout}`,
    ]),
  ];
  const invalid = (named: string) =>
    expect.objectContaining({
      code: 'InvalidOption',
      details: { option: 'hooks' },
      message: expect.stringContaining(named),
    });

  it.each(shapes)('is refused: %s', (_, hooks, named) => {
    expect(() => hookRegistrations(hooks as never)).toThrow(invalid(named));
    expect(() => checkHooks(hooks)).toThrow(invalid(named));
  });

  it('is refused: a hook that is no function', () => {
    expect(() => checkHooks(one({ hooks: [hook, 5] }))).toThrow(
      invalid('PreToolUse[0].hooks[1] must be a function'),
    );
  });
});
