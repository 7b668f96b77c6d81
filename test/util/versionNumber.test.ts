import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareVersions, parseVersion } from '../../src/util/versionNumber.js';

describe('parseVersion', () => {
  it.each([
    ['2.1.325 (Claude Code)', '2.1.325'],
    ['claude v1.0.3-beta.4+5', '1.0.3'],
    ['\u001b[1m10.20.30\u001b[0m\n', '10.20.30'],
    ['old 1.2, new 3.4.5, newest 6.7.8', '3.4.5'],
    ['1.2.3.4', '1.2.3'],
  ])('reads %j', (text, version) => {
    expect(parseVersion(text)).toBe(version);
  });

  it.each(['', 'Claude Code', '1.2', 'v1.2.x', '1..2.3'])('finds none in %j', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it('finds any version in any text without digits', () => {
    const part = fc.nat(99_999);
    const words = fc.string().filter((text) => !/\d/.test(text));
    fc.assert(
      fc.property(words, part, part, part, words, (before, a, b, c, after) => {
        expect(parseVersion(`${before}${a}.${b}.${c}${after}`)).toBe(`${a}.${b}.${c}`);
      }),
    );
  });
});

describe('compareVersions', () => {
  it('orders versions as numbers', () => {
    const versions = ['10.0.0', '2.0.10', '2.0.9', '2.1.0', '1.99.99'];
    expect(versions.toSorted(compareVersions)).toEqual([
      '1.99.99',
      '2.0.9',
      '2.0.10',
      '2.1.0',
      '10.0.0',
    ]);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
  });

  it('reads versions out of texts', () => {
    expect(compareVersions('2.1.325 (Claude Code)', 'v2.1.325-beta.1')).toBe(0);
  });

  it('takes a text without a version for the oldest', () => {
    expect(compareVersions('latest', '0.0.0')).toBeLessThan(0);
    expect(compareVersions('0.0.0', 'latest')).toBeGreaterThan(0);
    expect(compareVersions('latest', 'stable')).toBe(0);
  });
});
