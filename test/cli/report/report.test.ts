import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../../src/cli/commandLine.js';
import { memoryHost } from '../support/memoryHost.js';
import { MainProgram } from '../support/runMain.js';

const folder = mkdtempSync(join(tmpdir(), 'claude-actors-report-'));
const recording = fileURLToPath(
  new URL(
    '../../fixtures/recordings/cli-2.1.325/session-hooks-permission-mcp.ndjson',
    import.meta.url,
  ),
);
let main: MainProgram;
beforeAll(() => {
  main = new MainProgram();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function complaint(...args: string[]): Promise<string> {
  const host = memoryHost();
  expect(await runCommandLine(args, host)).toBe(2);
  expect(host.out()).toBe('');
  return host.err();
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('claude-actors report', () => {
  it('writes one HTML file that loads nothing else', async () => {
    const { code, out, err } = await main.start(['report', '--show-content', recording]).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^<!doctype html>/);
    expect(out).toContain('note.txt');
    expect(out).not.toMatch(/(?:src|href)="(?!data:)/);
    expect(out).toContain("default-src 'none'");
    expect(out).not.toContain('sourceMappingURL');
  }, 60_000);

  it('leaves content out by default', async () => {
    const { out } = await main.start(['report', recording]).ended;
    expect(out).not.toMatch(/note\.txt|Writing\.|\/home\/dev/);
    expect(out).toContain('PreToolUse');
  }, 60_000);

  it('cannot be broken out of by a recording', async () => {
    const evil = '</script><script>document.title = "evil"</script><!--';
    const lines = [
      { dir: 'argv', args: ['--print', '--', evil] },
      { dir: 'out', message: { type: evil, note: evil } },
      { dir: 'exit', code: 0, signal: null },
    ];
    const path = file('evil.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
    const { out } = await main.start(['report', '--show-content', path]).ended;
    expect(out).not.toContain(evil);
    expect(out.match(/<\/script>/g)).toHaveLength(2);
  }, 60_000);

  it('reads a recording of a program that was killed in the middle of a line', async () => {
    const text = readFileSync(recording, 'utf8').trim();
    const cut = file('cut.ndjson', `\uFEFF${text.slice(0, -10)}`);
    const { out, code } = await main.start(['report', cut]).ended;
    expect(code).toBe(0);
    expect(out).toContain('cut.ndjson');
  }, 60_000);

  it('says what is wrong with a file', async () => {
    expect(await complaint('report')).toContain('No recording. Pass the path of a file.');
    expect(await complaint('report', join(folder, 'none.ndjson'))).toContain(
      'cannot be read (ENOENT)',
    );
    expect(await complaint('report', file('empty.ndjson', ''))).toContain('is empty');
    expect(await complaint('report', file('text.ndjson', 'Hello'))).toContain(
      'Line 1: it is not JSON.',
    );
    const headless = file('headless.ndjson', '{"dir":"exit","code":0}');
    expect(await complaint('report', headless)).toContain('a recording begins with {"dir":"argv"');
  });

  it('asks for a redirect on a terminal', async () => {
    const host = memoryHost({ terminal: true });
    expect(await runCommandLine(['report', recording], host)).toBe(2);
    expect(host.err()).toMatch(/Redirect the report to a file: .*mcp\.ndjson > .*mcp\.html/);
  });
});

describe('claude-actors inspect with a file', () => {
  it('says what is wrong with it', async () => {
    expect(await complaint('inspect', join(folder, 'none.ndjson'))).toContain('ENOENT');
    expect(await complaint('inspect', file('bad.jsonl', '{}'))).toContain(
      'Line 1: "dir" is undefined',
    );
  });
});
