import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createActor, sendTo, setup, waitFor } from 'xstate';
import {
  type ClaudeEvent,
  createSession,
  query,
  type Session,
  sessionLogic,
  sessionOrders,
} from '../../src/index.js';
import { live } from '../support/liveCli.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();

/** Everything that the CLI has written about conversations. */
function transcriptsIn(home: string): string {
  const folder = join(home, '.claude', 'projects');
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder, { recursive: true }).map(String);
  const files = names.filter((name) => name.endsWith('.jsonl'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
}

async function idle(session: Session): Promise<void> {
  await session.end();
}

describeCli('session handles', (target) => {
  it('has its id and its states before the handshake', async () => {
    const session = createSession({ options: cli.options(target, { label: 'ann' }) });
    expect(session.state).toBe('starting');
    const { sessionId } = session;
    expect(sessionId).toMatch(/^[\da-f-]{36}$/);
    const { session_id } = await session.send('Hi').result;
    expect(session_id).toBe(sessionId);
    await idle(session);

    const again = createSession({ options: cli.options(target, { resume: session_id }) });
    expect(again.sessionId).toBe(session_id);
    expect((await again.send('Hi again').result).session_id).toBe(session_id);
    await idle(again);

    const fork = createSession({
      options: cli.options(target, { resume: session_id, forkSession: true }),
    });
    const forkId = fork.sessionId;
    expect(forkId).not.toBe(session_id);
    expect((await fork.send('Hi').result).session_id).toBe(forkId);
    await idle(fork);
  });

  it.each(['session', 'oneShot'] as const)(
    'says that there is no such conversation (%s)',
    async (mode) => {
      const resume = randomUUID();
      const notFound = { code: 'ConversationNotFound', message: expect.stringContaining(resume) };
      const options = cli.options(target, { resume, mode });
      const read = async () => {
        for await (const message of query({ prompt: 'Hi', options })) void message;
      };
      await expect(read()).rejects.toMatchObject(notFound);
    },
  );

  it('says so in a session, by id and by title', async () => {
    for (const resume of [randomUUID(), 'no such title']) {
      const session = createSession({ options: cli.options(target, { resume }) });
      await expect(session.ready).rejects.toMatchObject({
        code: 'ConversationNotFound',
        message: expect.stringContaining(resume),
      });
    }
  });

  it('is resumed when the machine around it is restored', async () => {
    const machine = setup({
      types: { events: {} as ClaudeEvent | { type: 'ask'; text: string } },
      actors: { session: sessionLogic(() => ({ options: cli.options(target) })) },
      actions: {
        ask: sendTo('claude', ({ event }) =>
          sessionOrders.send(event.type === 'ask' ? event.text : ''),
        ),
      },
      guards: { isDone: ({ event }) => 'state' in event && event.state === 'completed' },
    }).createMachine({
      invoke: { src: 'session', id: 'claude', input: undefined },
      initial: 'idle',
      states: {
        idle: { on: { ask: { target: 'asking', actions: 'ask' } } },
        asking: { on: { 'claude.turn': { guard: 'isDone', target: 'idle' } } },
      },
    });
    cli.model = () => [{ text: 'The word is heron.' }];
    const before = createActor(machine).start();
    before.send({ type: 'ask', text: 'Tell me the word' });
    await waitFor(before, (snapshot) => snapshot.matches('idle'));
    const stored = JSON.stringify(before.getPersistedSnapshot());
    await until('the transcript', () => transcriptsIn(cli.box.home).includes('is heron'), 30_000);
    before.stop();

    const after = createActor(machine, { snapshot: JSON.parse(stored) }).start();
    after.send({ type: 'ask', text: 'Which one?' });
    await waitFor(after, (snapshot) => snapshot.matches('idle'));
    expect(JSON.stringify(cli.api.requests.at(-1)?.messages)).toContain('The word is heron.');
    after.stop();
  });

  it('settles a message that was answered before', async () => {
    const session = await cli.start(target);
    const message = {
      type: 'user' as const,
      uuid: randomUUID(),
      message: { role: 'user' as const, content: 'Hi' },
    };
    const { session_id } = await session.send(message).result;
    const answered = { code: 'TurnDiscarded' };
    await expect(session.send(message).result).rejects.toMatchObject(answered);
    await idle(session);

    const again = await cli.start(target, { resume: session_id });
    await expect(again.send(message).result).rejects.toMatchObject(answered);
    expect((await again.send('Something else').result).is_error).toBe(false);
    await idle(again);
  });
});
