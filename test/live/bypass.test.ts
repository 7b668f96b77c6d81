import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { type Options, query } from '../../src/index.js';
import { lastMessage, live, usingTool } from '../support/liveCli.js';
import type { Sandbox } from '../support/sandbox.js';
import { describeRealCli } from '../support/targets.js';

const cli = live();
const bypassing = { permissions: { defaultMode: 'bypassPermissions' as const } };
const text = JSON.stringify(bypassing);
const accepting = JSON.stringify({ permissions: { defaultMode: 'acceptEdits' } });
const allow: Options = { allowDangerouslySkipPermissions: true };

const ran = () => existsSync(join(cli.box.cwd, 'ran'));
const touching = () => usingTool('Bash', { command: `touch ${join(cli.box.cwd, 'ran')}` });

function write(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const user = ({ home }: Sandbox) => join(home, '.claude/settings.json');
const project = ({ cwd }: Sandbox) => join(cwd, '.claude/settings.json');
const local = ({ cwd }: Sandbox) => join(cwd, '.claude/settings.local.json');
const own = ({ home }: Sandbox) => join(home, 'own.json');
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

/** What the CLI reads, and from where. */
const files: [source: string, write: (box: Sandbox) => void, options: Options][] = [
  ['user settings', (box) => write(user(box), text), {}],
  ['project settings', (box) => write(project(box), text), {}],
  ['local settings', (box) => write(local(box), text), {}],
  ['user settings, next to a settings object', (box) => write(user(box), text), { settings: {} }],
  [
    'user settings that try to lift the ban',
    (box) =>
      write(
        user(box),
        JSON.stringify({
          permissions: { ...bypassing.permissions, disableBypassPermissionsMode: 'enable' },
        }),
      ),
    {},
  ],
];

describeRealCli('bypassPermissions without the word of the program', (target) => {
  async function isAsked(options: Options): Promise<boolean> {
    let asked = false;
    cli.model = touching();
    const session = await cli.start(target, {
      ...options,
      canUseTool: async () => {
        asked = true;
        return { behavior: 'deny', message: 'not allowed here' };
      },
    });
    await session.send('Go').result;
    await session.end();
    expect(ran()).toBe(!asked);
    if (asked) expect(lastMessage(cli.api.requests.at(-1))).toContain('not allowed here');
    return asked;
  }

  it.each(files)('in %s: canUseTool is asked', async (_, prepare, options) => {
    prepare(cli.box);
    expect(await isAsked(options)).toBe(true);
  });

  it.each(files)('in %s: a one-shot query does not run the tool', async (_, prepare, options) => {
    prepare(cli.box);
    cli.model = touching();
    const run = query({
      prompt: 'Go',
      options: cli.options(target, { ...options, mode: 'oneShot' }),
    });
    for await (const _message of run);
    expect(ran()).toBe(false);
  });

  it.each<[string, (box: Sandbox) => string]>([
    ['a settings file', (box) => write(own(box), text)],
    ['a settings file with a byte order mark', (box) => write(own(box), `\ufeff${text}`)],
    ['a settings file in UTF-16', (box) => write(own(box), utf16)],
    ['a settings file relative to cwd', (box) => write(join(box.cwd, 's.json'), text) && 's.json'],
    ['a settings string with a byte order mark', () => `\ufeff${text}`],
    ['a settings string after a space', () => `\u00a0${text}`],
  ])('in %s: the start is refused', async (_, settings) => {
    cli.model = touching();
    await expect(cli.start(target, { settings: settings(cli.box) })).rejects.toMatchObject({
      code: 'InvalidOption',
      message: expect.stringContaining('allowDangerouslySkipPermissions'),
    });
    expect(ran()).toBe(false);
  });

  it('in user settings, next to a settings file: canUseTool is asked', async () => {
    write(user(cli.box), text);
    expect(await isAsked({ settings: write(own(cli.box), '{}') })).toBe(true);
  });

  it('in a settings file that changes after the check: canUseTool is asked', async () => {
    const settings = write(own(cli.box), '{}');
    const started = isAsked({ settings });
    write(settings, text);
    expect(await started).toBe(true);
  });

  it('in an agent: the start is refused', async () => {
    const agent = { description: 'd', prompt: 'p', permissionMode: 'bypassPermissions' } as const;
    await expect(cli.start(target, { agents: { agent } })).rejects.toMatchObject({
      code: 'InvalidOption',
    });
  });

  it('does not change other modes', async () => {
    write(user(cli.box), accepting);
    expect(await isAsked({})).toBe(false);
  });

  it.each<[string, (box: Sandbox) => Options]>([
    ['a settings file', (box) => ({ settings: write(own(box), accepting) })],
    ['a settings object', () => ({ settings: JSON.parse(accepting) })],
    ['a settings string', () => ({ settings: `\ufeff${accepting}` })],
  ])('does not change another mode in %s', async (_, options) => {
    expect(await isAsked(options(cli.box))).toBe(false);
  });

  it.each<[string, (box: Sandbox) => Options]>([
    ['user settings', (box) => ({ env: write(user(box), text) ? box.env : {} })],
    ['a settings file', (box) => ({ settings: write(own(box), text) })],
    ['a settings object', () => ({ settings: bypassing })],
    ['permissionMode', () => ({ permissionMode: 'bypassPermissions' })],
  ])('works in %s once the program allows it', async (_, options) => {
    expect(await isAsked({ ...options(cli.box), ...allow })).toBe(false);
  });
});
