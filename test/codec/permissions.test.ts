import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPermissionResult } from '../../src/codec/permissions.js';

const input = { command: 'ls' };

describe('readPermissionResult', () => {
  it.each<[string, object]>([
    ['nothing', { behavior: 'allow' }],
    ['undefined', { behavior: 'allow', updatedInput: undefined, updatedPermissions: undefined }],
    ['null, which every CLI refuses', { behavior: 'allow', updatedInput: null }],
  ])('allows with the original input if the callback gives %s', (_, result) => {
    expect(readPermissionResult(result, input)).toEqual({
      answer: { behavior: 'allow', updatedInput: input },
    });
  });

  it('passes a changed input, new rules and unlisted fields on', () => {
    const result = {
      behavior: 'allow',
      updatedInput: { command: 'ls -l' },
      updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      toolUseID: 'toolu_1',
      decisionClassification: 'user_permanent',
      somethingNew: { a: 1 },
    };
    expect(readPermissionResult(result, input)).toEqual({ answer: result });
  });

  it.each<[object, object]>([
    [
      { behavior: 'deny', message: 'no' },
      { behavior: 'deny', message: 'no' },
    ],
    [
      { behavior: 'deny', message: '', interrupt: true, toolUseID: 'toolu_1' },
      { behavior: 'deny', message: '', interrupt: true, toolUseID: 'toolu_1' },
    ],
    [
      { behavior: 'deny', message: 'no', interrupt: false },
      { behavior: 'deny', message: 'no' },
    ],
    [
      { behavior: 'deny', message: 'no', interrupt: null },
      { behavior: 'deny', message: 'no' },
    ],
  ])('denies with %j', (result, answer) => {
    expect(readPermissionResult(result, input)).toEqual({ answer });
  });

  it.each<[object]>([
    [{ behavior: 'deny', interrupt: true }],
    [{ behavior: 'deny', interrupt: true, message: 42 }],
  ])('keeps the interrupt of %j, and warns', (result) => {
    expect(readPermissionResult(result, input)).toEqual({
      answer: { behavior: 'deny', interrupt: true, message: expect.stringMatching(/\w/) },
      warning: { code: 'CallbackFailed', message: expect.stringContaining('without a message') },
    });
  });

  it.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'a boolean'],
    ['allow', 'a string'],
    [['allow'], 'an array'],
    [new Error('x'), 'Error'],
    [{}, 'behavior is undefined'],
    [{ behavior: 'ask' }, '"ask"'],
    [{ behavior: 'allow', updatedInput: 'ls' }, 'updatedInput'],
    [{ behavior: 'allow', updatedInput: [] }, 'updatedInput'],
    [{ behavior: 'allow', updatedInput: { size: 1n } }, 'BigInt'],
    [{ behavior: 'allow', updatedPermissions: {} }, 'updatedPermissions'],
    [{ behavior: 'allow', updatedPermissions: ['Bash'] }, 'updatedPermissions'],
    [{ behavior: 'deny' }, 'message'],
    [{ behavior: 'deny', message: 42 }, 'message'],
    [{ behavior: 'deny', message: 'no', interrupt: 'yes' }, 'interrupt'],
  ])('explains what is wrong with a return (%#)', (result, named) => {
    const reading = readPermissionResult(result, input);
    expect(reading).toEqual({ failure: expect.stringContaining(named) });
    expect(reading).toHaveProperty(
      'failure',
      expect.stringContaining("{ behavior: 'deny', message"),
    );
  });

  it('never throws, and answers only with what the CLI can read', () => {
    const value = fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true });
    const result = fc.oneof(
      value,
      fc.record(
        {
          behavior: fc.constantFrom('allow', 'deny'),
          message: value,
          interrupt: value,
          updatedInput: value,
          updatedPermissions: value,
        },
        { requiredKeys: ['behavior'] },
      ),
    );
    fc.assert(
      fc.property(result, (returned) => {
        const reading = readPermissionResult(returned, input);
        if ('failure' in reading) return;
        const answer: object = JSON.parse(JSON.stringify(reading.answer));
        expect(answer).toStrictEqual(reading.answer);
        if (reading.answer.behavior === 'deny') {
          expect(answer).toHaveProperty('message', expect.any(String));
        } else {
          expect(answer).toHaveProperty('updatedInput', expect.any(Object));
        }
      }),
    );
  });
});
