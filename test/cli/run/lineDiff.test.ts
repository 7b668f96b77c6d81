import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineDiff } from '../../../src/cli/run/lineDiff.js';

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ mark, text }) => `${mark}${text}`);

describe('lineDiff', () => {
  it('shows what is removed and added, with the lines around it', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
    const after = before.replace('6\n', 'six\n');
    expect(shown(before, after)).toEqual(['…', ' 3', ' 4', ' 5', '-6', '+six', ' 7', ' 8', ' 9']);
  });

  it('shows a new file as added, and an emptied one as removed', () => {
    expect(shown('', 'a\nb\n')).toEqual(['+a', '+b']);
    expect(shown('a\n', '')).toEqual(['-a']);
  });

  it('leads from the one text to the other, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 7 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before.join('\n'), after.join('\n'));
        const of = (mark: string) => lines.filter((one) => one.mark === mark).length;
        expect(before.length - after.length).toBe(of('-') - of('+'));
        if (of('…') > 0) return;
        const side = (mark: string) =>
          lines.filter((one) => one.mark === mark || one.mark === ' ').map((one) => one.text);
        if (lines.length > 0) expect([side('-'), side('+')]).toEqual([before, after]);
        else expect(before).toEqual(after);
      }),
    );
  });
});
