import { describe, expect, it } from '@jest/globals';
import { Hub } from '../../../src/inspect/page/server/Hub.js';
import { lineTimes } from '../../../src/inspect/recording/lineTimes.js';
import { playRecording } from '../../../src/inspect/recording/playRecording.js';
import { receiveRecording } from '../../../src/inspect/recording/receiveRecording.js';
import { parseRecording } from '../../../src/testing/recording/readRecording.js';

const secret = `sk-ant-api03-${'Zq9xT7wLk2Vb8nRm4Yc6Pd1Hf3Gj5Sa0QeUiOoXx'}AA`;
const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json'];

function textOf(entries: readonly object[]): string {
  return entries.map((entry) => JSON.stringify(entry)).join('\n');
}

async function report(
  entries: readonly object[],
  content: 'shown' | 'hidden',
  title = 'run.ndjson',
): Promise<string> {
  const recording = await parseRecording('run.ndjson', textOf(entries));
  return JSON.stringify(await playRecording(recording, { title, content }));
}

const out = (message: object) => ({ dir: 'out', message });
const toolUse = { type: 'tool_use', id: secret, name: `mcp__${secret}`, input: { [secret]: 1 } };
/** A secret wherever the page takes a name from. */
const namedAfterSecrets = [
  { dir: 'argv', args: streams },
  out({ type: secret, subtype: secret, request_id: secret }),
  out({ type: 'assistant', message: { role: 'assistant', content: [toolUse] } }),
  out({
    ...{ type: 'control_request', request_id: 'r1' },
    request: { subtype: 'can_use_tool', tool_name: `T ${secret}`, input: {}, tool_use_id: secret },
  }),
  out({ type: 'system', subtype: 'task_started', task_id: secret, task_type: secret }),
  out({ type: 'command_lifecycle', command_uuid: secret, state: secret }),
  {
    ...{ dir: 'exit', code: 1, signal: null, stderr: `boom ${secret}` },
    error: { code: `Code ${secret}`, message: secret },
  },
];

describe('a hostile recording', () => {
  it.each(['shown', 'hidden'] as const)(
    'has no secret in any field, content %s',
    async (content) => {
      const json = await report(namedAfterSecrets, content, `${secret}.ndjson`);
      expect(json.match(/"subtype":"can_use_tool"/g)).toHaveLength(1);
      expect(json.match(/.{30}Zq9xT7/g)).toBeNull();
    },
  );

  it('does not show an argument that looks like a flag and is none', async () => {
    const prompt = '---\nname: NEEDLE\n---\nYou are a pirate.';
    const args = ['--append-system-prompt', prompt, '--NEEDLE in a prompt', ...streams];
    const json = await report([{ dir: 'argv', args }], 'hidden');
    expect(json.match(/--append-system-prompt/g)).toHaveLength(1);
    expect(json.match(/.{30}NEEDLE/g)).toBeNull();
  });

  it('cannot show content as the code of an error', async () => {
    const exit = { dir: 'exit', code: 1, signal: null, error: { code: 'NEEDLE in a code' } };
    const json = await report([{ dir: 'argv', args: streams }, exit], 'hidden');
    expect(json.match(/.{30}NEEDLE/g)).toBeNull();
  });

  it('has only times that a clock can show', () => {
    const at = [1_000, 1e308, -1e15, 9e15, Number.NaN, 2_000];
    const lines = at.map((time, index) => ({
      number: index + 1,
      entry: { dir: 'in' as const, eof: true as const, at: time },
    }));
    expect(lineTimes({ lines })).toEqual([1_000, 1_001, 1_002, 1_003, 1_004, 2_000]);
  });
});

describe('a long recording', () => {
  it('keeps its beginning', async () => {
    const delta = {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'x' },
    };
    const tokens = Array.from({ length: 6_000 }, () => out({ type: 'stream_event', event: delta }));
    const prompt = { type: 'user', message: { role: 'user', content: 'The first prompt' } };
    const entries = [
      { dir: 'argv', args: streams },
      { dir: 'in', message: prompt },
      ...tokens,
      { dir: 'exit', code: 0, signal: null },
    ];
    const hub = new Hub();
    await receiveRecording(hub, 'long.ndjson', textOf(entries));
    const [system] = hub.overview();
    const log = hub.log(system?.key ?? '');
    expect(log?.next).toBeGreaterThan(12_000);
    expect(log?.rows[0]?.n).toBe(0);
    expect(log?.start().limits.rows).toBeGreaterThan(log?.rows.length ?? 0);
  }, 60_000);
});
