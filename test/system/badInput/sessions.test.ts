import { describe, expect, it } from '@jest/globals';
import type { Session, SessionEvent } from '../../../src/index.js';
import { all } from '../../support/all.js';
import { until } from '../../support/until.js';
import { answer, expectAdvice, failureOf, hello, start, within } from './support.js';

const lastEvent = async (events: Promise<SessionEvent[]>) =>
  (await within('the events', events)).at(-1);

describe('a session', () => {
  it('refuses to rewind files without checkpoints, and sends nothing', async () => {
    const { session, cli } = await start();
    const before = session.health.frames.out;
    const error = await failureOf(session.rewindFiles('aaaaaaaa-0000-4000-8000-000000000000'));
    expectAdvice(error, 'CheckpointingNotEnabled', /enableFileCheckpointing: true/);
    expect(error.category).toBe('control');
    expect(session.health.frames.out).toBe(before);
    await within('end()', session.end());
    expect(cli.heard()).toHaveLength(1);
  });

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['send', (session) => session.send('More').result],
    ['iterating a turn', (session) => all(session.send('More'))],
    ['interrupt', (session) => session.interrupt()],
    ['setModel', (session) => session.setModel('opus')],
    ['setPermissionMode', (session) => session.setPermissionMode('plan')],
    ['mcpServerStatus', (session) => session.mcpServerStatus()],
    ['setMcpServers', (session) => session.setMcpServers({})],
    ['stopTask', (session) => session.stopTask('task')],
    ['request', (session) => session.request('anything')],
  ])('that was stopped refuses %s', async (_, use) => {
    const { session } = await start();
    await within('stop()', session.stop());
    expectAdvice(await failureOf(use(session)), 'SessionStopped', /Start a new session/);
  });

  it('that was stopped settles all that waits, and the rest is just over', async () => {
    const { session, cli } = await start({ message: [hello], request: [] });
    const turn = session.send('Hello');
    const open = failureOf(session.getContextUsage());
    const messages = all(session.messages());
    const events = all(session.events());
    const idle = session.idle();
    await until('the request', () => cli.heard().length === 3);
    await within('stop()', session.stop());
    expect(cli.isGone()).toBe(true);
    expectAdvice(await open, 'SessionStopped', /Start a new session/);
    expectAdvice(await failureOf(turn.result), 'TurnLost', /Start a new session/);
    await within('what waits', Promise.all([messages, idle]));
    expect(await lastEvent(events)).toEqual({ type: 'stopped', reason: 'stop' });
    await within('the rest', Promise.all([session.end(), session.idle(), session.stop()]));
    expect(await within('later messages', all(session.messages()))).toBeDefined();
    await within('a turn that is over', turn.interrupt());
  });

  it('can be stopped by many at once', async () => {
    const { session, cli } = await start({ ignores: ['SIGTERM'], end: [], stays: true });
    const stops = [session.stop(), session.stop(), session[Symbol.asyncDispose](), session.end()];
    await within('all of them', Promise.all(stops));
    expect(cli.isGone()).toBe(true);
    expect(session.state).toBe('stopped');
  });

  it('that ends takes no more messages', async () => {
    const { session, cli } = await start({ message: [] });
    const turn = session.send('One');
    const ended = session.end();
    const error = await failureOf(session.send('Two').result);
    expectAdvice(error, 'SessionStopped', /Start a new session/);
    await until('the message', () => cli.heard().length === 2);
    await within('stop()', session.stop());
    await within('end()', ended);
    expectAdvice(await failureOf(turn.result), 'TurnLost', /Start a new session/);
    expect(cli.heard()).toHaveLength(2);
  });

  it('that has ended takes no more messages', async () => {
    const { session } = await start();
    await within('end()', session.end());
    const error = await failureOf(session.send('Two').result);
    expectAdvice(error, 'SessionStopped', /Start a new session/);
  });

  it.each(['', ' '])('refuses the message %j at once if it is strict', async (content) => {
    const { session, cli } = await start({}, { strict: true });
    const error = await failureOf(() => session.send(content));
    expectAdvice(error, 'InvalidPrompt', /Pass the text|Remove it/);
    await within('end()', session.end());
    expect(cli.heard()).toHaveLength(1);
  });

  it.each([undefined, null, 5, () => {}, { type: 'user', message: 5n }])(
    'refuses the message %p at once',
    async (content) => {
      const { session, cli } = await start();
      const error = await failureOf(() => session.send(content as unknown as string));
      expectAdvice(error, 'EncodeError', /Pass (plain data|a string)/);
      await within('end()', session.end());
      expect(cli.heard()).toHaveLength(1);
    },
  );

  it('refuses a request that is not JSON, and sends nothing', async () => {
    const { session, cli } = await start();
    const error = await failureOf(session.request('set_model', { model: 5n }));
    expectAdvice(error, 'EncodeError', /Pass (plain data|a string)/);
    await within('end()', session.end());
    expect(cli.heard()).toHaveLength(1);
  });

  it('survives a consumer that throws', async () => {
    const { session } = await start({ message: [hello, answer] });
    const loop = async (messages: AsyncIterable<{ type: string }>) => {
      for await (const { type } of messages) throw new Error(`no ${type}`);
    };
    const messages = session.messages();
    const turn = session.send('Hello');
    await expect(within('the turn', loop(turn))).rejects.toThrow('no assistant');
    await expect(within('the loop', loop(messages))).rejects.toThrow('no assistant');
    await expect(within('events', loop(session.events()))).rejects.toThrow('no stateChanged');
    expect(await within('the result', turn.result)).toMatchObject({ result: 'done' });
    expect(await within('the next', session.send('More').result)).toMatchObject({
      result: 'done',
    });
  });
});
