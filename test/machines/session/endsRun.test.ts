import { expect, it } from '@jest/globals';
import { endsRun } from '../../../src/machines/session/endsRun.js';

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
])('a CLI %s ends its run by an answer that does so since %s: %s', (version, since, ends) => {
  expect(endsRun(version, since)).toBe(ends);
});
