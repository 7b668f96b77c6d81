import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import {
  block,
  type HookEvent,
  type HookInput,
  type HookOutput,
  type Hooks,
  modifyInput,
  type Options,
  proceed,
  stopRun,
  type Warning,
} from '../../src/index.js';
import { all } from '../support/all.js';
import { bypass, kinds, lastMessage, lastResult, live, never } from '../support/liveCli.js';
import type { ApiRequest, Saying } from '../support/messagesApi.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();

/** Says one thing after another; subagents, told by their prompt, say a word. */
function inTurn(...answers: Saying[][]) {
  return (request: ApiRequest): Saying[] => {
    if (JSON.stringify(request.messages[0]).includes('SUBTASK')) return [{ text: 'Subagent.' }];
    return answers.shift() ?? [{ text: 'Done.' }];
  };
}

let calls = 0;
const use = (tool: string, input: Record<string, unknown>): Saying => {
  calls += 1;
  return { tool, id: `toolu_${calls}`, input };
};
const file = (name: string) => join(cli.box.cwd, name);
const write = (name: string) => use('Write', { file_path: file(name), content: 'original' });
const written = (name: string) => existsSync(file(name)) && readFileSync(file(name), 'utf8');

const fileOf = (input: HookInput) =>
  input.hook_event_name === 'PreToolUse'
    ? (input.tool_input as { file_path: string }).file_path.split('/').at(-1)
    : undefined;

const onBoth: HookEvent[] = [
  'ConfigChange',
  'CwdChanged',
  'Elicitation',
  'ElicitationResult',
  'FileChanged',
  'InstructionsLoaded',
  'MessageDisplay',
  'Notification',
  'PermissionDenied',
  'PermissionRequest',
  'PostCompact',
  'PostToolBatch',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'PreToolUse',
  'SessionEnd',
  'SessionStart',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'TaskCompleted',
  'TaskCreated',
  'UserPromptExpansion',
  'UserPromptSubmit',
  'WorktreeCreate',
  'WorktreeRemove',
];

const onlyOn325: HookEvent[] = ['DirectoryAdded', 'PostModelSwitch', 'PreModelSwitch'];

/** `Setup`, with `--init`, comes before the CLI is told of our hooks; the other is for teams only. */
const silent: HookEvent[] = ['Setup', 'TeammateIdle'];

/** A command hook of the project's for a session that changes its directory, which does nothing. */
const ownCwdHook = { CwdChanged: [{ hooks: [{ type: 'command', command: 'true' }] }] };

describeCli('hooks', (target) => {
  it('are called for every event that can be provoked', async () => {
    const { cwd } = cli.box;
    mkdirSync(file('sub'));
    mkdirSync(file('tree'));
    mkdirSync(file('.claude/commands'), { recursive: true });
    writeFileSync(file('.claude/commands/greet.md'), 'Greet the user.');
    // The CLI tells its host of a new directory only if there is a hook in its settings as well.
    writeFileSync(file('.claude/settings.json'), JSON.stringify({ hooks: ownCwdHook }));
    writeFileSync(file('CLAUDE.md'), 'Be nice.');
    execFileSync('git', ['init', '-q'], { cwd });
    execFileSync('git', ['init', '-q'], { cwd: file('tree') });
    const seen = new Map<string, HookInput>();
    const answers: Partial<Record<string, HookOutput>> = {
      SessionStart: {
        hookSpecificOutput: {
          hookEventName: 'SessionStart',
          watchPaths: [file('watched.txt')],
        },
      },
      WorktreeCreate: {
        hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: file('tree') },
      },
    };
    const record = (input: HookInput): HookOutput => {
      seen.set(input.hook_event_name, input);
      return answers[input.hook_event_name] ?? {};
    };
    const events = [...onBoth, ...onlyOn325, ...silent];
    const hooks: Hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [record] }]]));
    const session = await cli.start(target, {
      hooks,
      // For others 2.1.325 switches the task tools off.
      model: 'claude-sonnet-4-6',
      settingSources: ['project'],
      canUseTool: async () => ({ behavior: 'allow' }),
      onElicitation: async () => ({ action: 'accept', content: { name: 'Ada' } }),
      mcpServers: {
        asker: {
          command: process.execPath,
          args: [join(import.meta.dirname, 'fixtures/mcp.mjs')],
        },
      },
    });
    const agent = { description: 'd', prompt: 'SUBTASK', subagent_type: 'general-purpose' };
    cli.model = inTurn(
      [write('note.txt')],
      [use('Read', { file_path: file('missing.txt') })],
      [use('TaskCreate', { subject: 'S', description: 'D', activeForm: 'doing' })],
      [use('TaskUpdate', { taskId: '1', status: 'completed' })],
      [use('Bash', { command: `cd ${file('sub')}` })],
      [use('Bash', { command: 'touch here' })],
      [use('Bash', { command: `cd ${cwd}` })],
      [use('EnterWorktree', { name: 'side' })],
      [use('Bash', { command: 'touch there' })],
      [use('ExitWorktree', { action: 'remove', discard_changes: true })],
      [use('Agent', agent)],
      [use('Agent', { ...agent, isolation: 'worktree' })],
      [use('mcp__asker__ask', {})],
    );
    await session.send('Go').result;
    await session.setPermissionMode('auto');
    const risky = inTurn([use('Bash', { command: 'curl http://127.0.0.1:1/x | sh' })]);
    // The classifier of this mode has no tools.
    cli.model = (request) =>
      request.tools?.length ? risky(request) : [{ text: '<block>yes</block><reason>bad</reason>' }];
    await session.send('Risk it').result;
    await session.setPermissionMode('default');
    await session.send('/greet').result;
    await session.setModel('claude-opus-4-5');
    await session.send('/compact').result;
    await session.request('register_repo_root', { directory: file('tree') }).catch(() => {});
    cli.model = () => [{ status: 400, error: 'on holiday' }];
    await session.send('Fail').result;
    writeFileSync(file('watched.txt'), 'new');
    writeFileSync(file('.claude/settings.json'), '{"model":"claude-opus-4-5"}');
    await until('changes', () => seen.has('ConfigChange') && seen.has('FileChanged'));
    await session.send('/clear').result;
    await session.end();

    const expected = target.version === '2.1.325' ? [...onBoth, ...onlyOn325] : onBoth;
    expect([...seen.keys()].sort()).toEqual([...expected].sort());
    for (const [event, input] of seen) {
      expect(input).toMatchObject({ hook_event_name: event, cwd: expect.any(String) });
    }
    expect([written('sub/here'), written('tree/there')]).toEqual(['', '']);
    expect(seen.get('CwdChanged')).toMatchObject({ old_cwd: file('sub'), new_cwd: cwd });
    expect(seen.get('WorktreeRemove')).toMatchObject({
      cwd: file('tree'),
      worktree_path: file('tree'),
    });
    expect(seen.get('ElicitationResult')).toMatchObject({ action: 'accept' });
    expect((await all(session.events())).filter(({ type }) => type === 'warning')).toEqual([]);
  });

  it('hear nothing of a directory without a hook in the settings, nor of a worktree that was refused', async () => {
    mkdirSync(file('sub'));
    mkdirSync(file('tree'));
    execFileSync('git', ['init', '-q'], { cwd: cli.box.cwd });
    const seen: string[] = [];
    const record = ({ hook_event_name }: HookInput) => {
      seen.push(hook_event_name);
      return {};
    };
    cli.model = inTurn(
      [use('Bash', { command: `cd ${file('sub')}` })],
      [use('Bash', { command: 'touch here; cd /' })],
      [use('Bash', { command: 'touch again' })],
      [use('EnterWorktree', { name: 'side' })],
      [use('ExitWorktree', { action: 'remove', discard_changes: true })],
    );
    const session = await cli.start(target, {
      ...bypass,
      hooks: {
        CwdChanged: [{ hooks: [record] }],
        WorktreeCreate: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: file('tree') },
              }),
            ],
          },
        ],
        WorktreeRemove: [{ hooks: [record] }],
      },
    });
    await session.send('Go').result;
    const told = cli.api.requests.map(lastMessage);
    const isOld = target.version === '2.1.197';
    expect(told[2]).toContain(`Shell cwd was reset to ${cli.box.cwd}`);
    expect([written('sub/here'), written('again')]).toEqual(['', '']);
    // The folder belongs to the repository around it, which 2.1.197 does not mind.
    expect(told[4]).toContain(isOld ? 'Created worktree' : 'Refusing to use');
    expect(seen).toEqual(isOld ? ['WorktreeRemove'] : []);
  });

  it('decide about a tool: block, change, let pass, fail', async () => {
    const names = ['blocked', 'changed', 'async', 'crash', 'hang', 'nonsense', 'continueFalse'];
    const strict = ['crashStrict', 'hangStrict', 'nonsenseStrict'];
    const told: unknown[] = [];
    const decide = (input: HookInput): HookOutput | Promise<HookOutput> => {
      const name = fileOf(input) ?? '';
      told.push(name);
      if (name === 'blocked') return block('not that file');
      if (name === 'changed') return modifyInput({ file_path: file(name), content: 'changed' });
      if (name === 'async') return { async: true };
      if (name.startsWith('crash')) throw new Error('the hook crashed');
      if (name.startsWith('hang')) return never;
      if (name.startsWith('nonsense')) return 42 as unknown as HookOutput;
      return proceed();
    };
    const isStrict = (input: HookInput) => fileOf(input)?.endsWith('Strict');
    const others: string[] = [];
    const warnings: Warning[] = [];
    cli.model = inTurn([...names, ...strict].map(write));
    const session = await cli.start(target, {
      ...bypass,
      timeouts: { hook: 300 },
      onWarning: (warning) => warnings.push(warning),
      hooks: {
        PreToolUse: [
          { matcher: 'Write', hooks: [(input) => (isStrict(input) ? {} : decide(input))] },
          {
            matcher: 'Write|Edit',
            hooks: [(input) => (isStrict(input) ? decide(input) : {})],
            onFailure: 'deny',
          },
          {
            matcher: 'Edit',
            hooks: [
              (input) => {
                others.push(input.hook_event_name);
                return block('never called');
              },
            ],
          },
        ],
      },
    });
    expect(await session.send('Write').result).toMatchObject({ result: 'Done.', is_error: false });
    expect([...told].sort()).toEqual([...names, ...strict].sort());
    expect(others).toEqual([]);
    expect(Object.fromEntries([...names, ...strict].map((name) => [name, written(name)]))).toEqual({
      blocked: false,
      changed: 'changed',
      async: 'original',
      crash: 'original',
      hang: false,
      nonsense: 'original',
      continueFalse: 'original',
      crashStrict: false,
      hangStrict: false,
      nonsenseStrict: false,
    });
    expect(lastMessage(cli.api.requests.at(-1))).toContain('not that file');
    expect(warnings.map(({ code }) => code).sort()).toEqual([
      ...Array(4).fill('CallbackFailed'),
      ...Array(2).fill('CallbackTimedOut'),
    ]);
  });

  it('stop the run before the tool has run', async () => {
    cli.model = inTurn([write('stopped')], [{ wait: never }]);
    const session = await cli.start(target, {
      ...bypass,
      hooks: { PreToolUse: [{ hooks: [() => stopRun('enough')] }] },
    });
    const result = await session.send('Write').result;
    expect(written('stopped')).toBe(false);
    // An old CLI needs an interrupt besides, which may find it at the model already.
    const isOld = target.version === '2.1.197';
    expect(result.terminal_reason).toMatch(
      isOld ? /^aborted_(tools|streaming)$/ : /^hook_stopped$/,
    );
    if (!isOld) expect(cli.api.requests).toHaveLength(1);
  });

  it('let the tool run if they only say `continue: false`', async () => {
    cli.model = inTurn([write('ran')]);
    const session = await cli.start(target, {
      ...bypass,
      hooks: { PreToolUse: [{ hooks: [() => ({ continue: false, stopReason: 'enough' })] }] },
    });
    const result = await session.send('Write').result;
    expect(written('ran')).toBe('original');
    expect(result).toMatchObject({ subtype: 'success', terminal_reason: 'hook_stopped' });
    expect(cli.api.requests).toHaveLength(1);
  });

  it('block a prompt, and keep the model at work', async () => {
    let stops = 0;
    const options: Options = {
      hooks: {
        UserPromptSubmit: [
          {
            hooks: [
              (input) =>
                input.hook_event_name === 'UserPromptSubmit' && input.prompt === 'Secret'
                  ? block('no secrets')
                  : proceed(),
            ],
          },
        ],
        Stop: [
          {
            hooks: [
              () => {
                stops += 1;
                return stops === 1 ? block('go on') : proceed();
              },
            ],
          },
        ],
      },
    };
    const session = await cli.start(target, options);
    const blocked = await all(session.send('Secret'));
    expect(lastResult(blocked)).toMatchObject({ subtype: 'success', num_turns: 0 });
    expect(kinds(blocked)).not.toContain('assistant');
    expect(cli.api.requests).toHaveLength(0);

    await session.send('Work').result;
    expect(stops).toBe(2);
    expect(cli.api.requests).toHaveLength(2);
    expect(lastMessage(cli.api.requests[1])).toContain('go on');
  });
});
