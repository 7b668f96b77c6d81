import { expect, it } from '@jest/globals';
import { hookAnswerEndsRun } from '../../../src/machines/session/sessionFacts.js';

it.each([
  ['2.1.210', '2.1.210', true],
  ['2.1.325', '2.1.210', true],
  ['2.1.1000', '2.1.210', true],
  ['2.2.0', '2.1.210', true],
  ['3.0.0', '2.1.210', true],
  ['2.1.197', '2.1.210', false],
  ['2.1.99', '2.1.210', false],
  ['2.0.999', '2.1.210', false],
  ['1.9.999', '2.1.210', false],
  ['2.1.325', null, false],
  [undefined, '2.1.210', false],
  [undefined, null, false],
])('CLI %s ends its run on a hook answer that works since %s: %s', (version, since, ends) => {
  expect(hookAnswerEndsRun(version, since)).toBe(ends);
});
