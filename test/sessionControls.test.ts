import { describe, expect, it } from '@jest/globals';
import { query } from '../src/Query.js';
import type { Session } from '../src/Session.js';
import { askedOnce, start } from './support/startedSession.js';
import { talkingCli } from './support/talkingCli.js';

describe('control operations', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 'x' as never])(
    'refuse a timeoutMs of %p',
    async (timeoutMs) => {
      const { session } = await start();
      const code = 'InvalidOption';
      await expect(session.setModel('m', { timeoutMs })).rejects.toMatchObject({ code });
      await expect(session.supportedModels({ timeoutMs })).rejects.toMatchObject({ code });
    },
  );

  it('that ask the handshake wait no longer than they may', async () => {
    const run = query('Hi', { mode: 'session', port: talkingCli({ onRequest: () => undefined }) });
    const timed = run.supportedModels({ timeoutMs: 5 });
    await expect(timed).rejects.toMatchObject({ code: 'ControlTimeout' });
    const signal = AbortSignal.abort();
    await expect(run.accountInfo({ signal })).rejects.toMatchObject({ code: 'Aborted' });
    await run.close();
  });

  it('are given up by their signal and by their own timeout', async () => {
    const { session } = await start({ onRequest: askedOnce });
    const controller = new AbortController();
    const given = session.setModel('opus', { signal: controller.signal });
    const timed = session.request('get_session_cost', {}, { timeoutMs: 5 });
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'Aborted' });
    await expect(timed).rejects.toMatchObject({ code: 'ControlTimeout' });
  });

  it('that wait for the start are given up by their own timeout too', async () => {
    const port = talkingCli({ onRequest: () => undefined });
    const run = query('Hello', { port, mode: 'session' });
    await expect(run.setModel('opus', { timeoutMs: 5 })).rejects.toMatchObject({
      code: 'ControlTimeout',
    });
    expect(port.heard).toMatchObject([{ request: { subtype: 'initialize' } }]);
    await run.close();
  });

  it('reject what is not JSON before anything is sent', async () => {
    const { session, port } = await start();
    await expect(session.request('x', { n: 5n })).rejects.toMatchObject({ code: 'EncodeError' });
    expect(port.heard).toHaveLength(1);
  });

  it('refuse to rewind files if no checkpoints are kept', async () => {
    const { session, port } = await start();
    await expect(session.rewindFiles('x')).rejects.toMatchObject({
      code: 'CheckpointingNotEnabled',
      message: expect.stringContaining('enableFileCheckpointing: true'),
    });
    expect(port.heard).toHaveLength(1);
    const other = await start({}, { enableFileCheckpointing: true });
    await other.session.rewindFiles('x', { dryRun: true });
    expect(other.port.heard.at(-1)).toMatchObject({
      request: { subtype: 'rewind_files', user_message_id: 'x', dry_run: true },
    });
  });

  it.each([
    ['setPermissionMode', ['plan'], { subtype: 'set_permission_mode', mode: 'plan' }],
    [
      'setMaxThinkingTokens',
      [null],
      { subtype: 'set_max_thinking_tokens', max_thinking_tokens: null },
    ],
    ['reconnectMcpServer', ['calc'], { subtype: 'mcp_reconnect', serverName: 'calc' }],
    [
      'toggleMcpServer',
      ['calc', false],
      { subtype: 'mcp_toggle', serverName: 'calc', enabled: false },
    ],
    ['stopTask', ['t1'], { subtype: 'stop_task', task_id: 't1' }],
    ['getContextUsage', [], { subtype: 'get_context_usage' }],
    ['mcpServerStatus', [], { subtype: 'mcp_status' }],
    [
      'applyFlagSettings',
      [{ model: null }],
      { subtype: 'apply_flag_settings', settings: { model: null } },
    ],
    ['backgroundTasks', ['toolu_1'], { subtype: 'background_tasks', tool_use_id: 'toolu_1' }],
    ['reloadSkills', [], { subtype: 'reload_skills' }],
    ['readFile', ['a.txt', { maxBytes: 5 }], { subtype: 'read_file', path: 'a.txt', max_bytes: 5 }],
    ['seedReadState', ['a.txt', 5], { subtype: 'seed_read_state', path: 'a.txt', mtime: 5 }],
    [
      'readMcpResource',
      ['calc', 'ui://x'],
      { subtype: 'mcp_read_resource', serverName: 'calc', uri: 'ui://x' },
    ],
    [
      'reloadPlugins',
      [{ refuseIfBusy: true }],
      { subtype: 'reload_plugins', refuse_if_busy: true },
    ],
  ] as [keyof Session & string, unknown[], object][])(
    '%s is asked of the CLI in its words',
    async (name, args, request) => {
      const { session, port } = await start();
      await (session[name] as (...args: unknown[]) => Promise<unknown>)(...args);
      expect(port.heard.at(-1)?.request).toEqual(request);
    },
  );

  it('refuses a permission mode that does not exist', async () => {
    const { session, port } = await start();
    await expect(session.setPermissionMode('acceptEdit' as never)).rejects.toMatchObject({
      code: 'InvalidOption',
      message: expect.stringContaining('Did you mean `acceptEdits`?'),
    });
    expect(port.heard).toHaveLength(1);
  });
});
