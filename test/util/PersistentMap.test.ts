import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PersistentMap } from '../../src/util/PersistentMap.js';

describe('a map', () => {
  it('stays as it is, whatever grows out of it', () => {
    const key = fc.constantFrom('a', 'b', 'c', '__proto__');
    const change = fc.record({ from: fc.nat(), key, value: fc.option(fc.nat()) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 100, size: 'max' }), (changes) => {
        const maps: [PersistentMap<number>, ReadonlyMap<string, number>][] = [
          [new PersistentMap(), new Map()],
        ];
        for (const { from, key, value } of changes) {
          const [map, entries] = maps[from % maps.length] as (typeof maps)[number];
          const next = new Map(entries);
          if (value === null) next.delete(key);
          else next.set(key, value);
          maps.push([value === null ? map.without(key) : map.with(key, value), next]);
        }
        for (const [map, entries] of maps) {
          expect(map.size).toBe(entries.size);
          expect(map.values().sort()).toEqual([...entries.values()].sort());
          for (const one of ['a', 'b', 'c', '__proto__', 'toString']) {
            expect([map.has(one), map.get(one)]).toEqual([entries.has(one), entries.get(one)]);
          }
        }
      }),
    );
  });

  it('is the same if nothing is taken out of it', () => {
    const map = new PersistentMap<number>().with('a', 1);
    expect(map.without('b')).toBe(map);
  });

  it('shows nothing of its entries as JSON', () => {
    expect(JSON.stringify(new PersistentMap<string>().with('a', 'a secret'))).toBe('{"size":1}');
  });
});
