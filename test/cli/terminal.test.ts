import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { displayWidth, oneLine, printError, stylesFor } from '../../src/cli/terminal.js';
import { printable } from '../../src/util/printable.js';
import { memoryHost } from './support/memoryHost.js';

describe('text for a terminal', () => {
  it('has no control characters that move the cursor or change the title', () => {
    expect(printable('a\u001b[2Jb\u0007\u009b31mc\rd')).toBe('a[2Jb31mcd');
  });

  it('has no characters that change its order or hide in it', () => {
    const bidi = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    expect(printable(`a${bidi}b\u{e0001}\u{e0041}\u{e007f}c`)).toBe('abc');
  });

  it('has none of them on any way to the terminal, whatever was said', () => {
    const parts = [
      '\u001b',
      '\u009d',
      '\u202e',
      '\u{e0041}',
      ']52;c;aGk=',
      '\u0007',
      '\r',
      '\ue000',
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(text, (pieces) => {
        const said = pieces.join('');
        const host = memoryHost({ terminal: true });
        host.stdout.write(said);
        host.stdout.line(said);
        host.stdout.data(said);
        host.stderr.line(stylesFor(host.stderr, host.env).red(said));
        printError(new Error(said), host);
        // Our own colours remain: their codes, and nothing else after an ESC.
        const shown = `${host.out()}${host.err()}`
          .replaceAll('\u001b[31m', '')
          .replaceAll('\u001b[39m', '');
        expect(shown).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e007f}]/u);
        expect(host.out().split('\u001b')).toHaveLength(1);
        expect(host.err().split('\u001b')).toHaveLength(5);
      }),
    );
  });

  it('is left as it is if a program reads it', () => {
    const host = memoryHost();
    host.stdout.data('a\u001b[31m\u202eb');
    expect(host.out()).toBe('a\u001b[31m\u202eb');
  });

  it('keeps tabs, line ends and every other character', () => {
    expect(printable('a\tb\r\nc é 漢 👋\n')).toBe('a\tb\nc é 漢 👋\n');
  });

  it('fits in one line of so many characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, width) => {
        const line = oneLine(text, width);
        expect([...line].filter((one) => '\n\r\u001b'.includes(one))).toEqual([]);
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
    expect(oneLine('one\n  two three', 8)).toBe('one two…');
    expect(oneLine('世界世界', 6)).toBe('世界…');
    expect(oneLine('anything', -3)).toBe('…');
  });

  it.each([
    ['plain text', 10],
    ['世界', 4],
    ['한국어', 6],
    ['ｆｕｌｌ', 8],
    ['🌍👋', 4],
    ['e\u0301', 1],
    ['⠋ ↑ 10 ↓ 1 · … ✗', 16],
  ])('knows how wide %s is', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});
