import { afterEach, describe, expect, it } from '@jest/globals';
import { createActor, fromPromise, setup } from 'xstate';
import { connectInspector, type InspectorOptions } from '../../../src/inspect/index.js';
import { startSession } from '../../../src/startSession.js';
import { fakeCli } from '../../../src/testing/fakeCli.js';
import { until } from '../../support/until.js';
import { type Receiver, receiver } from './receiver.js';

let open: Receiver | undefined;
afterEach(async () => {
  delete process.env.MY_SERVICE_TOKEN;
  await open?.close();
  open = undefined;
});

/** Runs a session with a hook and a permission, and returns what the inspector received. */
async function received(options: InspectorOptions = {}): Promise<Receiver> {
  process.env.MY_SERVICE_TOKEN = 'very-secret-0123456789';
  open = await receiver();
  const inspector = await connectInspector({ url: open.url, ...options });
  const cli = fakeCli({
    turns: [
      [
        { text: 'ANSWERWORD very-secret-0123456789' },
        { tool: 'Write', input: { file_path: 'TOOLWORD', content: '' } },
      ],
    ],
  });
  const session = await startSession({
    options: {
      port: cli.port,
      inspect: inspector,
      hooks: { PreToolUse: [{ hooks: [async () => ({})] }] },
      canUseTool: async () => ({ behavior: 'allow' as const }),
    },
  });
  await session.send('PROMPTWORD').result;
  await session.end();
  await inspector.close();
  await until('the last event', () =>
    open?.events.some(({ snapshot }) => (snapshot as { value?: unknown })?.value === 'stopped'),
  );
  return open;
}

describe('a Stately inspector', () => {
  it('gets the actors with their definitions, the events and the snapshots', async () => {
    const { events } = await received();
    const ofType = (type: string) => events.filter((event) => event.type === type);
    const actors = ofType('@xstate.actor');
    expect(actors.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['session', 'process', 'port reader', 'version', 'watchdog'],
        ...['request initialize', 'permission Write', expect.stringMatching(/^turn [0-9a-f]{8}$/)],
        expect.stringMatching(/^hook /),
      ]),
    );
    const session = actors.find(({ name }) => name === 'session');
    const definition = JSON.parse(String(session?.definition));
    expect(Object.keys(definition.states)).toEqual(
      ['starting', 'initSent', 'running', 'stopping', 'stopped', 'failed'].sort(),
    );
    expect(actors.find(({ name }) => name === 'process')).toMatchObject({
      parentId: session?.sessionId,
    });
    expect(ofType('@xstate.event').map(({ event }) => (event as { type: string }).type)).toEqual(
      expect.arrayContaining(['op.send', 'cli.result', 'callback.answered']),
    );
    const values = ofType('@xstate.snapshot')
      .filter(({ sessionId }) => sessionId === session?.sessionId)
      .map(({ snapshot }) => (snapshot as { value: unknown }).value);
    expect(values).toContainEqual('initSent');
    expect(values).toContainEqual({
      running: { turn: 'requiresAction', run: 'open', input: 'open' },
    });
  });

  it('gets content only if asked for, and secrets never', async () => {
    const hidden = JSON.stringify((await received()).events);
    expect(hidden).not.toMatch(/PROMPTWORD|ANSWERWORD|TOOLWORD|very-secret/);
    await open?.close();
    const shown = JSON.stringify((await received({ content: 'shown' })).events);
    for (const word of ['PROMPTWORD', 'ANSWERWORD', 'TOOLWORD']) expect(shown).toContain(word);
    expect(shown).not.toContain('very-secret');
  });

  it("gets the user's machines too, without their contexts", async () => {
    open = await receiver();
    const inspector = await connectInspector({ url: open.url });
    const machine = setup({}).createMachine({ id: 'own', context: { note: 'CONTEXTWORD' } });
    createActor(machine, { inspect: inspector }).start().stop();
    await inspector.close();
    await until('the actor', () => open?.events.some(({ name }) => name === 'own'));
    expect(JSON.stringify(open.events)).not.toContain('CONTEXTWORD');
  });

  /** What is sent for a user's machine that has content in every possible place. */
  async function ofOwnMachine(options: InspectorOptions = {}): Promise<string> {
    open = await receiver();
    const inspector = await connectInspector({ url: open.url, ...options });
    const machine = setup({
      actors: { child: fromPromise(async () => 1) },
      actions: { act() {} },
    }).createMachine({
      id: 'own',
      initial: 'a',
      states: {
        a: {
          description: 'DESCRIPTIONWORD',
          invoke: { src: 'child', input: { prompt: 'INPUTWORD' } },
          entry: { type: 'act', params: { text: 'PARAMWORD' } },
          on: { GO: 'b' },
        },
        b: {},
      },
    });
    const actor = createActor(machine, { inspect: inspector }).start();
    actor.send({ type: 'GO', label: 'LABELWORD', note: 'sk-ant-api03-ABCDEFGHIJKLMNOP' } as never);
    actor.stop();
    await inspector.close();
    await until('the end', () =>
      open?.events.some(({ snapshot }) => (snapshot as { value?: unknown })?.value === 'b'),
    );
    return JSON.stringify(open.events);
  }

  it("gets no content from the user's events and definitions", async () => {
    const hidden = await ofOwnMachine();
    expect(hidden).not.toMatch(/INPUTWORD|PARAMWORD|DESCRIPTIONWORD|LABELWORD|sk-ant-api03/);
    const actor = open?.events.find(({ name }) => name === 'own');
    expect(JSON.parse(String(actor?.definition))).toMatchObject({
      initial: 'a',
      states: { a: { invoke: { src: 'child' }, entry: { type: 'act' }, on: { GO: 'b' } }, b: {} },
    });
  });

  it("gets the user's content if asked for, without secrets", async () => {
    const shown = await ofOwnMachine({ content: 'shown' });
    for (const word of ['INPUTWORD', 'PARAMWORD', 'LABELWORD']) expect(shown).toContain(word);
    expect(shown).not.toContain('sk-ant-api03');
  });

  it('gets no secret from the environment of a session', async () => {
    open = await receiver();
    const inspector = await connectInspector({ url: open.url, content: 'shown' });
    const env = { ANTHROPIC_API_KEY: 'plainvalue9384756' };
    const session = await startSession({
      options: { port: fakeCli({}).port, env, inspect: inspector },
    });
    await session.send('SAYWORD plainvalue9384756').result;
    await session.end();
    await inspector.close();
    await until('the prompt', () => JSON.stringify(open?.events).includes('SAYWORD'));
    expect(JSON.stringify(open.events)).not.toContain('plainvalue9384756');
  });

  it('that connects late gets earlier events, up to a limit', async () => {
    const first = await receiver();
    const { port } = new URL(first.url);
    await first.close();
    const inspector = await connectInspector({ url: first.url });
    const machine = setup({}).createMachine({ id: 'own', on: { tick: {} } });
    const actor = createActor(machine, { inspect: inspector }).start();
    for (let index = 0; index < 1_000; index += 1) actor.send({ type: 'tick' });
    await until('some to be given up', () => inspector.dropped > 1_000);
    open = await receiver(Number(port));
    await until('the connection', () => inspector.isConnected);
    await until('the last events', () => open?.events.length === 500);
    actor.stop();
    await inspector.close();
  }, 30_000);

  it('may be closed twice, and used afterwards', async () => {
    const inspector = await connectInspector({ url: 'ws://127.0.0.1:1' });
    await Promise.all([inspector.close(), inspector.close()]);
    const machine = setup({}).createMachine({ id: 'own' });
    createActor(machine, { inspect: inspector }).start().stop();
    expect(inspector.isConnected).toBe(false);
  });

  it.each([{ url: 'http://127.0.0.1:1' }, { url: 'nonsense' }, { content: 'some' }])(
    'rejects the options %j',
    async (options) => {
      await expect(connectInspector(options as InspectorOptions)).rejects.toMatchObject({
        code: 'InvalidOption',
      });
    },
  );
});
