import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { optionNames } from '../../src/options/table/optionTable.js';
import { nearestName } from '../../src/util/nearestName.js';

describe('the nearest name', () => {
  const name = fc.constantFrom(...optionNames.filter(({ length }) => length > 4));

  it('is found after any one character was changed, dropped or doubled', () => {
    fc.assert(
      fc.property(name, fc.nat(), fc.constantFrom('change', 'drop', 'double'), (known, at, how) => {
        const place = at % known.length;
        const put = { change: 'q', drop: '', double: known.charAt(place).repeat(2) }[how];
        const typo = known.slice(0, place) + put + known.slice(place + 1);
        expect(nearestName(typo, optionNames)).toBeDefined();
        expect(nearestName(typo, [known])).toBe(known);
      }),
    );
  });

  it('counts neighbours that changed places as one change', () => {
    expect(nearestName('dcw', ['cwd'])).toBeUndefined();
    expect(nearestName('cdw', ['cwd'])).toBe('cwd');
    expect(nearestName('abc', ['xyz'])).toBeUndefined();
  });
});
