import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createActor, emit, setup } from 'xstate';
import { sessionMachine } from '../../../../src/actors/machines.js';
import { observerFor } from '../../../../src/actors/observing/inspection.js';
import type { Signal } from '../../../../src/actors/observing/signal.js';
import { sessionInput } from '../../../../src/embedding.js';
import {
  actionsFor,
  type Chart,
  type EventBody,
  type Row,
  type UnnumberedRow,
} from '../../../../src/inspect/page/model/rows.js';
import { SystemLog } from '../../../../src/inspect/page/model/SystemLog.js';
import { RowBuilder } from '../../../../src/inspect/page/report/RowBuilder.js';
import type { Content, InspectLike } from '../../../../src/options/runtimeTypes.js';
import { query } from '../../../../src/Query.js';
import { startSession } from '../../../../src/startSession.js';
import { fakeCli } from '../../../../src/testing/fakeCli.js';

const prompt = 'Please find the PROMPTWORD.';
const scenario = {
  turns: [
    [
      { text: 'Here is the ANSWERWORD.' },
      { tool: 'Bash', input: { command: 'echo TOOLWORD' } },
      { text: 'Done.' },
    ],
  ],
};

/** Collects signals and turns them into rows. */
class SignalCollector {
  readonly signals: Signal[] = [];
  readonly take = (signal: Signal) => void this.signals.push(signal);

  build(content: Content): { rows: UnnumberedRow[]; charts: Chart[] } {
    return new RowBuilder(content).build(this.signals);
  }
}

const asInspect = (collector: SignalCollector) => collector as unknown as InspectLike;

async function runSession(options: object = {}): Promise<SignalCollector> {
  const collector = new SignalCollector();
  const session = await startSession({
    options: {
      port: fakeCli(scenario).port,
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [async () => ({})] }] },
      canUseTool: async () => ({ behavior: 'allow' as const }),
      inspect: asInspect(collector),
      ...options,
    },
  });
  await session.send(prompt).result;
  await session.end();
  return collector;
}

function only<Kind extends UnnumberedRow['kind']>(rows: readonly UnnumberedRow[], kind: Kind) {
  return rows.filter((row): row is Extract<UnnumberedRow, { kind: Kind }> => row.kind === kind);
}

describe('the rows of a session', () => {
  it('report its actors, states, events and frames in order, in one system', async () => {
    const { rows, charts } = (await runSession()).build('hidden');
    expect(new Set(rows.map(({ system }) => system)).size).toBe(1);
    const actors = only(rows, 'actor');
    const roles = actors.flatMap(({ role }) => role ?? []);
    expect(new Set(roles)).toEqual(
      new Set(['session', 'process', 'version', 'watchdog', 'request', 'callback', 'turn']),
    );
    const [session] = actors;
    const states = only(rows, 'state').filter(({ id }) => id === session?.id);
    expect([...new Set(states.map(({ active }) => active[0]))]).toEqual([
      'starting',
      'initSent',
      'running',
      'stopping',
      'stopped',
    ]);
    expect(states.at(-1)).toMatchObject({ status: 'done' });
    expect(states.flatMap(({ steps }) => steps ?? [])).toContainEqual({
      from: 'initSent',
      to: ['running'],
      event: 'xstate.done.actor.*',
    });
    expect(charts.map(({ name }) => name)).toContain('session');
    expect(only(rows, 'frame').map(({ dir, type }) => `${dir} ${type}`)).toEqual(
      expect.arrayContaining(['in control_request', 'in user', 'out assistant', 'out result']),
    );
    expect(only(rows, 'exited')).toMatchObject([{ id: session?.id, code: 0 }]);
    expect(only(rows, 'eof')).toHaveLength(1);
  });

  it('leave no actor alive once the session is over', async () => {
    const { rows } = (await runSession()).build('hidden');
    const ended = new Set(
      only(rows, 'state').flatMap((row) => (row.status === 'active' ? [] : row.id)),
    );
    const living = only(rows, 'actor').filter(({ id }) => !ended.has(id));
    expect(living.map(({ name }) => name)).toEqual([]);
  });

  it('say which hook is called and for which tool', async () => {
    const { rows } = (await runSession()).build('hidden');
    expect(only(rows, 'frame').flatMap(({ about }) => about ?? [])).toEqual(
      expect.arrayContaining(['PreToolUse · Bash']),
    );
    expect(only(rows, 'actor').find(({ role }) => role === 'callback')?.metadata).toMatchObject({
      kind: 'hook',
    });
  });

  it('name the actions that each event ran, and their targets', async () => {
    const { rows } = (await runSession()).build('hidden');
    const log = new SystemLog();
    for (const row of rows) log.add(row);
    const actionsOf = (type: string) => {
      const events = log.rows.filter((row) => row.kind === 'event' && row.type === type);
      return events.map((row) => actionsFor(row as Row & EventBody, log.rows));
    };
    const [hook, permission] = actionsOf('cli.callback');
    expect(hook).toContainEqual(expect.stringMatching(/^xstate\.spawnChild callback#/));
    expect(permission).not.toEqual(hook);
    expect(actionsOf('cli.result')[0]).toContain('xstate.emit messages');
    expect(actionsFor({ kind: 'event', to: 'x', type: 'x', n: 0, at: 0 }, log.rows)).toEqual([]);
  });

  it('contain no content unless it is shown', async () => {
    const collector = await runSession({ systemPrompt: 'SYSTEMWORD' });
    const hidden = JSON.stringify(collector.build('hidden'));
    for (const word of ['PROMPTWORD', 'ANSWERWORD', 'TOOLWORD', 'SYSTEMWORD']) {
      expect(hidden).not.toContain(word);
    }
    const shown = JSON.stringify(collector.build('shown'));
    for (const word of ['PROMPTWORD', 'ANSWERWORD', 'TOOLWORD']) expect(shown).toContain(word);
  });

  it('of a one-shot query hide its prompt', async () => {
    const collector = new SignalCollector();
    const options = { port: fakeCli(scenario).port, inspect: asInspect(collector) };
    for await (const _ of query(prompt, { mode: 'oneShot', ...options })) {
      // Read to its end.
    }
    const { rows } = collector.build('hidden');
    expect(only(rows, 'actor')[0]).toMatchObject({ role: 'query' });
    expect(only(rows, 'spawned')[0]?.args).toContain('--output-format');
    expect(JSON.stringify(rows)).not.toContain('PROMPTWORD');
    expect(JSON.stringify(collector.build('shown').rows)).toContain('PROMPTWORD');
  });
});

describe('secrets', () => {
  beforeEach(() => {
    process.env.MY_SERVICE_TOKEN = 'parent-secret-0123456789';
  });
  afterEach(() => {
    delete process.env.MY_SERVICE_TOKEN;
  });

  it('are in no row, even if content is shown and contains them', async () => {
    const collector = new SignalCollector();
    const said = 'It is child-secret-9876543210 and parent-secret-0123456789.';
    const session = await startSession({
      options: {
        port: fakeCli({ turns: [[{ text: said }]] }).port,
        env: { ANTHROPIC_API_KEY: 'child-secret-9876543210' },
        mcpServers: {
          web: {
            type: 'http',
            url: 'http://127.0.0.1:9/',
            headers: { Authorization: 'Bearer flag-secret-5555555555' },
          },
        },
        inspect: asInspect(collector),
      },
    });
    await session.send('What is {"api_key":"json-secret-1234567890"}?').result;
    await session.end();
    for (const content of ['hidden', 'shown'] as const) {
      const made = JSON.stringify(collector.build(content));
      expect(made).not.toMatch(/(?:child|parent|flag|json)-secret/);
    }
    const frames = only(collector.build('shown').rows, 'frame');
    for (const { text = '' } of frames) expect(() => JSON.parse(text)).not.toThrow();
    expect(frames.some(({ text }) => text?.includes('It is [hidden]'))).toBe(true);
  });
});

describe("a session in a user's machine", () => {
  const machineOf = (options: object) =>
    setup({ actors: { claude: sessionMachine } }).createMachine({
      id: 'review',
      context: { note: 'CONTEXTWORD' },
      invoke: { src: 'claude', id: 'claude', input: () => sessionInput(options, prompt) },
      initial: 'waiting',
      states: { waiting: { on: { 'claude.done': 'over' } }, over: { type: 'final' } },
    });

  it.each(['known from its creation', 'found when the session starts'])(
    'reports the whole system, %s',
    async (how) => {
      const collector = new SignalCollector();
      const options = { port: fakeCli(scenario).port, inspect: asInspect(collector) };
      const inspect = how.startsWith('known') ? observerFor(collector) : undefined;
      const actor = createActor(machineOf(options), { inspect });
      const over = new Promise<void>((resolve) => {
        actor.subscribe({ complete: resolve });
      });
      actor.start();
      await new Promise<void>((resolve) => {
        const look = () => {
          const { claude } = actor.getSnapshot().children;
          if (claude?.getSnapshot().matches({ running: { run: 'over' } })) resolve();
          else setImmediate(look);
        };
        look();
      });
      actor.getSnapshot().children.claude?.send({ type: 'op.end' });
      await over;
      const { rows, charts } = collector.build('hidden');
      const [root, ...others] = only(rows, 'actor');
      expect(root).toMatchObject({ name: 'review' });
      expect(root?.role).toBeUndefined();
      expect(others.filter(({ name }) => name === 'claude')).toMatchObject([
        { parent: root?.id, role: 'session' },
      ]);
      expect(new Set(rows.map(({ system }) => system)).size).toBe(1);
      expect(charts.map(({ name }) => name)).toEqual(expect.arrayContaining(['review', 'session']));
      const states = only(rows, 'state').filter(({ id }) => id === root?.id);
      // A step that only ran actions repeats the state.
      const paths = new Set(states.map(({ active }) => active.join()));
      expect([...paths]).toEqual(['waiting', 'over']);
      expect(JSON.stringify({ rows, charts })).not.toContain('CONTEXTWORD');
      expect(only(rows, 'frame').length).toBeGreaterThan(4);
    },
  );
});

describe("the actions of a user's machine", () => {
  it('are reported without their parameters, and only the first ones', () => {
    const collector = new SignalCollector();
    const loud = Array.from({ length: 200 }, () => ({
      type: 'say',
      params: { text: 'PARAMWORD' },
    }));
    const machine = setup({
      types: { events: {} as { type: 'go' } | { type: 'shout' } },
      actions: { say: (_, __: { text: string }) => {} },
    }).createMachine({
      id: 'own',
      on: {
        go: { actions: [{ type: 'say', params: { text: 'PARAMWORD' } }, emit({ type: 'said' })] },
        shout: { actions: loud as never },
      },
    });
    const actor = createActor(machine, { inspect: observerFor(collector) }).start();
    actor.send({ type: 'go' });
    actor.send({ type: 'shout' });
    actor.stop();
    for (const content of ['hidden', 'shown'] as const) {
      const { rows } = collector.build(content);
      const [go, shout] = only(rows, 'state').flatMap(({ actions }) => (actions ? [actions] : []));
      expect(go).toEqual(['say', 'xstate.emit said']);
      expect(shout).toEqual(Array.from({ length: 50 }, () => 'say'));
      expect(JSON.stringify(rows)).not.toContain('PARAMWORD');
    }
  });
});

describe('invalid frames and events', () => {
  it.each([
    ['a line that is no JSON', [{ garbage: 'oops' }], { type: 'not JSON', cut: true }],
    [
      'a frame with too many texts',
      [{ frame: { type: 'assistant', message: { content: Array(40_000).fill('a text') } } }],
      { type: 'assistant', cut: true },
    ],
    [
      'a huge frame that is nested deeply',
      [{ garbage: `{"type":"assistant","deep":${'['.repeat(150_000)}${']'.repeat(150_000)}}` }],
      { type: 'assistant', cut: true },
    ],
  ])('%s is listed and not kept', async (_, steps, row) => {
    const collector = new SignalCollector();
    const session = await startSession({
      options: {
        port: fakeCli({ turns: [[...steps, { text: 'ok' }]] }).port,
        inspect: asInspect(collector),
      },
    });
    await session.send('x').result;
    await session.end();
    const found = only(collector.build('shown').rows, 'frame').filter(({ cut }) => cut);
    expect(found).toMatchObject([row]);
    expect(found[0]?.text).toBeUndefined();
  });

  it('a huge frame keeps the beginnings of its texts, and no half of a secret', async () => {
    const collector = new SignalCollector();
    const secret = 'k-31415926535897932384626433832795';
    const result = `${'x'.repeat(3_990)}${secret}${'y'.repeat(400_000)}`;
    const read = { tool: 'Read', input: { file_path: 'big.txt' }, result };
    const session = await startSession({
      options: {
        port: fakeCli({ turns: [[read, { text: 'ok' }]] }).port,
        ...{ inspect: asInspect(collector), env: { MY_API_KEY: secret } },
      },
    });
    await session.send('x').result;
    await session.end();
    const frames = only(collector.build('shown').rows, 'frame');
    const [row] = frames.filter(({ cut }) => cut);
    expect(row?.bytes).toBeGreaterThan(400_000);
    expect(row?.text?.length).toBeLessThan(20_000);
    expect(row?.text).toContain('xxx');
    expect(row?.text).not.toContain('k-31415');
    const { message } = JSON.parse(row?.text ?? '') as { message: { content: [object] } };
    expect(message.content[0]).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_1' });
    expect(row?.text).toMatch(/… \(404,0\d\d characters\)/);
  });

  it('an event that throws when it is read is left out and counted', () => {
    const collector = new SignalCollector();
    const machine = setup({}).createMachine({ id: 'own', on: { bad: {} } });
    const actor = createActor(machine, { inspect: observerFor(collector) }).start();
    const bad = {
      get type(): string {
        if (armed) throw new Error('mine');
        return 'bad';
      },
    };
    let armed = false;
    actor.send(bad as { type: 'bad' });
    armed = true;
    const { rows } = collector.build('hidden');
    actor.stop();
    expect(only(rows, 'dropped').reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
    expect(only(rows, 'actor')).toHaveLength(1);
  });
});
