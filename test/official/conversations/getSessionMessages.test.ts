import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  getSessionInfo,
  getSessionMessages,
  getSubagentMessages,
  listSubagents,
} from '../../../src/index.js';
import { assistantEntry, id, lines, transcripts, userEntry } from '../../support/transcripts.js';

const disk = transcripts();
const session = `-p/${id(99)}.jsonl`;

/** The numbers of the messages. */
async function read(text: string, options = {}): Promise<number[]> {
  disk.write(session, text);
  const messages = await getSessionMessages(id(99), options);
  return messages.map(({ uuid }) => Number(uuid.slice(-12)));
}

describe('getSessionMessages', () => {
  const four = [
    userEntry(1, 'a'),
    assistantEntry(2, 'b'),
    userEntry(3, 'c'),
    assistantEntry(4, 'd'),
  ];

  it('returns messages in the shape of the official SDK', async () => {
    disk.write(session, lines(userEntry(1, 'a', { isCompactSummary: true })));
    expect(await getSessionMessages(id(99))).toEqual([
      {
        type: 'user',
        uuid: id(1),
        session_id: id(99),
        message: { role: 'user', content: 'a' },
        parent_tool_use_id: null,
        parent_agent_id: null,
        isCompactSummary: true,
        is_meta: true,
        timestamp: '2026-01-01T00:00:01.000Z',
      },
    ]);
  });

  it('returns a page', async () => {
    expect(await read(lines(...four))).toEqual([1, 2, 3, 4]);
    expect(await read(lines(...four), { limit: 2, offset: 1 })).toEqual([2, 3]);
    expect(await read(lines(...four), { offset: 9 })).toEqual([]);
  });

  it('follows the newest branch', async () => {
    const again = userEntry(5, 'e', { parentUuid: id(2) });
    expect(await read(lines(...four, again))).toEqual([1, 2, 5]);
  });

  it('leaves out notes of the CLI, and system messages unless told to', async () => {
    const [first, second, third] = four;
    const note = userEntry(5, 'note', { isMeta: true, parentUuid: id(3) });
    const system = userEntry(6, '', { type: 'system', parentUuid: id(5) });
    const last = assistantEntry(7, 'z', { parentUuid: id(6) });
    const text = lines(first, second, third, note, system, last);
    expect(await read(text)).toEqual([1, 2, 3, 7]);
    expect(await read(text, { includeSystemMessages: true })).toEqual([1, 2, 3, 6, 7]);
  });

  it('puts what a compaction keeps behind its summary', async () => {
    const kept = { anchorUuid: id(6), uuids: [id(4)], allUuids: [id(4)] };
    const boundary = userEntry(5, '', {
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      compactMetadata: { preservedMessages: kept },
    });
    const text = lines(...four, boundary, userEntry(6, 'summary'), userEntry(7, 'next'));
    expect(await read(text)).toEqual([6, 4, 7]);
    const segment = { anchorUuid: id(6), headUuid: id(3), tailUuid: id(4) };
    const older = { ...boundary, compactMetadata: { preservedSegment: segment } };
    expect(
      await read(lines(...four, older, userEntry(6, 'summary'), userEntry(7, 'next'))),
    ).toEqual([6, 3, 4, 7]);
  });

  it('returns the results of all tools that were called in one message', async () => {
    const call = (number: number, parent: number) =>
      assistantEntry(number, '', {
        parentUuid: id(parent),
        message: { id: 'msg_1', content: [{ type: 'tool_use', id: `t${number}` }] },
      });
    const result = (number: number, parent: number) =>
      userEntry(number, [{ type: 'tool_result', tool_use_id: `t${parent}` }], {
        parentUuid: id(parent),
      });
    const text = lines(userEntry(1, 'a'), call(2, 1), call(3, 2), result(4, 2), result(5, 3));
    expect(await read(text)).toEqual([1, 2, 3, 4, 5]);
  });

  it('marks what the CLI ran by itself', async () => {
    const caveat = userEntry(1, '<local-command-caveat>x', { isMeta: true });
    const command = userEntry(2, '<command-name>/x</command-name>');
    const output = userEntry(3, '<local-command-stdout>y</local-command-stdout>');
    disk.write(session, lines(caveat, command, output, userEntry(4, 'z')));
    const marked = { isCompletedLocalCommand: true };
    const messages = await getSessionMessages(id(99));
    expect(messages).toMatchObject([marked, marked, { uuid: id(4) }]);
    expect(messages[2]).not.toHaveProperty('isCompletedLocalCommand');
  });

  it('survives loops, half lines, zeros and deep nesting', async () => {
    expect(await read(lines(userEntry(1, 'a', { parentUuid: id(1) })))).toEqual([]);
    const deep = `{"uuid":${'['.repeat(100_000)}\n`;
    const half = JSON.stringify(four[3]).slice(0, -1);
    const text = `${deep}\0\0${lines(...four.slice(0, 3))}[1]\nnull\n{"uuid":\n${half}`;
    expect(await read(text)).toEqual([1, 2, 3]);
  });

  it('reads a line of 20 MB', async () => {
    expect(await read(lines(userEntry(1, 'x'.repeat(20 * 2 ** 20)), four[1]))).toEqual([1, 2]);
  });

  it.each(['../../etc/passwd', '..', '', `${id(1)}/../x`, `../${id(1)}`, `${id(1)}\0`])(
    'finds nothing for the id %j',
    async (name) => {
      writeFileSync(join(disk.projects, `${id(1)}.jsonl`), lines(...four));
      disk.write(session, lines(...four));
      expect(await getSessionMessages(name)).toEqual([]);
      expect(await getSessionInfo(name)).toBeUndefined();
      expect(await listSubagents(name)).toEqual([]);
      expect(await getSubagentMessages(id(99), name)).toEqual([]);
    },
  );
});

describe('subagents', () => {
  const folder = `-p/${id(99)}/subagents`;
  const work = lines(userEntry(1, 'work', { isSidechain: true }), assistantEntry(2, 'done'));

  it('are listed and read, wherever they are below the conversation', async () => {
    disk.write(session, lines(userEntry(1, 'a')));
    disk.write(`${folder}/agent-a1.jsonl`, work);
    disk.write(`${folder}/agent-a1.meta.json`, '{"toolUseId":"toolu_1","parentAgentId":"a0"}');
    disk.write(`${folder}/workflows/run/agent-b2.jsonl`, work);
    disk.write(`${folder}/agent-c3.txt`, work);
    expect(await listSubagents(id(99))).toEqual(['a1', 'b2']);
    const ids = { parent_tool_use_id: 'toolu_1', parent_agent_id: 'a0' };
    expect(await getSubagentMessages(id(99), 'a1')).toMatchObject([
      { type: 'user', ...ids },
      { type: 'assistant', ...ids },
    ]);
    expect(await getSubagentMessages(id(99), 'b2', { offset: 1 })).toMatchObject([
      { type: 'assistant', parent_tool_use_id: null, parent_agent_id: null },
    ]);
  });

  it('are not looked for behind a link', async () => {
    disk.write(session, lines(userEntry(1, 'a')));
    writeFileSync(join(disk.root, 'agent-a1.jsonl'), work);
    disk.write(`-p/${id(99)}/x`, '');
    symlinkSync(disk.root, join(disk.projects, folder));
    expect(await listSubagents(id(99))).toEqual([]);
  });
});
