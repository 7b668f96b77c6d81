import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createMachine } from 'xstate';
import { createIds, escapeText, wrapText } from '../../../src/inspect/diagrams/mermaidText.js';
import { toMermaid } from '../../../src/inspect/diagrams/toMermaid.js';

/** Decodes entities as Mermaid does. */
function readBack(text: string): string {
  return text.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

describe('text in a Mermaid diagram', () => {
  it.each([
    ['quotes', 'say "hi"', 'say #34;hi#34;'],
    ['a colon and a semicolon', 'a: b; c', 'a#58; b#59; c'],
    ['a hash', 'request#req_0', 'request#35;req#95;0'],
    ['what is Markdown', '*a* _b_ `c`', '#42;a#42; #95;b#95; #96;c#96;'],
    ['tags and braces', '<b>{x}', '#60;b#62;#123;x#125;'],
    ['an arrow', 'a --> b', 'a #45;-#62; b'],
    ['a comment', '100 %% sure', '100 #37;#37; sure'],
    ['a line break', 'a\nb', 'a#10;b'],
  ])('has %s as entities', (_, text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  it('keeps names, guards and dots as they are', () => {
    const text = 'cli.result [isLast && !done] / deliver, noteActivity';
    expect(escapeText(text)).toBe(text);
  });

  it('keeps its meaning and contains no Mermaid syntax', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const escaped = escapeText(text);
        expect(readBack(escaped)).toBe(text);
        expect(escaped.replace(/#\d+;/g, 'x')).not.toMatch(/[#;:"<>{}*_`%\n\r]|--/);
      }),
    );
  });

  it('is wrapped at spaces, and is longer than the width only if a word is', () => {
    expect(wrapText('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapText('one two three', 8, '  ')).toEqual(['one two', '  three']);
    expect(wrapText('extraordinarily long', 8)).toEqual(['extraordinarily', 'long']);
  });
});

describe('names of states in a Mermaid diagram', () => {
  it('stay the same for the same state and differ for others', () => {
    const createId = createIds();
    expect(createId('a.b', 'a_b')).toBe('a_b');
    expect(createId('a_b', 'a_b')).toBe('a_b_');
    expect(createId('a.b', 'a_b')).toBe('a_b');
  });

  it.each(['end', 'Note', 'constructor', '__proto__'])(
    'are never %s, which is reserved',
    (word) => {
      expect(createIds()(word, word)).toBe(`${word}_`);
    },
  );

  it('are not Mermaid keywords', () => {
    const machine = createMachine({
      initial: 'state',
      states: { state: { on: { x: 'end' } }, end: { on: { x: 'wait for it' } }, 'wait for it': {} },
    });
    const text = toMermaid(machine);
    expect(text).toContain('state "state" as state_');
    expect(text).toContain('end_ --> wait_for_it: x');
  });
});
