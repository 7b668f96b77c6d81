import { describe, expect, it } from '@jest/globals';
import type { Options } from '../src/options/types.js';
import { ask, hooks } from './support/askQuery.js';
import { init, type Talk } from './support/talkingCli.js';

describe.each([
  ['in one shot', { mode: 'oneShot' }],
  ['as a session', { hooks }],
] as [string, Options][])('ending a query %s', (_, options) => {
  const silent: Talk = { oneShot: (say) => say(init), onMessage: (say) => say(init) };

  it('by leaving the loop ends the process before the loop is left', async () => {
    const { run, port } = ask('Say hello', silent, options);
    for await (const message of run) {
      expect(message.type).toBe('system');
      break;
    }
    expect(port.process.signals).toContain('SIGINT');
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('by throwing in the loop does the same, and the error is the one thrown', async () => {
    const { run } = ask('Say hello', silent, options);
    const failure = new Error('my own');
    const loop = async () => {
      for await (const _ of run) throw failure;
    };
    await expect(loop()).rejects.toBe(failure);
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('by close() while a pull waits ends the stream', async () => {
    const { run } = ask('Say hello', silent, options);
    await run.next();
    const pull = run.next();
    await run.close();
    expect(await pull).toEqual({ done: true, value: undefined });
    expect(await run.next()).toEqual({ done: true, value: undefined });
    await run.close();
  });

  it.each(['abortController', 'signal'] as const)('by %s throws Aborted', async (name) => {
    const controller = new AbortController();
    const by = name === 'signal' ? { signal: controller.signal } : { abortController: controller };
    const { run } = ask('Say hello', silent, { ...options, ...by });
    await run.next();
    const pull = run.next();
    controller.abort();
    await expect(pull).rejects.toMatchObject({ code: 'Aborted' });
    expect(await run.next()).toEqual({ done: true, value: undefined });
    await run.close();
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('by a signal that was aborted before throws Aborted', async () => {
    const { run } = ask('Say hello', silent, { ...options, signal: AbortSignal.abort() });
    await expect(run.next()).rejects.toMatchObject({ code: 'Aborted' });
    await run.close();
  });

  it('by disposal ends the process', async () => {
    const { run } = ask('Say hello', silent, options);
    await run[Symbol.asyncDispose]();
    expect(run.actor.getSnapshot().status).toBe('done');
  });
});
