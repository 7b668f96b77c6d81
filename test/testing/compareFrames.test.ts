import { describe, expect, it } from '@jest/globals';
import { readCliRecording } from './cliRecordings.js';
import { compareFrames } from './compareFrames.js';
import type { Json } from './json.js';
import { maskFrames } from './maskFrames.js';

const frames = async (): Promise<Json[]> => {
  const entries = await readCliRecording('cli-2.1.325/session-hooks-permission-mcp');
  return entries.flatMap((entry) => (entry.dir === 'out' ? [entry.message] : []));
};
const differences = (left: Json[], right: Json[]) =>
  compareFrames(maskFrames(left), maskFrames(right));

/** A copy with one leaf changed, by the path to it. */
function changed(value: unknown, [key, ...rest]: (string | number)[], to: unknown): unknown {
  if (key === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json;
  copy[key] = changed(copy[key], rest, to);
  if (rest.length === 0 && to === undefined) delete copy[key];
  return copy;
}

describe('the comparison with recordings', () => {
  it('finds nothing if nothing differs', async () => {
    expect(differences(await frames(), await frames())).toEqual([]);
  });

  it('finds every missing and every extra frame', async () => {
    const all = await frames();
    for (const index of all.keys()) {
      const fewer = all.toSpliced(index, 1);
      expect(differences(all, fewer)).toContainEqual(expect.stringMatching(/^- only recorded/));
      expect(differences(fewer, all)).toContainEqual(expect.stringMatching(/^\+ only simulated/));
    }
  });

  it('finds frames in another order', async () => {
    const all = await frames();
    const [first, second, ...rest] = all;
    const swapped = [second, first, ...rest] as Json[];
    expect(differences(all, swapped).length).toBeGreaterThan(0);
  });

  it('finds a field that is missing in any frame', async () => {
    for (const [index, frame] of (await frames()).entries()) {
      for (const key of Object.keys(frame)) {
        const without = changed(frame, [key], undefined) as Json;
        expect([index, key, differences([frame], [without]).length > 0]).toEqual([
          index,
          key,
          true,
        ]);
      }
    }
  });

  it('finds an id in the place of another', async () => {
    const all = await frames();
    const [index, frame] = [...all.entries()].find(([, { type }]) => type === 'result') ?? [0, {}];
    const other = changed(frame, ['user_message_uuids', 0], frame.uuid) as Json;
    expect(differences(all, all.with(index, other)).length).toBeGreaterThan(0);
  });

  it('does not look at counts, times and ids as such', () => {
    const frame = { type: 'result', duration_ms: 1, uuid: '00000000-0000-4000-8000-000000000001' };
    const other = { type: 'result', duration_ms: 2, uuid: '00000000-0000-4000-8000-000000000002' };
    expect(differences([frame], [other])).toEqual([]);
  });
});
