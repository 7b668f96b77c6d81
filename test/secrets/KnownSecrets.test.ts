import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KnownSecrets } from '../../src/secrets/KnownSecrets.js';

/** Marks every character of every occurrence of every value, and replaces each marked stretch. */
function hideNaively(text: string, values: readonly string[]): string {
  const spans = values.flatMap((value) =>
    [...text].flatMap((_, at) => (text.startsWith(value, at) ? [[at, at + value.length]] : [])),
  ) as [number, number][];
  spans.sort(([a], [b]) => a - b);
  let out = '';
  let done = 0;
  for (const [start, end] of spans) {
    if (start >= done) out += `${text.slice(done, start)}[hidden]`;
    done = Math.max(done, end);
  }
  return out + text.slice(done);
}

const letters = fc.constantFrom('a', 'b', 'c');
const value = fc.string({ unit: letters, minLength: 6, maxLength: 9 });

describe('KnownSecrets', () => {
  it('hides what a naive search finds, even if values repeat, overlap or contain each other', () => {
    const texts = fc.array(fc.oneof(value, fc.string({ unit: letters, maxLength: 5 })));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), texts, (values, pieces) => {
        const known = new KnownSecrets();
        known.learn(Object.fromEntries(values.map((one, index) => [`API_KEY_${index}`, one])));
        for (const text of [pieces.join(''), [...pieces, ...values].join('-')]) {
          expect(known.hide(text)).toBe(hideNaively(text, values));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('hides what is left of a value at the end of a cut text', () => {
    const known = new KnownSecrets();
    known.learn({ A_TOKEN: 'abcdefghijklmnop' });
    expect(known.hide('x abcdefghijk', { cutEnd: true })).toBe('x [hidden]');
    expect(known.hide('efghijklmnop y', { cutStart: true })).toBe('[hidden] y');
    expect(known.hide('x abcdefghijk')).toBe('x abcdefghijk');
  });

  it('never shows six characters of a value at a cut, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), fc.nat(40), (values, cut) => {
        const known = new KnownSecrets();
        known.learn(Object.fromEntries(values.map((one, index) => [`API_KEY_${index}`, one])));
        const text = `- ${values.join(' - ')} -`;
        const halves = [
          known.hide(text.slice(0, cut), { cutEnd: true }),
          known.hide(text.slice(cut), { cutStart: true }),
        ];
        for (const half of halves) {
          for (const one of values) expect(half).not.toContain(one.slice(0, 6));
          for (const one of values) expect(half).not.toContain(one.slice(-6));
        }
      }),
    );
  });

  it('forgets the values that were learned first, if there are too many', () => {
    const known = new KnownSecrets(8);
    known.learn({ FIRST_TOKEN: 'value-number-0' });
    for (let count = 1; count <= 8; count++) {
      known.learn({ A_TOKEN: `value-number-${count}`, KEPT_TOKEN: 'kept-all-the-time' });
    }
    expect(known.hide('value-number-0, value-number-8, kept-all-the-time')).toBe(
      'value-number-0, [hidden], [hidden]',
    );
  });

  it('ignores variables whose names are no secret', () => {
    const known = new KnownSecrets();
    known.learn({ HOME: '/home/somebody', A_TOKEN: undefined });
    expect(known.hide('/home/somebody')).toBe('/home/somebody');
  });
});
