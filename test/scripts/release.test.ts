import { describe, expect, it } from '@jest/globals';
import { nextVersion, releasedChangelog } from '../../scripts/release.mjs';

describe('the next version', () => {
  it.each([
    ['major', '1.0.0'],
    ['minor', '0.3.0'],
    ['patch', '0.2.4'],
    ['0.10.0', '0.10.0'],
  ])('after 0.2.3, for %s, is %s', (wanted, version) => {
    expect(nextVersion('0.2.3', wanted)).toBe(version);
  });

  it.each(['', 'huge', '1.0', '1.0.0-beta', '0.2.3', '0.1.9'])('is never %j', (wanted) => {
    expect(() => nextVersion('0.2.3', wanted)).toThrow();
  });
});

it('can release the version that is there, if it is not released yet', () => {
  expect(nextVersion('0.3.325', '0.3.325', false)).toBe('0.3.325');
  expect(() => nextVersion('0.3.325', '0.3.324', false)).toThrow('not greater');
});

describe('the changelog of a release', () => {
  it('has the entries under the version, and room for new ones', () => {
    const before = '# Changelog\n\n## Unreleased\n\n- A fix.\n\n## 0.1.0\n\n- All of it.\n';
    expect(releasedChangelog(before, '0.2.0', '2026-11-18')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-18)\n\n- A fix.\n\n## 0.1.0\n\n- All of it.\n',
    );
  });

  it.each(['# Changelog\n', '## Unreleased\n\n## 0.1.0\n\n- All of it.\n'])(
    'needs entries that are not released: %j',
    (changelog) => {
      expect(() => releasedChangelog(changelog, '0.2.0', '2026-11-18')).toThrow('CHANGELOG.md');
    },
  );
});
