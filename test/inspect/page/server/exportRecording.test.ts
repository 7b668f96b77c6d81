import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Signal } from '../../../../src/actors/observing/signal.js';
import { runCommandLine } from '../../../../src/cli/commandLine.js';
import { drainIntoHub } from '../../../../src/inspect/page/localPage.js';
import { exportRecording } from '../../../../src/inspect/page/server/exportRecording.js';
import { Hub } from '../../../../src/inspect/page/server/Hub.js';
import type { Content, InspectLike } from '../../../../src/options/runtimeTypes.js';
import { query } from '../../../../src/Query.js';
import { startSession } from '../../../../src/startSession.js';
import { fakeCli } from '../../../../src/testing/fakeCli.js';
import { memoryHost } from '../../../cli/support/memoryHost.js';

const folder = mkdtempSync(join(tmpdir(), 'claude-actors-recording-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = () =>
  fakeCli({
    turns: [
      [
        { text: 'I write.' },
        { tool: 'Write', input: { file_path: 'a.md', content: 'x' } },
        { text: 'Done.' },
      ],
    ],
  });

/** The recording of a run, as the page exports it. */
async function recorded(
  content: Content,
  run: (inspect: InspectLike) => Promise<unknown>,
): Promise<string> {
  const hub = new Hub();
  const drain = drainIntoHub(hub, content);
  await run({ take: (signal: Signal) => drain([signal]) } as InspectLike);
  const [system] = hub.overview();
  const log = hub.log(system?.key ?? '');
  return (log && exportRecording(log, system?.actors[0]?.id ?? '')) ?? '';
}

async function session(inspect: InspectLike): Promise<void> {
  const running = await startSession({
    options: {
      port: cli().port,
      inspect,
      hooks: { PreToolUse: [{ hooks: [async () => ({})] }] },
      canUseTool: async () => ({ behavior: 'allow' as const }),
    },
  });
  await running.send('Write it').result;
  await running.end();
}

async function oneShot(inspect: InspectLike): Promise<void> {
  for await (const _ of query('Hello', { port: cli().port, inspect })) {
    // Read to its end.
  }
}

async function replay(text: string): Promise<{ code: number; out: string; err: string }> {
  const path = join(folder, 'recording.ndjson');
  writeFileSync(path, text);
  const host = memoryHost();
  const code = await runCommandLine(['replay', path], host);
  return { code, out: host.out(), err: host.err() };
}

describe('an exported recording', () => {
  it('of a session replays like the session', async () => {
    const { code, out, err } = await replay(await recorded('shown', session));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('assistant: I write.');
    expect(out).toMatch(/state +running/);
    expect(out).toMatch(/end +completed/);
  });

  it('of a query replays like the query', async () => {
    const { code, out, err } = await replay(await recorded('shown', oneShot));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Done.');
  });

  it('without content replays the same states and contains no text', async () => {
    const text = await recorded('hidden', session);
    expect(text).not.toMatch(/I write|a\.md|Write it/);
    const { code, out } = await replay(text);
    expect(code).toBe(0);
    expect(out).toContain('assistant: [hidden]');
    expect(out).toMatch(/end +completed/);
  });

  it('keeps stderr, the error and the times', async () => {
    const text = await recorded('shown', async (inspect) => {
      const port = fakeCli({ faults: { exitAtStart: { code: 3, stderr: 'no such model' } } }).port;
      await startSession({ options: { port, inspect } }).catch(() => {});
    });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({
      ...{ dir: 'exit', code: 3, stderr: 'no such model' },
      error: { code: 'ExitedDuringStart', message: expect.stringContaining('no such model') },
    });
    for (const { at } of lines) expect(at).toBeGreaterThan(1_700_000_000_000);
    const { out } = await replay(text);
    expect(out).toContain('no such model');
  });

  it('does not exist for an actor without a CLI process', async () => {
    const hub = new Hub();
    const source = { id: 'p', pid: 1, title: 'x', content: 'shown' as const };
    const rows = [{ kind: 'actor' as const, id: 'a', name: 'own', at: 0, system: 'a' }];
    hub.receive({ source, charts: [], rows });
    const log = hub.log('p/a');
    expect(log && exportRecording(log, 'a')).toBeUndefined();
  });
});
