import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  createSdkMcpServer,
  type Options,
  type ResultMessage,
  type Session,
  type SessionEvent,
  tool,
} from '../../src/index.js';
import { all } from '../support/all.js';
import { bypass, isRead, live, never, sleepingTool } from '../support/liveCli.js';
import type { ApiRequest, Saying } from '../support/messagesApi.js';
import { isAlive } from '../support/processes.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();

/** A moment at which a session can be ended. */
interface Phase {
  options?: Options;
  /** What the model says to the prompt, which is the name of the phase. */
  says: Saying[];
  /** Resolves when the session is there. */
  reached(session: Session): Promise<unknown>;
}

const note = (file_path: string): Saying => ({
  tool: 'Write',
  id: 'toolu_note',
  input: { file_path, content: 'x' },
});

/** Each with a word for it that no other has. Callbacks leave their signals, and never answer. */
function phases(signals: Map<string, AbortSignal>): Record<string, Phase> {
  const hang = (kind: string, signal: AbortSignal): Promise<never> => {
    signals.set(kind, signal);
    return never;
  };
  const calledBack = (kind: string) => () =>
    until(`a call of ${kind}`, () => signals.has(kind), 30_000);
  const sleeper = sleepingTool(cli.box.cwd);
  const slow = tool('slow', 'Never ends', { name: z.string().optional() }, (_, { signal }) =>
    hang('mcp', signal),
  );
  const heard = (word: string) => () =>
    until('the request', () => cli.api.requests.some((one) => saidTo(one).includes(word)), 30_000);
  return {
    'asking-the-model': { says: [{ wait: never }], reached: heard('asking-the-model') },
    'mid-stream': {
      options: { includePartialMessages: true },
      says: [{ text: 'Once upon' }, { wait: never }],
      reached: async (session) => {
        for await (const message of session.messages()) {
          if (message.type === 'stream_event' && message.event.type === 'content_block_stop')
            return;
        }
      },
    },
    'in-a-tool': { options: bypass, says: [sleeper.call], reached: () => sleeper.pid() },
    'in-a-hook': {
      options: {
        ...bypass,
        hooks: { PreToolUse: [{ hooks: [(_input, _id, { signal }) => hang('hook', signal)] }] },
      },
      says: [note('hooked')],
      reached: calledBack('hook'),
    },
    'asking-for-permission': {
      options: { canUseTool: (_tool, _input, { signal }) => hang('permission', signal) },
      says: [note('asked')],
      reached: calledBack('permission'),
    },
    'in-an-mcp-call': {
      options: {
        ...bypass,
        mcpServers: { calc: createSdkMcpServer({ name: 'calc', tools: [slow] }) },
      },
      says: [{ tool: 'mcp__calc__slow', id: 'toolu_slow', input: {} }],
      reached: calledBack('mcp'),
    },
    idle: { says: [{ text: 'Hello.' }], reached: (session) => session.idle() },
  };
}

const saidTo = (request: ApiRequest | undefined) => JSON.stringify(request?.messages);

type Ended = { phase: string; result: unknown; last: SessionEvent | undefined; left: object };

/** Runs a session into each phase, all at once, ends it there, and says what became of it. */
async function endInEachPhase(
  start: (more: Options) => Promise<Session>,
  options: () => Options,
  end: (session: Session, options: Options) => unknown,
): Promise<Ended[]> {
  const signals = new Map<string, AbortSignal>();
  const known = phases(signals);
  cli.model = (request) => {
    const word = Object.keys(known).find((one) => saidTo(request).includes(one));
    return known[word ?? '']?.says ?? [{ text: 'Hello.' }];
  };
  const ended = await Promise.all(
    Object.entries(known).map(async ([phase, { options: own, reached }]) => {
      const more = { ...own, ...options() };
      const session = await start(more);
      const { result } = session.send(phase);
      const outcome = result.then(told, ({ code }) => code);
      await reached(session);
      await end(session, more);
      const events = await all(session.events());
      const { callbacks, requests, turns } = session.pending;
      const left = { callbacks, requests, turns, alive: isAlive(session.pid ?? 0) };
      return { phase, result: await outcome, last: events.at(-1), left };
    }),
  );
  expect([...signals].map(([kind, { aborted }]) => ({ kind, aborted }))).toEqual(
    expect.arrayContaining(['hook', 'permission', 'mcp'].map((kind) => ({ kind, aborted: true }))),
  );
  expect(readdirSync(cli.box.cwd)).toEqual(['sleeper.pid']);
  const sleeper = await sleepingTool(cli.box.cwd).pid();
  await until('the tool to go', () => !isAlive(sleeper));
  return ended;
}

const told = ({ is_error }: ResultMessage) => (is_error ? 'an error' : 'well');
const nothing = { callbacks: [], requests: [], turns: [], alive: false };

describeCli('a session in any phase', (target) => {
  const start = (more: Options) => cli.start(target, more);
  const timeouts = { initialize: 60_000 };

  it('is ended by stop', async () => {
    const ended = await endInEachPhase(
      start,
      () => ({ timeouts }),
      (session) => session.stop(),
    );
    for (const { phase, result, last, left } of ended) {
      expect({ phase, last, left }).toEqual({
        phase,
        last: { type: 'stopped', reason: 'stop' },
        left: nothing,
      });
      expect({ phase, result }).toEqual({
        phase,
        result: phase === 'idle' ? 'well' : expect.stringMatching(/^(an error|TurnLost)$/),
      });
    }
  });

  it('is ended by an abort', async () => {
    const ended = await endInEachPhase(
      start,
      () => ({ timeouts, abortController: new AbortController() }),
      (_, { abortController }) => abortController?.abort(),
    );
    for (const { phase, result, last, left } of ended) {
      expect({ phase, last, left }).toEqual({
        phase,
        last: { type: 'stopped', reason: 'abort' },
        left: nothing,
      });
      expect({ phase, result }).toEqual({
        phase,
        result: phase === 'idle' ? 'well' : expect.stringMatching(/^(an error|TurnLost)$/),
      });
    }
  });

  it('says so when it is killed', async () => {
    const ended = await endInEachPhase(
      start,
      () => ({ timeouts }),
      ({ pid }) => process.kill(pid ?? 0, 'SIGKILL'),
    );
    for (const { phase, result, last, left } of ended) {
      expect({ phase, last, left, result }).toEqual({
        phase,
        last: expect.objectContaining({ type: 'failed' }),
        left: nothing,
        result: phase === 'idle' ? 'well' : 'TurnLost',
      });
    }
  });

  it.each<[string, (session: Session, controller: AbortController) => unknown]>([
    ['stop', (session) => session.stop()],
    ['an abort', (_, controller) => controller.abort()],
  ])('runs no tool of a background agent whose hook has not answered, after %s', async (_, end) => {
    cli.model = (request) => {
      const said = saidTo(request);
      if (!said.includes('Start it')) return [note('late')];
      const agent = { description: 'd', prompt: 'Write', subagent_type: 'general-purpose' };
      return said.includes('toolu_agent')
        ? [{ text: 'Launched.' }]
        : [{ tool: 'Agent', id: 'toolu_agent', input: { ...agent, run_in_background: true } }];
    };
    const abortController = new AbortController();
    let asked = 0;
    const hang = () => {
      asked += 1;
      return never;
    };
    const session = await start({
      ...bypass,
      timeouts,
      abortController,
      hooks: { PreToolUse: [{ matcher: 'Write', hooks: [hang] }] },
    });
    await session.send('Start it').result;
    await until('the hook', () => asked === 1, 30_000);
    // 2.1.197 says meanwhile that it is idle.
    await isRead(session);
    await end(session, abortController);
    expect((await all(session.events())).at(-1)).toMatchObject({ type: 'stopped' });
    expect(readdirSync(cli.box.cwd)).toEqual([]);
  });
});
