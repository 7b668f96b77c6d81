import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldSessionSummary, type SessionStoreEntry } from '../../../src/index.js';
import { infoFromSummary } from '../../../src/official/conversations/foldSessionSummary.js';
import { firstString, lastString } from '../../../src/official/conversations/jsonLines.js';
import { infoFromEnds } from '../../../src/official/conversations/sessionInfo.js';
import { readEnds, readEntries } from '../../../src/official/conversations/transcriptFile.js';
import { assistantEntry, id, lines, transcripts, userEntry } from '../../support/transcripts.js';

const disk = transcripts();
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('<tick>x', '"cwd":"/no"'));
const entry: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  text.map((content) => userEntry(1, content)),
  text.map((content) => assistantEntry(2, content)),
  text.map((customTitle) => ({ type: 'custom-title', customTitle })),
  text.map((aiTitle) => ({ type: 'ai-title', aiTitle })),
  text.map((lastPrompt) => ({ type: 'last-prompt', lastPrompt })),
  text.map((tag) => ({ type: 'tag', tag })),
  fc.nat(80_000).map((length) => ({ type: 'x', pad: 'ü'.repeat(length) })),
);
const entries = fc.array(entry, { minLength: 1, maxLength: 12 }) as fc.Arbitrary<
  SessionStoreEntry[]
>;
const key = { projectKey: '-p', sessionId: id(99) };

describe('a summary', () => {
  it('is the same however the entries were batched', () => {
    fc.assert(
      fc.property(entries, fc.nat(12), (all, at) => {
        const first = foldSessionSummary(undefined, key, all.slice(0, at), { mtime: 1 });
        const batched = foldSessionSummary(first, key, all.slice(at), { mtime: 2 });
        expect(batched).toEqual(foldSessionSummary(undefined, key, all, { mtime: 2 }));
      }),
    );
  });

  it('says what the transcript says, if that is short', () => {
    const short = entries.filter((all) => lines(...all).length < 30_000);
    fc.assert(
      fc.property(short, (all) => {
        const folded = foldSessionSummary(undefined, key, all, { mtime: 5 });
        const head = lines(...all);
        const read = infoFromEnds(id(99), { head, tail: head, size: 0, mtime: 5 }, '/p');
        const { fileSize: _, ...expected } = { ...read };
        expect({ ...infoFromSummary(folded, '/p') }).toEqual(expected);
      }),
    );
  });

  it('leaves the one before as it was', () => {
    fc.assert(
      fc.property(entries, entries, (some, more) => {
        const before = foldSessionSummary(undefined, key, some);
        const copy = structuredClone(before);
        foldSessionSummary(before, key, more);
        expect(before).toEqual(copy);
      }),
    );
  });
});

describe('the ends of a transcript', () => {
  it('are its beginning and its end, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        const content = lines(...all);
        const path = disk.write('-p/ends', content);
        const bytes = Buffer.from(content);
        const ends = await readEnds(path);
        expect(ends?.size).toBe(bytes.length);
        expect(ends?.head).toBe(bytes.subarray(0, 65_536).toString());
        expect(ends?.tail).toBe(bytes.subarray(-65_536).toString());
        const seen: unknown[] = [];
        await readEntries(path, (one) => {
          seen.push(one);
        });
        expect(seen).toEqual(all);
      }),
      { numRuns: 30 },
    );
    expect(await readEnds(join(disk.projects, 'none'))).toBeUndefined();
  });

  it('can be cut anywhere', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.nat(), (all, from, to) => {
        const whole = lines(...all);
        const head = whole.slice(from % whole.length, to % whole.length);
        const ends = { head, tail: head, size: 1, mtime: 1 };
        expect(() => infoFromEnds(id(99), ends)).not.toThrow();
      }),
    );
  });

  it('have strings that are found whole, whatever is in them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const content = lines({ name: a, other: 1 }, { name: b });
        expect(firstString(content, 'name')).toBe(a);
        expect(lastString(content, 'name')).toBe(b);
        expect(lastString(content, 'other')).toBeUndefined();
      }),
    );
  });
});
