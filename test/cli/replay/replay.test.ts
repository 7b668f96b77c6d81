import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../../src/cli/commandLine.js';
import { problemOf } from '../../../src/cli/replay/replayCommand.js';
import { readRecording, recordingNames } from '../../support/recordings.js';
import { messagesOf } from '../../support/replayLines.js';
import { memoryHost } from '../support/memoryHost.js';

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/recordings/${name}.ndjson`, import.meta.url));

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'claude-actors-replay-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(directory, 'recording.ndjson');
  writeFileSync(path, text);
  return path;
}

async function replay(path: string, ...flags: string[]) {
  const host = memoryHost();
  const code = await runCommandLine(['replay', path, ...flags], host);
  return { code, out: host.out(), err: host.err() };
}

interface Told {
  line: number;
  kind: string;
  [field: string]: unknown;
}

async function told(path: string) {
  const { code, out, err } = await replay(path, '--json');
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Told);
  return { code, err, events, of: (kind: string) => events.filter((one) => one.kind === kind) };
}

describe('claude-actors replay', () => {
  it.each(recordingNames)('plays %s to its end', async (name) => {
    const { code, err, of } = await told(pathOf(name));
    expect([code, err]).toEqual([0, '']);
    const { entries } = await readRecording(name);
    expect(of('end')).toEqual([expect.objectContaining({ line: entries.length })]);
  });

  it('shows states, turns, messages and calls, each with its line', async () => {
    const name = 'cli-2.1.325/session-hooks-permission-mcp';
    const { of, events } = await told(pathOf(name));
    expect(of('state').map(({ line, state }) => `${line} ${state}`)).toEqual([
      '1 starting',
      '1 initSent',
      '5 running',
      '64 stopping',
      '66 stopped',
    ]);
    expect(of('call').map(({ line, call }) => `${line} ${call}`)).toEqual(['8 send', '64 end']);
    expect(of('turn').map(({ state }) => state)).toEqual(['queued', 'started', 'completed']);
    const messages = messagesOf(await readRecording(name));
    expect(of('message').map(({ line, message }) => ({ line, message }))).toEqual(messages);
    expect(of('warning')).toEqual([]);
    expect(events.at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' });
  });

  it('shows the same as text, with streamed parts only with --verbose', async () => {
    const path = pathOf('cli-2.1.325/session-hooks-permission-mcp');
    const { out } = await replay(path);
    expect(out).toContain('   57  message  assistant: Done.\n');
    expect(out).toContain('   25  message  assistant: [Write note.txt]\n');
    expect(out).toMatch(/^ {3}63 {2}message {2}result\/success: ok · \$0\.0004 · 3 turns/m);
    expect(out).not.toContain('stream_event');
    const verbose = await replay(path, '--verbose');
    expect(verbose.out).toContain('message  stream_event/content_block_delta\n');
  });

  it('shows how a session failed', async () => {
    const { of } = await told(pathOf('cli-2.1.325/session-sigterm'));
    expect(of('error')).toEqual([expect.objectContaining({ code: 'ProcessError' })]);
    expect(of('end')).toEqual([
      expect.objectContaining({ outcome: 'failed', code: 'ProcessError' }),
    ]);
  });

  it('plays a recording of a program that gives other ids', async () => {
    const text = readFileSync(pathOf('cli-2.1.325/session-hooks-permission-mcp'), 'utf8')
      .replaceAll('"req_0"', '"first"')
      .replaceAll(/"hook_(\d)"/g, '"their-hook-$1"');
    const { code, of } = await told(fileOf(text));
    expect(code).toBe(0);
    expect(of('warning')).toEqual([]);
    expect(of('state').map(({ state }) => state)).toContain('running');
  });

  it('plays a handshake that registers nonsense', async () => {
    const initialize = { subtype: 'initialize', hooks: { Stop: 5, X: [{}] }, sdkMcpServers: 'x' };
    const request = { type: 'control_request', request_id: 'a', request: initialize };
    const response = { subtype: 'success', request_id: 'a', response: {} };
    const lines = [
      { dir: 'argv', args: ['--input-format', 'stream-json'] },
      { dir: 'in', message: request },
      { dir: 'out', message: { type: 'control_response', response } },
      { dir: 'in', eof: true },
      { dir: 'exit', code: 0 },
    ];
    const { code, of } = await told(fileOf(lines.map((line) => JSON.stringify(line)).join('\n')));
    expect(code).toBe(0);
    expect(of('end')).toEqual([{ line: 5, kind: 'end', outcome: 'completed' }]);
  });

  it('says that a recording stops before the CLI does', async () => {
    const lines = readFileSync(pathOf('cli-2.1.325/session-two-turns'), 'utf8').split('\n');
    const { code, out, err } = await replay(fileOf(lines.slice(0, 8).join('\n')));
    expect(code).toBe(1);
    expect(out).toContain('running');
    expect(err).toContain('stops before the CLI exits');
  });

  it('says that the session is still waiting though the CLI has exited', () => {
    const entry = { dir: 'exit', code: 0, signal: null } as const;
    const recording = { mode: 'session', lines: [{ number: 1, entry }] } as const;
    expect(problemOf(false, recording)).toContain('is still waiting');
    expect(problemOf(true, recording)).toBeUndefined();
  });

  it.each([
    ['', /is empty/],
    ['{"dir":"argv","args":[]}\n\nnot JSON\n', /Line 3: it is not JSON/],
    [
      '{"dir":"argv","args":[]}\nnull\n{"dir":"exit","code":0}\n',
      /Line 2: it is not a JSON object/,
    ],
    ['{"dir":"argv","args":[]}\nnull', /Line 2: it is not a JSON object/],
    ['[1]', /Line 1: it is not a JSON object/],
    ['{"type":"assistant"}', /Line 1: "dir" is undefined/],
    ['{"dir":"out","message":{"type":"x"}}', /Line 1: a recording begins with/],
    ['{"dir":"argv"}', /Line 1: "args" is not a list/],
    [
      '{"dir":"argv","args":[]}\n{"dir":"in"}',
      /Line 2: it has neither a "message", nor "text", nor "eof"/,
    ],
    ['{"dir":"argv","args":[]}\n{"dir":"out","message":{}}', /Line 2: it has neither a "text"/],
    ['{"dir":"argv","args":[]}\n{"dir":"out","text":7}', /Line 2: it has neither a "text"/],
    ['{"dir":"argv","args":[]}\n{"dir":"exit"}', /Line 2: it has neither a "code" nor a "signal"/],
    ['{"dir":"argv","args":[]}\n{"dir":"argv","args":[]}', /Line 2: the CLI starts twice/],
  ])('says why %j is not a recording', async (text, message) => {
    const { code, out, err } = await replay(fileOf(text));
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, '']);
  });
});
