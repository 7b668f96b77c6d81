import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as ours from '../../src/index.js';
import { all } from '../support/all.js';
import { buildSources } from '../support/buildSources.js';
import { live } from '../support/liveCli.js';
import { endProcesses, isAlive, markedProcesses } from '../support/processes.js';
import { describeRealCli, type Target } from '../support/targets.js';
import { until } from '../support/until.js';
import { describeOfficial, officialSdk } from './dropIn/officialSdk.js';

const cli = live();
const build = buildSources();
afterAll(() => build.remove());

const spares = () => {
  const folder = join(cli.box.home, '.claude/spares');
  return existsSync(folder) ? readdirSync(folder) : [];
};
/** Without `cwd`: a spare waits in a folder of its own. */
const spareOptions = (target: Target) => {
  const { cwd, ...options } = cli.options(target);
  return options;
};

describeRealCli('startup', (target) => {
  it('starts one process, and the prompt goes to it', async () => {
    const warm = await ours.startup({ options: cli.options(target) });
    expect(cli.api.requests).toEqual([]);
    const query = warm.query('Say hello');
    const { pid } = query;
    const messages = await all(query);
    expect(messages.at(-1)).toMatchObject({ type: 'result', result: 'Hello there.' });
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  it('waits for the hooks of the settings', async () => {
    mkdirSync(join(cli.box.home, '.claude'), { recursive: true });
    const command = `sleep 0.3; echo done > ${join(cli.box.cwd, 'hook')}`;
    const hooks = { SessionStart: [{ hooks: [{ type: 'command', command }] }] };
    writeFileSync(join(cli.box.home, '.claude/settings.json'), JSON.stringify({ hooks }));
    await using warm = await ours.startup({ options: cli.options(target) });
    expect(readdirSync(cli.box.cwd)).toContain('hook');
    expect(warm.query).toBeDefined();
  });

  it('ends the process if it is not used', async () => {
    const before = await ours.startup({ options: cli.options(target) });
    await before[Symbol.asyncDispose]();
    expect(() => before.query('x')).toThrow(expect.objectContaining({ code: 'SpareUnavailable' }));
  });

  it('notices that the process has died', async () => {
    const mark = randomUUID();
    const env = { ...cli.box.env, TEST_MARK: mark };
    const warm = await ours.startup({ options: cli.options(target, { env }) });
    endProcesses(await markedCli(mark));
    await until('the death to be noticed', () => {
      try {
        // A wrong prompt is refused before anything is sent, but after the process was looked at.
        warm.query(undefined as never);
      } catch (error) {
        return (error as ours.ClaudeActorsError).code === 'SpareUnavailable';
      }
      return false;
    });
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'leaves nothing if the program gets %s',
    async (signal) => {
      const hows = target.version === '2.1.325' ? ['startup', 'prewarm'] : ['startup'];
      for (const how of hows) {
        const mark = randomUUID();
        const plain = how === 'prewarm' ? spareOptions(target) : cli.options(target);
        const options = { ...plain, env: { ...plain.env, TEST_MARK: mark } };
        const program = spawn(
          process.execPath,
          [
            join(import.meta.dirname, 'fixtures/earlyDeath.mjs'),
            JSON.stringify({ module: build.url('index.js'), how, options }),
          ],
          { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] },
        );
        await once(program.stdout, 'data');
        await markedCli(mark);
        const exit = once(program, 'exit');
        program.kill(signal);
        await exit;
        await until(`the CLI to go after ${signal}`, () => markedProcesses(mark).length === 0);
        await until('its folder to go', () => spares().length === 0);
      }
    },
  );
});

/** The CLI that has this mark in its environment, once it runs. */
function markedCli(mark: string): Promise<number[]> {
  return until('the CLI to run', () => {
    const pids = markedProcesses(mark);
    return pids.length > 0 && pids;
  });
}

type Sdk = Pick<typeof ours, 'prewarm' | 'startup'>;
type Claim = Partial<Parameters<ours.SpareProcess['claim']>[0]['options']>;

/** What a program sees of a claim, without what differs from run to run. */
async function claimWith(sdk: Sdk, options: ours.Options, claim: Claim) {
  const spare = await sdk.prewarm({ options });
  const claimed = spare.claimed.then(
    ({ cwd, sdkMcpSettled }) => ({ cwd, sdkMcpSettled }),
    (error: Error & { claim?: { cwd: string } }) => ({
      refused: /^[a-z_]+/.exec(error.message)?.[0],
      claim: error.claim?.cwd,
    }),
  );
  const options_ = { cwd: cli.box.cwd, ...claim };
  const query = spare.claim({ prompt: 'Say hello', options: options_ });
  const kinds: string[] = [];
  try {
    for await (const message of query) {
      kinds.push('subtype' in message ? `${message.type}/${message.subtype}` : message.type);
    }
  } catch {
    // The official SDK throws after a result that is an error.
  }
  await spare.exited;
  return { claimed: await claimed, kinds };
}

describeOfficial('prewarm, beside the official SDK', () => {
  const target = { path: '', env: {}, backend: 'real', version: '2.1.325' } as Target;

  it.each<[string, Claim]>([
    ['a folder', {}],
    ['a folder that does not exist', { cwd: '/does/not/exist' }],
    ['options', { model: 'claude-sonnet-4-5', permissionMode: 'plan', title: 'A title' }],
    ['settings', { settings: { permissions: { deny: ['Bash'] }, effortLevel: 'high' } }],
    ['settings that are wrong', { settings: { permissions: 7 as never } }],
    ['an option that is wrong', { maxThinkingTokens: 'many' as never }],
    ['a variable that is read at the start', { env: { FOO: '1' } }],
    ['bypassPermissions', { permissionMode: 'bypassPermissions' }],
  ])('does the same with %s', async (_name, claim) => {
    const { cliPath } = await import('../support/installCli.js');
    const official = (await import(officialSdk())) as Sdk;
    const options = spareOptions({ ...target, path: cliPath('2.1.325') });
    const { envMode, ...there } = options;
    const expected = await claimWith(official, there, claim);
    expect(await claimWith(ours, options, claim)).toEqual(expected);
    await until('the folders to go', () => spares().length === 0);
  });

  it('leaves both with the handshake of the claimed session', async () => {
    const { cliPath } = await import('../support/installCli.js');
    const options = spareOptions({ ...target, path: cliPath('2.1.325') });
    const agents = { helper: { description: 'Helps', prompt: 'Help.' } };
    const spare = await ours.prewarm({ options });
    const query = spare.claim({ prompt: 'Say hello', options: { cwd: cli.box.cwd, agents } });
    const named = (await query.supportedAgents()).map(({ name }) => name);
    expect(named).toContain('helper');
    await all(query);
  });
});

describe('prewarm on an old CLI', () => {
  describeRealCli('2.1.197', (target) => {
    if (target.version !== '2.1.197') return;
    it('rejects, and says what to do', async () => {
      await expect(ours.prewarm({ options: spareOptions(target) })).rejects.toMatchObject({
        code: 'UnsupportedCliVersion',
        message: expect.stringContaining('claude update'),
      });
      expect(spares()).toEqual([]);
    });
  });
});
