import { describe, expect, it, jest } from '@jest/globals';
import { KnownSecrets } from '../../src/secrets/KnownSecrets.js';
import { redact, redactArgv, redactSteps } from '../../src/secrets/redact.js';

// Long texts take seconds on a busy machine.
jest.setTimeout(120_000);

/** Repeats until the text is long enough; `unit` gets the number of the repetition. */
function repeated(length: number, unit: (index: number) => string): string {
  const units: string[] = [];
  for (let size = 0; size < length; size += units.at(-1)?.length ?? 1) {
    units.push(unit(units.length));
  }
  return units.join('');
}

const times = (text: string) => (length: number) => text.repeat(Math.ceil(length / text.length));
const slashes = (count: number) => '\\'.repeat(count);

/** Texts that make a careless search read the same characters over and over. */
const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'blank-separated names': times('A_KEY '),
  dashes: times('-'),
  quotes: times('"'),
  backslashes: times('\\'),
  'equals signs': times('='),
  bearers: times('Bearer Bearer '),
  'one name of many words': times('a_token_'),
  'flags in flags': times('--a=--b='),
  'counts in counts': (length) => `${'tokens:['.repeat(length / 9)}1${']'.repeat(length / 9)}`,
  'counts in counts, as JSON': (length) =>
    `${'{"tokens":'.repeat(length / 11)}1${'}'.repeat(length / 11)}`,
  'names that are followed by a key': times('"A_KEY","k":'),
  'words that are no secret in prose': times(`token: 'x `),
  'maps in the names of a map': (length) => `env:{${'"env:{":true,'.repeat(length / 13)}`,
  'open maps': times('"env":{"a":'),
  'names in maps behind more and more backslashes': (length) =>
    repeated(length, (index) => `env:{${slashes(index)}"`),
  'neighbours behind more and more backslashes': (length) =>
    repeated(length, (index) => `"A_KEY",${slashes(index)}"`),
  'ordinary words behind more and more backslashes': (length) =>
    repeated(length, (index) => `token: ${slashes(index)}"ab1`),
  'names that end in numbers': times(`a_token${'_1'.repeat(60)} `),
  'names without blanks between them': times('token:'),
  'backslashes where counts may be': (length) => `A_TOKENS=[${slashes(length)}]`,
  'quoted backslashes where counts may be': (length) =>
    repeated(length, (index) => `A_TOKENS=["${slashes(index)}":1]`),
  'JSON in JSON strings': (length) => {
    let text = 'A_KEY=1 token: 2 '.repeat(length / 40);
    while (text.length < length) text = JSON.stringify([text]);
    return text;
  },
  escapes: (length) => `"${'\\u0041'.repeat(length / 6)}"`,
  'arguments in JSON': (length) => JSON.stringify(Array(Math.ceil(length / 8)).fill('--a=b')),
};

function bestTime(text: string): number {
  const timesTaken = [1, 2, 3].map(() => {
    const start = performance.now();
    // Without the argument, `redact` would remember a text that it has seen, and cost nothing.
    redact(text, {});
    return performance.now() - start;
  });
  return Math.min(...timesTaken);
}

describe('the cost of redaction', () => {
  it.each(Object.keys(hostileTexts))('grows with the length of a text of %s', (name) => {
    const make = hostileTexts[name] as (length: number) => string;
    // A time this short says nothing about how it grows: it is not quadratic at this length.
    const negligible = 100;
    const ratios = [1, 2, 3].map(() => {
      const [short, long] = [bestTime(make(2 ** 17)), bestTime(make(2 ** 18))];
      return long < negligible ? 1 : long / short;
    });
    // Twice the text: linear takes twice the time, quadratic four times.
    expect(Math.min(...ratios)).toBeLessThan(3);
  });

  it('does not grow with the number of secrets that are known', () => {
    const text = repeated(2 ** 18, (index) => `line ${index} of a log. `);
    const best = (count: number) => {
      const known = new KnownSecrets();
      for (let index = 0; index < count; index++) known.learn({ A_KEY: `${index} is a secret` });
      const times = [1, 2, 3].map(() => {
        const start = performance.now();
        expect(known.hide(text)).toBe(text);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    best(10);
    // A search for one secret after the other takes hundreds of times as long.
    expect(best(4000)).toBeLessThan(10 * best(10) + 100);
  });

  it('is paid in many small steps, if the caller wants that', () => {
    const text = 'export A_KEY=x and some more words\n'.repeat(2 ** 15);
    let steps = 0;
    const work = redactSteps(text);
    for (let step = work.next(); !step.done; step = work.next()) steps++;
    expect(steps).toBeGreaterThan(text.length / 2 ** 16);
  });

  // V8 throws if a pattern has to step back over this many characters.
  it.each(['a', ' ', '-', 'a.'])('survives millions of %j', (part) => {
    const text = part.repeat(2 ** 24 / part.length);
    expect(redactArgv([text])[0]).toHaveLength(text.length);
    expect(redact(text)).toHaveLength(text.length);
  });
});
