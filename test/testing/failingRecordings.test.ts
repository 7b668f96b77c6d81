import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { memoryPort } from '../../src/ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../src/ffi/process/memoryProcess.js';
import type { ProcessHandle } from '../../src/ffi/process/port.js';
import type { Warning } from '../../src/options/runtimeTypes.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { record } from '../../src/testing/recording/record.js';
import { deferred } from '../../src/util/deferred.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claude-actors-recording-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a session of two turns that is recorded to `file`. */
async function recordedSession(file: string) {
  const { port } = fakeCli({ turns: [[{ text: 'One.' }], [{ text: 'Two.' }]] });
  const warnings: Warning[] = [];
  const session = await startSession({
    options: { port: record(file, { port }), onWarning: (warning) => warnings.push(warning) },
  });
  const results = [await session.send('a').result, await session.send('b').result];
  await session.end();
  const said = results.map((result) => (result.subtype === 'success' ? result.result : ''));
  return { said, warnings };
}

/** Starts a recorded process by hand. Collects what its owner is told. */
async function recordedProcess(file: string, args = ['-p']) {
  const processes: MemoryProcess[] = [];
  const reports: string[] = [];
  const port = record(file, { port: memoryPort({ started: (one) => processes.push(one) }) });
  const note = (report: string) => () => void reports.push(report);
  const { promise: whenOver, resolve } = deferred<void>();
  const noteEnd = (report: string) => () => {
    reports.push(report);
    if (reports.includes('exited') && reports.includes('stdoutEnded')) resolve();
  };
  const handle: ProcessHandle = port.start(
    { file: 'claude', args, env: {}, stdin: 'pipe' },
    {
      spawned: note('spawned'),
      failed: note('failed'),
      stdout: note('stdout'),
      stdoutEnded: noteEnd('stdoutEnded'),
      stderr: () => {},
      exited: noteEnd('exited'),
      warn: ({ code }) => void reports.push(code),
    },
  );
  // The port reports its process in a later turn.
  await Promise.resolve();
  const [process] = processes as [MemoryProcess];
  return { process, handle, reports, whenOver };
}

const entries = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a recording', () => {
  it('ends with one warning when the disk is full, and the session goes on', async () => {
    const file = join(folder, 'full.ndjson');
    symlinkSync('/dev/full', file);
    const { said, warnings } = await recordedSession(file);
    expect(said).toEqual(['One.', 'Two.']);
    expect(warnings).toEqual([
      {
        code: 'RecordingFailed',
        message: expect.stringMatching(/full\.ndjson could not be written: .*ENOSPC.*continues/),
        context: { path: file, error: expect.objectContaining({ code: 'ENOSPC' }) },
      },
    ]);
  });

  it('does not change the mode of a device', async () => {
    const before = statSync('/dev/full').mode;
    await recordedSession('/dev/full');
    expect(statSync('/dev/full').mode).toBe(before);
  });

  it('ends with one warning if its folder does not exist', async () => {
    const { said, warnings } = await recordedSession(join(folder, 'missing', 'a.ndjson'));
    expect(said).toEqual(['One.', 'Two.']);
    expect(warnings.map(({ code }) => code)).toEqual(['RecordingFailed']);
  });

  it('can be read by its owner only, even if the file was there before', async () => {
    const fresh = join(folder, 'fresh.ndjson');
    const old = join(folder, 'old.ndjson');
    writeFileSync(old, 'something else');
    chmodSync(old, 0o644);
    for (const file of [fresh, old]) {
      expect((await recordedSession(file)).warnings).toEqual([]);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(entries(file).at(-1)).toMatchObject({ dir: 'exit', code: 0 });
    }
  });

  it('keeps the end of stderr, however much there is', async () => {
    const file = join(folder, 'stderr.ndjson');
    const { process, handle, whenOver } = await recordedProcess(file);
    process.spawn(1);
    const chunk = 'x'.repeat(2 ** 20);
    const before = globalThis.process.memoryUsage.rss();
    for (let count = 0; count < 700; count++) process.stderr(chunk);
    process.stderr('the end');
    // All of it would be 700 MB, and too long for a string.
    expect(globalThis.process.memoryUsage.rss() - before).toBeLessThan(200 * 2 ** 20);
    process.exit({ code: 1 });
    process.endStdout();
    await whenOver;
    handle.release();
    const { stderr } = entries(file).at(-1);
    expect(stderr).toMatch(/xxx/);
    expect(stderr.endsWith('the end')).toBe(true);
    expect(stderr.length).toBeLessThanOrEqual(256 * 1024);
  });

  it('lets the event loop turn while it hides the secrets of a long line', async () => {
    const file = join(folder, 'long.ndjson');
    const { process, handle, reports, whenOver } = await recordedProcess(file);
    process.spawn(1);
    const text = 'A_KEY=x and more '.repeat(2 ** 16);
    process.stdout(`${JSON.stringify({ type: 'user', text })}\n`);
    process.stdout('{"type":"result"}\n');
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (!reports.includes('exited')) setImmediate(turn);
    };
    turn();
    process.exit({ code: 0 });
    process.endStdout();
    // The owner gets the messages at once, and the end only when the file is complete.
    expect(reports).toEqual(['spawned', 'stdout', 'stdout']);
    await whenOver;
    expect(turns).toBeGreaterThan(5);
    expect(entries(file).map(({ dir, message }) => message?.type ?? dir)).toEqual([
      'argv',
      'user',
      'result',
      'exit',
    ]);
    handle.release();
  });

  const longText = 'A_KEY=x and more '.repeat(2 ** 16);
  it.each<[string, string[], (process: MemoryProcess, handle: ProcessHandle) => void]>([
    ['line that is no message', [], (process) => process.stdout(`${longText}\n`)],
    ['prompt', ['-p'], (_, handle) => handle.write(longText, () => {})],
    [
      'message to the CLI',
      ['--input-format', 'stream-json'],
      (_, handle) => handle.write(`${JSON.stringify({ type: 'user', longText })}\n`, () => {}),
    ],
  ])('does so for a long %s too', async (what, args, feed) => {
    const file = join(folder, `${what}.ndjson`);
    const { process, handle, whenOver } = await recordedProcess(file, args);
    process.spawn(1);
    feed(process, handle);
    process.exit({ code: 0 });
    process.endStdout();
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    await whenOver;
    isOver = true;
    expect(turns).toBeGreaterThan(5);
    expect(entries(file).map(({ dir }) => dir)).toEqual(['argv', expect.any(String), 'exit']);
    handle.release();
  });

  it('makes the CLI wait while it is far behind, and resumes it', async () => {
    const file = join(folder, 'behind.ndjson');
    const { process, handle, whenOver } = await recordedProcess(file);
    process.spawn(1);
    const line = `${JSON.stringify({ type: 'user', text: 'x'.repeat(2 ** 22) })}\n`;
    for (let count = 0; count < 5; count++) process.stdout(line);
    expect(process.paused).toBe(true);
    // The owner does not undo it.
    handle.pauseOutput();
    handle.resumeOutput();
    expect(process.paused).toBe(true);
    process.exit({ code: 0 });
    expect(process.paused).toBe(false);
    process.endStdout();
    await whenOver;
    expect(entries(file)).toHaveLength(7);
    handle.release();
  });
});
