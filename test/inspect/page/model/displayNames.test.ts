import { describe, expect, it } from '@jest/globals';
import type { Signal } from '../../../../src/actors/observing/signal.js';
import { calculator } from '../../../../src/cli/demo/calculator.js';
import {
  actorName,
  actorNameIn,
  eventLabelIn,
  type NamedActor,
} from '../../../../src/inspect/page/model/displayNames.js';
import type { Row, RowBody } from '../../../../src/inspect/page/model/rows.js';
import { SequenceLog } from '../../../../src/inspect/page/model/SequenceLog.js';
import { SystemLog } from '../../../../src/inspect/page/model/SystemLog.js';
import { RowBuilder } from '../../../../src/inspect/page/report/RowBuilder.js';
import type { Content, InspectLike } from '../../../../src/options/runtimeTypes.js';
import { startSession } from '../../../../src/startSession.js';
import { fakeCli } from '../../../../src/testing/fakeCli.js';

const uuid = '1ab2c2ea-5339-4e64-b818-a47d24538d37';
const callback = (metadata: NamedActor['metadata'], about?: string): NamedActor => ({
  name: 'callback#067e1d66-0000',
  role: 'callback',
  metadata,
  ...(about && { about }),
});

describe('the name of an actor', () => {
  it.each<[string, NamedActor]>([
    ['hook PreToolUse Bash', callback({ kind: 'hook', label: 'hook_0' }, 'PreToolUse · Bash')],
    ['hook Stop', callback({ kind: 'hook', label: 'hook_0', hookEvent: 'Stop' })],
    [
      'hook PreToolUse Write',
      callback({ kind: 'hook', label: 'hook_0', hookEvent: 'PreToolUse', toolName: 'Write' }),
    ],
    ['hook hook_0', callback({ kind: 'hook', label: 'hook_0' })],
    ['permission Write', callback({ kind: 'permission', label: 'Write' }, 'Write')],
    ['permission dialog trust', callback({ kind: 'permission', label: 'the dialog trust' })],
    ['mcp calc', callback({ kind: 'mcp', label: 'calc' }, 'calc · tools/call')],
    [
      'request interrupt',
      { name: 'request#req_1', role: 'request', metadata: { id: 'req_1', subtype: 'interrupt' } },
    ],
    ['turn 1ab2c2ea', { name: `turn#${uuid}`, role: 'turn', metadata: { uuid } }],
    ['task t1', { name: 'task#t1', role: 'task', metadata: { id: 't1' } }],
    ['task build', { name: 'task#t1', role: 'task', metadata: { id: 't1', description: 'build' } }],
    ['process', { name: 'process', role: 'process' }],
    ['turn#1ab2c2ea', { name: `turn#${uuid}`, role: 'turn' }],
    // A user's own actors keep their names, whatever they are called.
    ['request#mine', { name: 'request#mine', metadata: { subtype: 'interrupt' } }],
  ])('%s', (name, actor) => {
    expect(actorName(actor)).toBe(name);
  });

  it('is port reader for the OS side of a process', () => {
    expect(actorName({ name: 'os' }, 'process')).toBe('port reader');
    expect(actorName({ name: 'os' }, undefined)).toBe('os');
  });
});

/** The log of a session with a hook, a permission, an MCP server, a request and a task. */
async function inspected(
  content: Content,
  isSeen: (signal: Signal) => boolean = () => true,
): Promise<SystemLog> {
  const signals: Signal[] = [];
  const task = { type: 'system', subtype: 'task_started', task_id: 't1', description: 'TASKWORD' };
  const cli = fakeCli({
    turns: [
      [
        { frame: { ...task, session_id: 's', uuid } },
        { tool: 'Write', input: { file_path: 'TOOLWORD', content: '' } },
        { tool: 'mcp__calc__add', input: { a: 1, b: 2 } },
        { text: 'Done.' },
      ],
    ],
  });
  const session = await startSession({
    options: {
      port: cli.port,
      inspect: { take: (signal: Signal) => void signals.push(signal) } as InspectLike,
      hooks: { PreToolUse: [{ hooks: [async () => ({})] }] },
      canUseTool: async () => ({ behavior: 'allow' as const }),
      mcpServers: { calc: { type: 'sdk', name: 'calc', instance: calculator() } },
    },
  });
  await session.send('PROMPTWORD').result;
  await session.setModel('sonnet');
  await session.end();
  const log = new SystemLog();
  for (const row of new RowBuilder(content).build(signals.filter(isSeen)).rows) log.add(row);
  return log;
}

const namesIn = ({ head }: SystemLog) =>
  Object.values(head.actors).map(({ id }) => actorNameIn(head, id));

describe('the actors of a session', () => {
  it('are visible by name', async () => {
    const log = await inspected('hidden');
    const names = namesIn(log);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['session', 'process', 'port reader', 'version', 'watchdog'],
        ...['request initialize', 'request set_model', 'hook PreToolUse Write'],
        ...['permission Write', 'mcp calc', 'task t1', 'turn 1'],
      ]),
    );
    expect(names.filter((name) => name.includes('#'))).toEqual([]);
  });

  it('are visible by name even if no frame was seen', async () => {
    const names = namesIn(await inspected('hidden', ({ kind }) => kind === 'xstate'));
    expect(names).toEqual(
      expect.arrayContaining(['hook PreToolUse Write', 'permission Write', 'mcp calc']),
    );
  });

  it('show the description of a task only with content', async () => {
    expect(namesIn(await inspected('shown'))).toContain('task TASKWORD');
    expect(JSON.stringify((await inspected('hidden')).head)).not.toContain('WORD');
  });

  it('are named in the sequence', async () => {
    const { rows, head } = await inspected('hidden');
    const [session] = Object.keys(head.actors);
    const sequence = new SequenceLog(session ?? '');
    for (const row of rows) sequence.add(row);
    const labels = sequence.arrows.map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining([
        'cli.callback · hook PreToolUse Write',
        'callback.answered · hook PreToolUse Write',
        'permission Write done',
        'op.request · set_model',
        'request.succeeded · request set_model',
        'control_request/hook_callback PreToolUse Write',
        'control_response/success · hook PreToolUse Write',
        'process.write · hook PreToolUse Write',
        'os.write · permission Write',
      ]),
    );
    expect(labels.filter((label) => /#/.test(label))).toEqual([]);
  });
});

describe('the label of an event', () => {
  it('names the child that it is from', () => {
    const log = new SystemLog();
    const add = (row: RowBody) => log.add({ ...row, at: 1 } as Row);
    add({ kind: 'actor', id: 's', name: 'session', role: 'session' });
    add({
      ...{ kind: 'actor', id: 'q', parent: 's', name: 'request#req_1', role: 'request' },
      metadata: { subtype: 'interrupt' },
    });
    const label = (type: string) => eventLabelIn(log.head, type, 's');
    expect(label('xstate.done.actor.request#req_1')).toBe('request interrupt done');
    expect(label('xstate.error.actor.request#req_1')).toBe('request interrupt failed');
    expect(label('xstate.done.actor.request#req_9')).toBe('request#req_9 done');
    expect(label('op.send')).toBe('op.send');
  });
});
