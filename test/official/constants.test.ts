import { expect, it } from '@jest/globals';
import { officialSdk } from '../../scripts/officialSdk.mjs';
import * as constants from '../../src/official/constants.js';
import { askOfficial } from '../support/askOfficial.js';
import { describeWith } from '../support/describeWith.js';

describeWith(
  'the constants of the official SDK',
  'the official SDK is there',
  () => void officialSdk(),
  () => {
    it('have the same values', () => {
      const own = Object.entries(constants);
      expect(own).toHaveLength(9);
      const official = askOfficial(own.map(([name]) => ({ name })));
      expect(own.map(([, value]) => value)).toEqual(official);
    });
  },
);
