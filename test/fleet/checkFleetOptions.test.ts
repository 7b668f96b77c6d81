import { afterAll, describe, expect, it } from '@jest/globals';
import { createFleet, memoryStore } from '../../src/fleet/index.js';
import { fakeCli } from '../../src/testing/index.js';

const fleet = createFleet({ store: memoryStore(), options: { port: fakeCli().port } as never });
afterAll(() => fleet.close());

const invalid = (option: string) =>
  expect.objectContaining({ code: 'InvalidOption', details: expect.objectContaining({ option }) });

describe('createFleet()', () => {
  it.each<[string, unknown]>([
    ['stor', { stor: 'x' }],
    ['engine', { engine: 'redis://localhost' }],
    ['store', { store: 'postgres://localhost/fleet' }],
    ['options', { options: 'x' }],
    ['max', { pool: { max: 0 } }],
    ['perTenant', { pool: { perTenant: Number.NaN } }],
    ['idleMs', { pool: { idleMs: -1 } }],
    ['pool', { pool: { maximum: 3 } }],
    ['tools', { approvals: {} }],
    ['holdMs', { approvals: { tools: ['Bash'], holdMs: -1 } }],
    ['approvals', { approvals: ['Bash'] }],
    ['recovery', { recovery: { interrupted: 'retry' } }],
    ['max', { recovery: { restarts: { max: -1 } } }],
    ['withinMs', { recovery: { restarts: { withinMs: 'x' } } }],
    ['telemetry', { telemetry: {} }],
    ['worker', { worker: '' }],
    ['clock', { clock: {} }],
  ])('refuses a wrong `%s`: %j', (option, options) => {
    expect(() => createFleet(options as never)).toThrow(invalid(option) as never);
  });

  it('refuses what is no object', () => {
    expect(() => createFleet(null as never)).toThrow(
      expect.objectContaining({ code: 'InvalidOption' }) as never,
    );
  });
});

describe('fleet.session()', () => {
  it.each<[string, unknown, unknown]>([
    ['id', '', undefined],
    ['id', 7, undefined],
    ['id', 'half a \ud800 character', undefined],
    ['id', 'a null \0 character', undefined],
    ['tenant', 'chat', { tenant: 7 }],
    ['cwd', 'chat', { cwd: 7 }],
    ['tennant', 'chat', { tennant: 'anna' }],
  ])('refuses a wrong `%s`: %j, %j', async (option, id, settings) => {
    await expect(fleet.session(id as string, settings as never)).rejects.toThrow(
      invalid(option) as never,
    );
  });
});

describe('a conversation', () => {
  it.each<[string, unknown]>([
    ['id', { id: '' }],
    ['id', { id: 7 }],
    ['id', { id: 'approval/7' }],
    ['id', { id: 'continue/1.1' }],
    ['priority', { priority: 'high' }],
    ['priority', { priority: Number.NaN }],
    ['traceparent', { traceparent: 7 }],
    ['ID', { ID: 'req-1' }],
  ])('refuses a wrong `%s` of a message: %j', async (option, settings) => {
    const chat = await fleet.session('chat');
    await expect(chat.send('Hi', settings as never)).rejects.toThrow(invalid(option) as never);
  });

  it('takes what has no limit, no trace, and a signal of another realm', async () => {
    const restarts = { max: Number.POSITIVE_INFINITY, withinMs: Number.POSITIVE_INFINITY };
    const own = createFleet({ store: memoryStore(), recovery: { restarts } });
    const chat = await own.session('chat');
    const { outcome } = await chat.send('Hi', { traceparent: null as never });
    expect(outcome).toBe('stored');
    const signal = new EventTarget() as AbortSignal;
    expect((await chat.rows({ signal }).next()).value).toMatchObject({ type: 'posted' });
    await own.close();
  });

  it.each([7, undefined, null, {}, '', []])('refuses %j as a message', async (content) => {
    const chat = await fleet.session('chat');
    await expect(chat.send(content as never)).rejects.toMatchObject({ code: 'InvalidPrompt' });
    expect(await chat.info()).toMatchObject({ messages: 0 });
  });

  it.each<[string, unknown]>([
    ['after', { after: '2' }],
    ['after', { after: Number.NaN }],
    ['after', { after: -1 }],
    ['signal', { signal: new AbortController() }],
    ['since', { since: 2 }],
  ])('refuses a wrong `%s` of its rows before it reads any: %j', async (option, settings) => {
    const chat = await fleet.session('chat');
    expect(() => chat.rows(settings as never)).toThrow(invalid(option) as never);
  });
});
