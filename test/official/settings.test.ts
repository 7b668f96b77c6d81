import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { officialSdk } from '../../scripts/officialSdk.mjs';
import * as ours from '../../src/index.js';
import { readCascade } from '../../src/official/settings/readCascade.js';
import { askOfficial, type OfficialCall } from '../support/askOfficial.js';
import { describeWith } from '../support/describeWith.js';

type Files = Partial<Record<'user' | 'project' | 'local', unknown>>;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'claude-actors-settings-')));
const before = process.env.CLAUDE_CONFIG_DIR;
afterAll(() => {
  if (before === undefined) delete process.env.CLAUDE_CONFIG_DIR;
  else process.env.CLAUDE_CONFIG_DIR = before;
  rmSync(root, { recursive: true, force: true });
});
let folders = 0;

/** Asks the official SDK, with the same configuration folder. */
const ask = (...calls: OfficialCall[]) =>
  askOfficial(
    calls.map((call) => ({
      ...call,
      env: { CLAUDE_CONFIG_DIR: process.env.CLAUDE_CONFIG_DIR ?? root },
    })),
  );

/** A new project and a new configuration folder with these settings files. */
function project(files: Files): string {
  const folder = join(root, String(folders++));
  const paths = {
    user: join(folder, 'config/settings.json'),
    project: join(folder, 'project/.claude/settings.json'),
    local: join(folder, 'project/.claude/settings.local.json'),
  };
  for (const path of Object.values(paths)) mkdirSync(dirname(path), { recursive: true });
  for (const [name, value] of Object.entries(files)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    writeFileSync(paths[name as keyof Files], text);
  }
  process.env.CLAUDE_CONFIG_DIR = join(folder, 'config');
  return join(folder, 'project');
}

const rules = ['Bash', 'bash', 'Bash()', 'Bash(ls:*)', 'mcp__a', 'mcp__a(x)', '*', 'Bash(', '', 7];

describeWith(
  'settings, beside the official SDK',
  'the official SDK is there',
  () => void officialSdk(),
  () => {
    it.each<[string, Files, ours.ResolveSettingsOptions?]>([
      ['no files', {}],
      [
        'three files',
        {
          user: {
            model: 'a',
            permissions: { allow: ['A', 'B'], deny: ['C'] },
            env: { A: '1', B: '2' },
          },
          project: { model: 'b', permissions: { allow: ['B', 'C'] }, env: { B: '3' } },
          local: { model: 'c', permissions: { ask: ['Q'], defaultMode: 'acceptEdits' } },
        },
      ],
      [
        'lists and objects',
        {
          user: {
            fallbackModel: ['a'],
            sandbox: { excludedCommands: ['a'] },
            enabledPlugins: { a: true },
          },
          project: {
            fallbackModel: ['b'],
            sandbox: { excludedCommands: ['b'] },
            enabledPlugins: { a: false },
          },
        },
      ],
      ['a corrupt file', { user: '{nope', project: { model: 'b' } }],
      ['empty files', { user: '', project: '  ', local: 'null' }],
      ['files that are no objects', { user: '[1]', project: '"x"', local: '5' }],
      [
        'a byte order mark, and comments',
        { user: '\ufeff{"model":"x"}', local: '{// c\n"model":"y"}' },
      ],
      [
        'a model that is a number',
        { user: { model: 5, language: 'en' }, project: { verbose: true } },
      ],
      ['a switch that is a word', { user: { verbose: 'yes', model: 'a' } }],
      [
        'a switch that is null',
        { user: { enableArtifact: null, model: 'a' }, local: { verbose: null } },
      ],
      ['a negative number', { user: { cleanupPeriodDays: -1, model: 'a' } }],
      ['permissions that are no object', { user: { permissions: 7, model: 'a' } }],
      ['a list of rules that is none', { user: { permissions: { allow: 'A' }, model: 'a' } }],
      [
        'a mode that does not exist',
        { user: { permissions: { defaultMode: 'nope' }, model: 'a' } },
      ],
      [
        'rules that are wrong',
        { user: { permissions: { allow: rules, deny: rules, ask: rules } } },
      ],
      ['variables that are no text', { user: { env: { A: 1, B: true, C: null, D: 'x' } } }],
      ['names that no version knows', { user: { zzz: { a: [1] } }, project: { zzz: { b: 2 } } }],
      ['a prototype', { user: '{"__proto__":{"model":"x"},"constructor":1}' }],
      ['models denied by a user', { user: { deniedModels: ['opus'], model: 'a' } }],
      [
        'one source',
        { user: { model: 'a' }, project: { model: 'b' } },
        { settingSources: ['user'] },
      ],
      ['no source', { user: { model: 'a' } }, { settingSources: [] }],
      [
        'sources in another order',
        { user: { model: 'a' }, project: { model: 'b' } },
        { settingSources: ['project', 'user'] },
      ],
      [
        'settings of a server',
        { user: { model: 'a', permissions: { allow: ['A'] }, availableModels: ['x'] } },
        {
          serverManagedSettings: {
            model: 'm',
            permissions: { allow: ['S'] },
            availableModels: ['y'],
            deniedModels: ['opus'],
          },
        },
      ],
      [
        'restrictions of the program',
        { user: { model: 'a', permissions: { deny: ['X'] } } },
        {
          managedSettings: {
            model: 'm',
            env: { A: '1' },
            cleanupPeriodDays: 3,
            allowManagedHooksOnly: true,
            enableArtifact: true,
            disableAllHooks: true,
            deniedModels: ['opus'],
            permissions: {
              deny: ['Bash'],
              ask: ['Edit'],
              defaultMode: 'plan',
              disableBypassPermissionsMode: 'disable',
            },
            sandbox: {
              enabled: true,
              allowUnsandboxedCommands: true,
              network: { deniedDomains: ['a'], httpProxyPort: 1 },
            },
          },
        },
      ],
      [
        'a server before the program',
        {},
        {
          serverManagedSettings: { model: 'm' },
          managedSettings: { permissions: { deny: ['Z'] } },
        },
      ],
      [
        'a server that lets the program add restrictions',
        {},
        {
          serverManagedSettings: { parentSettingsBehavior: 'merge', permissions: { deny: ['A'] } },
          managedSettings: { permissions: { deny: ['B'] }, allowManagedHooksOnly: true },
        },
      ],
    ])('are the same: %s', async (_name, files, ...[options]) => {
      const cwd = project(files);
      const [expected] = ask({ name: 'resolveSettings', args: [{ cwd, ...options }] });
      expect(await ours.resolveSettings({ cwd, ...options })).toEqual(expected);
    });

    it('filter the same modes', async () => {
      const modes = ['acceptEdits', 'auto', 'bypassPermissions', 'plan', 'default'];
      const files = modes.flatMap((defaultMode) =>
        ['user', 'project', 'local'].map((name) => ({
          [name]: { permissions: { defaultMode, allow: ['A'] } },
        })),
      );
      const resolved: ours.ResolvedSettings[] = [];
      for (const one of files) resolved.push(await ours.resolveSettings({ cwd: project(one) }));
      const calls = resolved.map((one) => ({ name: 'filterEscalatingDefaultMode', args: [one] }));
      expect(resolved.map(ours.filterEscalatingDefaultMode)).toEqual(ask(...calls));
    });

    it('deny the same models', async () => {
      const models = [
        'claude-opus-4-1',
        'claude-opus-4-1-20250805',
        'claude-opus-4',
        'claude-opus-4-0',
        'opus',
        'us.anthropic.claude-opus-4-1-20250805-v1:0',
        'xx.anthropic.claude-opus-4-1',
        'x/claude-opus-4-1',
        'claude-3-5-sonnet-20241022',
        'claude-3-5-sonnet@20241022',
        'claude-sonnet-4-5[1m]',
        'sonnet[1m]',
        'claude-opus-4-1-preview',
        'claude-opus-4-1-preview-2',
        'my-opus-model',
        'opusplan',
        'gpt',
        '',
        'CLAUDE-OPUS-4-1',
        ' claude-opus-4-1 ',
        'claude-opus-41',
        'claude-opus-4-1x',
        'haiku 3',
      ];
      const more = ['best', 'default', 'opus-4-1', 'opus[1m]', 'opus 4.1', 'claude-opus-4.1'];
      const wrong: unknown[][] = [
        [3, 3],
        [[1, null], [2]],
        ['x', null],
      ];
      const args = [...[...models, ...more].map((entry) => [models, [entry]]), ...wrong];
      const expected = ask(...args.map((one) => ({ name: 'matchDeniedModels', args: one })));
      for (const [index, [list, denied]] of args.entries()) {
        const match = await ours.matchDeniedModels(list as never, denied as never);
        const { denied: same, warnings } = expected[index] as ours.DeniedModelsMatch;
        expect([denied, match.denied]).toEqual([denied, same]);
        expect([denied, match.warnings.length]).toEqual([denied, warnings.length]);
      }
    });
  },
);

describe('the settings of an administrator', () => {
  const managedFolder = join(root, 'managed');
  const host = { env: {}, platform: 'linux' as const, managedFolder };
  const put = (name: string, text: string) => {
    const path = join(managedFolder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const options = { settingSources: [] };

  it('come from a file and its drop-ins, and a file that is corrupt is reported', () => {
    put('managed-settings.json', '{"model":"a","permissions":{"deny":["Bash"]}}');
    put('managed-settings.d/10.json', '{"model":"b","permissions":{"deny":["Edit"]}}');
    put('managed-settings.d/.hidden.json', '{"model":"c"}');
    expect(readCascade(options, host)).toEqual({
      effective: { model: 'b', permissions: { deny: ['Bash', 'Edit'] } },
      provenance: {
        model: { source: 'managed', policyOrigin: 'file' },
        permissions: { source: 'managed', policyOrigin: 'file' },
      },
      sources: [expect.objectContaining({ source: 'managed', policyOrigin: 'file' })],
      machinePolicy: { didNotLoad: false },
    });
    put('managed-settings.d/20.json', '{nope');
    expect(readCascade(options, host).machinePolicy).toEqual({ didNotLoad: ['file'] });
  });

  it('may be where this library does not look, and the answer says so', () => {
    const windows = { ...host, platform: 'win32' as const };
    expect(readCascade(options, windows).machinePolicy?.didNotLoad).toContain('registry');
  });
});
