import { describe, expect, it } from '@jest/globals';
import { askV8 } from '../support/askV8.js';

/** Of the frames that follow many that were all kept for a while, the part that V8 makes old. */
function oldAtBirth(): number {
  return askV8(
    (url) => `
    import { decodeText } from '${url('codec/frames.js')}';
    const line = '{"type":"stream_event","event":{}}';
    let kept = [];
    for (let i = 0; i < 400_000; i++) {
      kept.push(decodeText(line));
      if (kept.length === 50_000) kept = [];
    }
    kept = undefined;
    let old = 0;
    for (let i = 0; i < 1000; i++) if (!%InYoungGeneration(decodeText(line))) old += 1;
    console.log(old / 1000);`,
    // A young generation that is as large as it may become from the start: only then V8 decides.
    ['--min-semi-space-size=1', '--max-semi-space-size=1'],
  );
}

describe('frames that come after many that had to wait for a reader', () => {
  it('are young: none keeps its message until the next full collection', () => {
    expect(oldAtBirth()).toBeLessThan(0.1);
  }, 60_000);
});
