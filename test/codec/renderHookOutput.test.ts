import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { block, modifyInput, renderHookOutput, stopRun } from '../../src/codec/hooks.js';
import { hookEventNames } from '../../src/options/hookEvents.js';

describe('renderHookOutput', () => {
  it.each([
    [{}],
    [{ continue: false, stopReason: 'x', systemMessage: 'y' }],
    [{ async: true, asyncTimeout: 5 }],
    [{ hookSpecificOutput: { hookEventName: 'PreToolUse', somethingNew: [1, null] } }],
  ])('passes %j on as it is', (output) => {
    expect(renderHookOutput('PreToolUse', output)).toEqual({ output });
  });

  it('takes an instance of a class for its data', () => {
    class Verdict {
      decision = 'block';
    }
    expect(renderHookOutput('PreToolUse', new Verdict())).toEqual({
      output: { decision: 'block' },
    });
  });

  it('gives a copy, so that a later change is not written unchecked', () => {
    const returned: Record<string, unknown> = { reason: 'x' };
    const rendered = renderHookOutput('PreToolUse', returned);
    returned.reason = 1n;
    expect(rendered).toEqual({ output: { reason: 'x' } });
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const throwing = {
    get decision() {
      throw new Error('from a getter');
    },
  };

  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['an array', [{}], 'an array'],
    ['a string', 'no', 'a string'],
    ['a function', () => ({}), 'a function'],
    ['a BigInt', 1n, 'a bigint'],
    ['a BigInt inside', { reason: 1n }, 'BigInt'],
    ['a cycle', cycle, 'circular'],
    ['an Error', new Error('x'), 'Error'],
    ['a Map', new Map([['decision', 'block']]), 'Map'],
    ['a promise', Promise.resolve({}), 'Promise'],
    ['an object whose toJSON gives a string', { toJSON: () => 'x' }, 'string'],
    ['an object whose toJSON gives nothing', { toJSON: () => undefined }, 'not JSON'],
    ['an object whose getter throws', throwing, 'from a getter'],
    ['a revoked proxy', revoked.proxy, 'revoked'],
  ])('calls %s a failure, and says what came and what to return', (_, returned, named) => {
    expect(renderHookOutput('PreToolUse', returned)).toEqual({
      failure: expect.stringMatching(
        new RegExp(`PreToolUse returned .*${named}.*proceed\\(\\)`, 's'),
      ),
    });
  });

  const events = [...hookEventNames, 'SomeLaterEvent', 'constructor', '__proto__'];

  it('never throws, and its output is always a JSON object', () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    const returned = fc.oneof(
      anything,
      anything.map((reason) => block(reason as string)),
      anything.map((reason) => stopRun(reason as string)),
      anything.map((input) => modifyInput(input as Record<string, unknown>)),
    );
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...events), fc.string()), returned, (event, value) => {
        const rendered = renderHookOutput(event, value);
        if ('failure' in rendered) {
          expect(rendered.failure.length).toBeGreaterThan(0);
        } else {
          expect(JSON.stringify(rendered.output)).toMatch(/^\{.*\}$/su);
          expect(JSON.parse(JSON.stringify(rendered.output))).toStrictEqual(rendered.output);
        }
      }),
    );
  });

  it('passes fields that it does not know on beside one that it does, without a change', () => {
    const known = new Set([
      ...['async', 'asyncTimeout', 'continue', 'decision', 'hookSpecificOutput', 'reason'],
      ...['stopReason', 'suppressOutput', 'systemMessage', 'terminalSequence'],
    ]);
    const unknown = fc.string().filter((key) => !known.has(key));
    fc.assert(
      fc.property(fc.dictionary(unknown, fc.jsonValue()), fc.boolean(), (fields, goesOn) => {
        const output = { ...fields, continue: goesOn };
        const rendered = renderHookOutput('PostToolUse', output);
        expect(JSON.stringify('output' in rendered && rendered.output)).toBe(
          JSON.stringify(output),
        );
      }),
    );
  });
});
