import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { live, usingTool } from '../support/liveCli.js';
import { describeCli } from '../support/targets.js';

const cli = live();

describeCli('control operations', (target) => {
  it('change the model of the next request', async () => {
    const session = await cli.start(target, { model: 'claude-sonnet-4-5' });
    await session.send('One').result;
    await session.setModel('claude-opus-4-5');
    await session.send('Two').result;
    const [first, ...later] = cli.api.requests.map(({ model }) => model);
    expect(first).toContain('sonnet-4-5');
    expect(new Set(later)).toEqual(new Set([expect.stringContaining('opus-4-5')]));
  });

  it('change the permission mode, and it is obeyed', async () => {
    const file = join(cli.box.cwd, 'note.txt');
    const session = await cli.start(target);
    cli.model = usingTool('Write', { file_path: file, content: 'new' });
    await session.send('Write').result;
    expect(existsSync(file)).toBe(false);

    await session.setPermissionMode('acceptEdits');
    let asked = 0;
    cli.model = () => {
      asked += 1;
      const input = { file_path: file, content: 'new' };
      return asked === 1 ? [{ tool: 'Write', id: 'toolu_2', input }] : [{ text: 'Done.' }];
    };
    await session.send('Write').result;
    expect(readFileSync(file, 'utf8')).toBe('new');

    await expect(session.setPermissionMode('bypassPermissions')).rejects.toMatchObject({
      code: 'ControlRejected',
    });
  });

  it('take a file back to what it was', async () => {
    const file = join(cli.box.cwd, 'note.txt');
    const session = await cli.start(target, {
      permissionMode: 'acceptEdits',
      enableFileCheckpointing: true,
    });
    const write = async (content: string) => {
      let asked = 0;
      cli.model = () => {
        asked += 1;
        const input = { file_path: file, content };
        return asked === 1
          ? [{ tool: 'Write', id: `toolu_${content}`, input }]
          : [{ text: 'Done.' }];
      };
      const turn = session.send(`Write ${content}`);
      await turn.result;
      expect(readFileSync(file, 'utf8')).toBe(content);
      return turn.uuid;
    };
    const first = await write('first');
    const second = await write('second');

    expect(await session.rewindFiles(second, { dryRun: true })).toMatchObject({
      canRewind: true,
      filesChanged: [file],
    });
    expect(readFileSync(file, 'utf8')).toBe('second');
    expect(await session.rewindFiles(second)).toMatchObject({ canRewind: true });
    expect(readFileSync(file, 'utf8')).toBe('first');
    await session.rewindFiles(first);
    expect(existsSync(file)).toBe(false);
    const unknown = '11111111-1111-4111-8111-111111111111';
    await expect(session.rewindFiles(unknown)).rejects.toMatchObject({ code: 'ControlRejected' });
  });

  it('tell what the CLI knows, and refuse what it does not', async () => {
    const session = await cli.start(target, {
      agents: { poet: { description: 'Writes verse', prompt: 'Rhyme.' } },
    });
    await session.send('Hello').result;
    const [usage, commands, models, agents, binary, thinking] = await Promise.all([
      session.getContextUsage(),
      session.supportedCommands(),
      session.supportedModels(),
      session.supportedAgents(),
      session.request('get_binary_version'),
      session.setMaxThinkingTokens(2000),
    ]);
    expect(usage).toMatchObject({ model: expect.any(String), categories: expect.any(Array) });
    expect(usage.totalTokens).toBeGreaterThan(0);
    expect(commands.map(({ name }) => name)).toContain('compact');
    expect(models.length).toBeGreaterThan(0);
    expect(agents.map(({ name }) => name)).toContain('poet');
    expect(JSON.stringify(binary)).toContain(target.version);
    expect(thinking).toBeUndefined();
    await expect(session.request('no_such_request', { field: 1 })).rejects.toMatchObject({
      code: 'ControlRejected',
      details: { operation: 'no_such_request' },
    });
    const aborted = session.request('get_settings', {}, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'Aborted' });
    expect(await session.send('Still here?').result).toMatchObject({ is_error: false });
    expect(session.pending.requests).toEqual([]);
  });
});
