import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Build, buildSources } from './buildSources.js';

/**
 * Runs a program outside of jest that looks at the objects of `src` with V8's own functions, such as
 * `%HaveSameMap`. Gives what it printed, which is JSON.
 */
export function askV8<Answer>(
  program: (url: Build['url']) => string,
  flags: string[] = [],
): Answer {
  const build = buildSources();
  const folder = mkdtempSync(join(tmpdir(), 'claude-actors-v8-'));
  try {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, program(build.url));
    const args = ['--allow-natives-syntax', ...flags, file];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  } finally {
    build.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
