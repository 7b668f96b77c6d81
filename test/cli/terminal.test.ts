import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { oneLine, printable } from '../../src/cli/terminal.js';

describe('text for a terminal', () => {
  it('has no control characters that move the cursor or change the title', () => {
    expect(printable('a\u001b[2Jb\u0007\u009b31mc\rd')).toBe('a[2Jb31mcd');
  });

  it('keeps tabs, line ends and every other character', () => {
    expect(printable('a\tb\r\nc é 漢 👋\n')).toBe('a\tb\nc é 漢 👋\n');
  });

  it('fits in one line of so many characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, width) => {
        const line = oneLine(text, width);
        expect([...line].filter((one) => '\n\r\u001b'.includes(one))).toEqual([]);
        expect([...line].length).toBeLessThanOrEqual(width);
      }),
    );
    expect(oneLine('one\n  two three', 8)).toBe('one two…');
  });
});
