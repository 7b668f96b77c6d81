import { describe, expect, it } from '@jest/globals';
import { resolveLaunch } from '../../src/options/resolveLaunch.js';
import type { Options } from '../../src/options/types.js';
import { errorOf, launch } from './launch.js';

const uuid = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
const bypassing = { permissions: { defaultMode: 'bypassPermissions' as const } };

const bypassingAgent = { permissionMode: 'bypassPermissions' } as const;

const answer = async () => ({ behavior: 'deny', message: 'no' }) as const;

describe('the system prompt', () => {
  it('is empty in both modes when nothing is said of it', () => {
    expect(launch({}, 'oneShot').flags).toEqual(['--system-prompt=']);
    expect(launch({}, 'session').initialize).toEqual({ systemPrompt: [''] });
  });

  it("is the CLI's own when only something is appended", () => {
    const options: Options = { appendSystemPrompt: 'Be brief.' };
    expect(launch(options, 'oneShot').flags).toEqual(['--append-system-prompt=Be brief.']);
    expect(launch(options, 'session').initialize).toEqual({ appendSystemPrompt: 'Be brief.' });
  });
});

describe('options that cannot both hold', () => {
  it.each<[Options, string, string, string[]]>([
    [{ resume: 'abc', continue: true }, 'continue', 'resume', ['--resume=abc']],
    [
      { systemPrompt: 'a', appendSystemPrompt: 'b' },
      'appendSystemPrompt',
      'systemPrompt',
      ['--system-prompt=a'],
    ],
    [
      { thinking: { type: 'disabled' }, maxThinkingTokens: 5 },
      'maxThinkingTokens',
      'thinking',
      ['--thinking=disabled'],
    ],
  ])('%j: a warning, and one of them passed', (options, option, winner, flags) => {
    const launched = launch(options, 'oneShot');
    expect(launched.flags.filter((flag) => flag !== '--system-prompt=')).toEqual(flags);
    expect(launched.warnings).toEqual([
      { code: 'OptionIgnored', message: expect.any(String), context: { option, winner } },
    ]);
    expect(launched.warnings[0]?.message).toContain(`\`${option}\``);
  });

  it('leaves the options that it was given as they are', () => {
    const options: Options = Object.freeze({ resume: 'abc', continue: true, skills: 'all' });
    launch(options, 'session');
    expect(options).toEqual({ resume: 'abc', continue: true, skills: 'all' });
  });

  it('passes both tool lists', () => {
    const { flags } = launch({ allowedTools: ['Read'], disallowedTools: ['Read'] }, 'session');
    expect(flags).toEqual(['--allowedTools=Read', '--disallowedTools=Read']);
  });

  it('passes an MCP config file and MCP servers side by side', () => {
    const { flags } = launch(
      { mcpServers: { a: { command: 'x' } }, mcpConfigPath: '/m' },
      'session',
    );
    expect(flags).toEqual(['--mcp-config={"mcpServers":{"a":{"command":"x"}}}', '--mcp-config=/m']);
  });

  it.each<[Options, string]>([
    [{ permissionMode: 'bypassPermissions' }, 'permissionMode'],
    [
      { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: false },
      'permissionMode',
    ],
    [{ settings: bypassing }, 'settings'],
    [{ settings: ` ${JSON.stringify(bypassing)}` }, 'settings'],
    [{ settings: `\ufeff${JSON.stringify(bypassing)}` }, 'settings'],
    [{ settings: '{"permissions":{"defaultMode":"bypassPermissions"' }, 'settings'],
    [{ settings: { toJSON: () => bypassing } }, 'settings'],
    [{ settings: { permissions: { allow: 'Bash' as never } } }, 'settings'],
    [{ agents: { a: { description: 'd', prompt: 'p', ...bypassingAgent } } }, 'agents'],
    [{ extraArgs: { 'permission-mode': 'bypassPermissions' } }, 'extraArgs'],
    [{ extraArgs: { settings: '/etc/settings.json' } }, 'extraArgs'],
    [{ extraArgs: { 'managed-settings': '{}' } }, 'extraArgs'],
    [{ extraArgs: { agents: '{}' } }, 'extraArgs'],
    [{ settings: bypassing, permissionMode: 'plan' }, 'settings'],
    [{ settings: bypassing, allowDangerouslySkipPermissions: false }, 'settings'],
    [{ managedSettings: bypassing }, 'managedSettings'],
    [{ managedSettings: { permissions: { deny: 'Bash' as never } } }, 'managedSettings'],
    [{ managedSettings: { toJSON: () => undefined } }, 'managedSettings'],
    [{ model: 'opus', fallbackModel: 'opus' }, 'fallbackModel'],
    [{ sessionId: uuid, resume: 'b' }, 'sessionId'],
    [{ sessionId: uuid, continue: true }, 'sessionId'],
    [{ supportedDialogKinds: ['k'] }, 'supportedDialogKinds'],
    [
      {
        persistSession: false,
        sessionStore: { append: async () => undefined, load: async () => null },
      },
      'sessionStore',
    ],
    [{ settings: '/etc/settings.json', sandbox: { enabled: true } }, 'sandbox'],
    [{ settings: '{"a":', sandbox: { enabled: true } }, 'settings'],
    ...[
      'x),Bash',
      'a,b',
      '',
      ' a',
      'a ',
      '/a',
      '*',
      'a:*',
      'a *',
      'a\\',
      'a\\\\b',
      'a\nb',
      '\ud800',
    ].map((skill): [Options, string] => [{ skills: [skill] }, 'skills']),
    [{ extraArgs: { print: 'x' } }, 'extraArgs'],
    [{ extraArgs: { 'output-format': 'text' } }, 'extraArgs'],
    [{ extraArgs: { '--model': 'x' } }, 'extraArgs'],
  ])('%j: InvalidOption', (options, option) => {
    const error = errorOf(() => launch(options, 'session'));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe(option);
  });

  it.each<[Options['settings'], object]>([
    [undefined, {}],
    ['', {}],
    [{ permissions: { deny: ['Bash'] } }, { deny: ['Bash'] }],
    ['\ufeff{"permissions":{"deny":["Bash"]}}', { deny: ['Bash'] }],
    [{ permissions: { disableBypassPermissionsMode: 'no' as never } }, {}],
  ])('forbids the mode, because other settings may ask for it: %j', (settings, permissions) => {
    const { argv } = resolveLaunch({ settings }, 'session', 'linux');
    const flag = argv.find((text) => text.startsWith('--settings='));
    expect(JSON.parse(flag?.replace('--settings=', '') ?? '')).toEqual({
      permissions: { ...permissions, disableBypassPermissionsMode: 'disable' },
    });
  });

  it.each(['dangerously-skip-permissions', 'allow-dangerously-skip-permissions'])(
    'does not forbid the mode if the program passes the flag %s',
    (flag) => {
      const { argv } = resolveLaunch({ extraArgs: { [flag]: null } }, 'session', 'linux');
      expect(argv.slice(5)).toEqual([`--${flag}`]);
    },
  );

  it('lets settings bypass permissions if the program allows it', () => {
    const allowed: Options = { settings: bypassing, allowDangerouslySkipPermissions: true };
    expect(launch(allowed, 'session').flags).toContain(`--settings=${JSON.stringify(bypassing)}`);
  });

  it.each<[Options['settings']]>([
    [{ permissions: { defaultMode: 'plan' } }],
    [{ permissions: { deny: ['bypassPermissions'] }, defaultMode: 'bypassPermissions' }],
    ['/home/dev/bypassPermissions.json'],
  ])('takes settings that set another mode, or that are in a file: %j', (settings) => {
    expect(() => launch({ settings }, 'session')).not.toThrow();
  });

  it('allows an id of its own for a forked conversation', () => {
    const { flags } = launch({ sessionId: uuid, resume: 'b', forkSession: true }, 'session');
    expect(flags).toEqual(['--resume=b', '--fork-session', `--session-id=${uuid}`]);
  });
});

describe('a permission callback that cannot fire', () => {
  it('is set for a bypass in the settings, unless another mode is chosen', () => {
    const options: Options = {
      canUseTool: answer,
      settings: bypassing,
      allowDangerouslySkipPermissions: true,
    };
    expect(launch(options, 'session').warnings).toEqual([
      expect.objectContaining({
        code: 'PermissionCallbackShadowed',
        context: { option: 'canUseTool', winner: 'settings' },
      }),
    ]);
    expect(launch({ ...options, permissionMode: 'plan' }, 'session').warnings).toEqual([]);
  });

  it('gives way to a named permission tool', () => {
    const options: Options = { canUseTool: answer, permissionPromptToolName: 'mcp__a__b' };
    const { flags, warnings } = launch(options, 'oneShot');
    expect(flags).toContain('--permission-prompt-tool=mcp__a__b');
    expect(flags).not.toContain('--permission-prompt-tool=stdio');
    expect(warnings.map(({ code }) => code)).toEqual(['PermissionCallbackShadowed']);
  });

  it.each<[Options, string]>([
    [
      { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true },
      'permissionMode',
    ],
    [{ permissionPrompts: 'none' }, 'permissionPrompts'],
  ])('stays for a change of mode, with a warning: %j', (options, winner) => {
    const { flags, warnings } = launch({ ...options, canUseTool: answer }, 'session');
    expect(flags).toContain('--permission-prompt-tool=stdio');
    expect(warnings).toMatchObject([{ code: 'PermissionCallbackShadowed', context: { winner } }]);
  });

  it('is no such callback when the tool named is the callback itself', () => {
    const options: Options = { canUseTool: answer, permissionPromptToolName: 'stdio' };
    expect(launch(options, 'session').warnings).toEqual([]);
  });
});

describe('what only a session can give', () => {
  const options: Options = {
    canUseTool: answer,
    title: 'T',
    hooks: { Stop: [{ hooks: [async () => ({})] }] },
  };

  it('is refused in one-shot mode, every option by name', () => {
    const error = errorOf(() => launch(options, 'oneShot'));
    expect(error.code).toBe('InvalidOption');
    for (const name of ['hooks', 'canUseTool', 'title', "mode: 'session'"]) {
      expect(error.message).toContain(name);
    }
  });
});
