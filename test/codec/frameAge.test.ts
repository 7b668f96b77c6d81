import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Build, buildSources } from '../support/buildSources.js';

let build: Build;
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-age-'));

beforeAll(() => {
  build = buildSources();
}, 60_000);

afterAll(() => {
  build.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Of the frames that follow many that were all kept for a while, the part that V8 makes old. */
function oldAtBirth(): number {
  const file = join(folder, 'program.mjs');
  writeFileSync(
    file,
    `
    import { decodeText } from '${build.url('codec/frames.js')}';
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
  );
  // A young generation that is as large as it may become from the start: only then V8 decides.
  const flags = ['--allow-natives-syntax', '--min-semi-space-size=1', '--max-semi-space-size=1'];
  return Number(execFileSync(process.execPath, [...flags, file], { encoding: 'utf8' }));
}

describe('frames that come after many that had to wait for a reader', () => {
  it('are young: none keeps its message until the next full collection', () => {
    expect(oldAtBirth()).toBeLessThan(0.1);
  }, 60_000);
});
