import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { CanUseTool, Options, PermissionContext, Warning } from '../../src/index.js';
import { bypass, lastMessage, live, never, toolAnswered, usingTool } from '../support/liveCli.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();
const file = (name: string) => join(cli.box.cwd, name);
const written = (name: string) => existsSync(file(name)) && readFileSync(file(name), 'utf8');

/** A model that writes these files, in one answer, and then says a word. */
const writing =
  (...names: string[]): typeof cli.model =>
  (request) =>
    toolAnswered(request)
      ? [{ text: 'Done.' }]
      : names.map((name) => ({
          tool: 'Write',
          id: `toolu_${name}`,
          input: { file_path: file(name), content: 'original' },
        }));

describeCli('permissions', (target) => {
  it('are asked for, and the answer is what happens', async () => {
    const asked: { tool: string; name: string | undefined; context: PermissionContext }[] = [];
    const warnings: Warning[] = [];
    const canUseTool: CanUseTool = async (tool, input, context) => {
      const name = String(input.file_path).split('/').at(-1);
      asked.push({ tool, name, context });
      if (name === 'changed') {
        return { behavior: 'allow', updatedInput: { ...input, content: 'changed' } };
      }
      if (name === 'denied') return { behavior: 'deny', message: 'not that file' };
      if (name === 'crash') throw new Error('the callback crashed');
      if (name === 'null') return null;
      return { behavior: 'allow' };
    };
    cli.model = writing('allowed', 'changed', 'denied', 'crash', 'null');
    const onWarning = (warning: Warning) => warnings.push(warning);
    const session = await cli.start(target, { canUseTool, onWarning });
    const result = await session.send('Write').result;

    expect(asked.map(({ name }) => name)).toEqual([
      'allowed',
      'changed',
      'denied',
      'crash',
      'null',
    ]);
    expect(asked[0]).toMatchObject({ tool: 'Write', context: { toolUseID: 'toolu_allowed' } });
    expect(asked[0]?.context.suggestions).toEqual([expect.any(Object)]);
    expect(['allowed', 'changed', 'denied', 'crash', 'null'].map(written)).toEqual([
      'original',
      'changed',
      false,
      false,
      false,
    ]);
    expect(lastMessage(cli.api.requests.at(-1))).toContain('not that file');
    expect(result.permission_denials).toMatchObject(
      ['denied', 'crash', 'null'].map((name) => ({ tool_use_id: `toolu_${name}` })),
    );
    expect(warnings.map(({ code }) => code)).toEqual(['CallbackFailed', 'CallbackFailed']);
  });

  it('end the turn with a denial that interrupts', async () => {
    cli.model = writing('denied');
    const canUseTool: CanUseTool = async () => ({
      behavior: 'deny',
      message: 'stop it',
      interrupt: true,
    });
    const session = await cli.start(target, { canUseTool });
    const result = await session.send('Write').result;
    expect(result).toMatchObject({ subtype: 'error_during_execution', is_error: true });
    expect(written('denied')).toBe(false);
    expect(cli.api.requests).toHaveLength(1);
    cli.model = () => [{ text: 'Hello again.' }];
    expect(await session.send('Again').result).toMatchObject({ result: 'Hello again.' });
  });

  it('are withdrawn by an interrupt: the signal fires, and nothing is written', async () => {
    cli.model = writing('pending');
    const signals: AbortSignal[] = [];
    const canUseTool: CanUseTool = (_tool, _input, { signal }) => {
      signals.push(signal);
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ behavior: 'allow' }));
      });
    };
    const session = await cli.start(target, { canUseTool });
    const turn = session.send('Write');
    const [signal] = await until('the question', () => signals.length > 0 && signals);
    expect(session.pending.callbacks).toMatchObject([{ kind: 'permission', running: true }]);
    const before = session.health.frames.out;
    await turn.interrupt();
    expect(await turn.result).toMatchObject({ subtype: 'error_during_execution', is_error: true });
    expect(signal?.aborted).toBe(true);
    await session.idle();
    expect(session.pending.callbacks).toEqual([]);
    expect(session.health.frames.out).toBe(before + 1);
    expect(written('pending')).toBe(false);
  });

  it('are changed by the answer, for the rest of the session', async () => {
    const asked: unknown[] = [];
    const canUseTool: CanUseTool = async (_tool, input, { suggestions }) => {
      asked.push(input.file_path);
      return { behavior: 'allow', updatedPermissions: suggestions };
    };
    cli.model = writing('first', 'second');
    const session = await cli.start(target, { canUseTool });
    await session.send('Write').result;
    expect(asked).toEqual([file('first')]);
    expect([written('first'), written('second')]).toEqual(['original', 'original']);
  });

  it('are denied by a rule that the answer adds, though the mode would allow', async () => {
    const canUseTool: CanUseTool = async () => ({
      behavior: 'allow',
      updatedPermissions: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Write' }],
          behavior: 'deny',
          destination: 'session',
        },
        { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      ],
    });
    cli.model = writing('first', 'second');
    const session = await cli.start(target, { canUseTool });
    await session.send('Write').result;
    expect([written('first'), written('second')]).toEqual(['original', false]);
  });

  it.each<[string, Options]>([
    ['the allow list', { allowedTools: ['Write'] }],
    ['a mode that asks nobody', bypass],
    ['a callback that allows', { canUseTool: async () => ({ behavior: 'allow' }) }],
  ])('are refused by the deny list, against %s', async (_, more) => {
    cli.model = usingTool('Write', { file_path: file('forbidden'), content: 'x' });
    const session = await cli.start(target, { ...more, disallowedTools: ['Write'] });
    expect(await session.send('Write').result).toMatchObject({ result: 'Done.' });
    expect(written('forbidden')).toBe(false);
    expect(cli.api.requests[0]?.tools?.map(({ name }) => name)).not.toContain('Write');
  });

  it('are refused for a path that a rule denies, though the mode would allow', async () => {
    cli.model = writing('secret.txt', 'open.txt');
    const permissions = { deny: ['Edit(secret.txt)'] };
    const session = await cli.start(target, {
      permissionMode: 'acceptEdits',
      settings: { permissions },
    });
    await session.send('Write').result;
    expect([written('secret.txt'), written('open.txt')]).toEqual([false, 'original']);
  });

  it('are forgotten when the session is stopped meanwhile', async () => {
    cli.model = writing('pending');
    const session = await cli.start(target, { canUseTool: () => never });
    session.send('Write');
    await until('the question', () => session.pending.callbacks.length > 0);
    await session.stop();
    expect(written('pending')).toBe(false);
  });
});
