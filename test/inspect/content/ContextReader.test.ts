import { describe, expect, it } from '@jest/globals';
import { ContextReader } from '../../../src/inspect/content/ContextReader.js';

describe('a context', () => {
  it('is reported whole at first, and then only what changed', () => {
    const reader = new ContextReader('shown');
    const turns = { sent: 1 };
    expect(reader.changes({ name: 'Ada', count: 1, turns })).toEqual({
      name: '"Ada"',
      count: '1',
      turns: '{"sent":1}',
    });
    expect(reader.changes({ name: 'Ada', count: 2, turns })).toEqual({ count: '2' });
    expect(reader.changes({ name: 'Ada', count: 2, turns: { sent: 1 } })).toBeUndefined();
    expect(reader.changes({ count: 2, turns })).toEqual({ name: null });
  });

  it('has no texts while content is hidden, except names and ids', () => {
    const changes = new ContextReader('hidden').changes({
      prompt: 'the PROMPTWORD',
      openTools: 2,
      pending: { r1: { id: 'r1', kind: 'hook', body: 'the BODYWORD' } },
      error: Object.assign(new Error('the ERRORWORD'), { code: 'SpawnFailed' }),
      queue: ['the QUEUEWORD'],
    });
    expect(JSON.stringify(changes)).not.toMatch(/WORD/);
    expect(changes).toMatchObject({ openTools: '2' });
    expect(changes?.pending).toContain('"kind":"hook"');
    expect(changes?.error).toContain('SpawnFailed');
  });

  it('never has the launch, which holds the environment', () => {
    const launch = { env: { TOKEN: 'SECRETWORD' } };
    expect(new ContextReader('shown').changes({ launch, ok: true })).toEqual({ ok: 'true' });
  });

  it('hides secrets', () => {
    const changes = new ContextReader('shown').changes({
      note: 'use sk-ant-api03-abcdefghijklmnop',
    });
    expect(changes?.note).not.toContain('abcdefghijklmnop');
  });

  it('is cut, however deep, long or circular it is', () => {
    const loop: Record<string, unknown> = { map: new Map([[1, 2]]), run: () => {}, big: 10n };
    loop.self = loop;
    const long = Array.from({ length: 5_000 }, (_, index) => ({ index }));
    const changes = new ContextReader('shown').changes({ loop, long, text: 'x'.repeat(9_000) });
    expect(changes?.loop).toContain('Map(1)');
    expect(changes?.loop).toContain('{…}');
    for (const text of Object.values(changes ?? {}))
      expect(text?.length).toBeLessThanOrEqual(4_000);
    expect(new ContextReader('shown').changes(undefined)).toBeUndefined();
  });
});
