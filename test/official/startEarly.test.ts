import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Options, prewarm, startup } from '../../src/index.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { simulatedClock } from '../../src/testing/simulatedClock.js';
import { all } from '../support/all.js';
import { settle } from '../support/simulated.js';

const home = mkdtempSync(join(tmpdir(), 'claude-actors-spares-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const env = { CLAUDE_CONFIG_DIR: home };
const parked = () => readdirSync(join(home, 'spares'));

/** A spare on a fake CLI, with its promises watched. */
async function spareOn(options: Options = {}) {
  const cli = fakeCli({});
  const spare = await prewarm({ options: { port: cli.port, env, ...options } });
  const written = () => (cli.processes[0]?.written ?? []).map((line) => JSON.parse(line));
  const sent = () => written().map(({ request, type }) => request?.subtype ?? type);
  return { cli, spare, written, sent };
}

describe('startup', () => {
  it('completes the handshake, and sends nothing until there is a prompt', async () => {
    const cli = fakeCli({});
    const warm = await startup({ options: { port: cli.port } });
    await settle();
    const [process] = cli.processes;
    expect(process?.written).toHaveLength(1);
    expect(process?.isGone).toBe(false);
    const messages = await all(warm.query('Say hello'));
    expect(messages.at(-1)).toMatchObject({ type: 'result', subtype: 'success' });
    expect(cli.processes).toHaveLength(1);
    expect(cli.processes[0]?.isGone).toBe(true);
  });

  it('takes an iterable, and keeps the input open until it has ended', async () => {
    const cli = fakeCli({});
    const warm = await startup({ options: { port: cli.port } });
    async function* prompts() {
      for (const content of ['one', 'two']) {
        const message = { role: 'user', content } as const;
        yield { type: 'user', message, parent_tool_use_id: null } as const;
        await settle();
      }
    }
    const messages = await all(warm.query(prompts()));
    expect(messages.filter(({ type }) => type === 'result').length).toBeGreaterThan(0);
    expect(cli.processes[0]?.written.join()).toContain('"two"');
  });

  it('can be used once', async () => {
    const warm = await startup({ options: { port: fakeCli({}).port } });
    const query = warm.query('Say hello');
    expect(() => warm.query('again')).toThrow(
      expect.objectContaining({
        code: 'SpareUnavailable',
        message: expect.stringContaining('WarmQuery.query() can only be called once'),
      }),
    );
    warm.close();
    expect((await all(query)).at(-1)).toMatchObject({ type: 'result' });
  });

  it('keeps the process for another prompt if the first one is wrong', async () => {
    const warm = await startup({ options: { port: fakeCli({}).port } });
    expect(() => warm.query(3 as never)).toThrow(
      expect.objectContaining({ code: 'InvalidPrompt' }),
    );
    expect((await all(warm.query('Say hello'))).at(-1)).toMatchObject({ type: 'result' });
  });

  it('ends the process if it is closed or disposed of', async () => {
    const cli = fakeCli({});
    {
      await using warm = await startup({ options: { port: cli.port } });
      expect(warm.query).toBeDefined();
    }
    expect(cli.processes[0]?.isGone).toBe(true);
    const warm = await startup({ options: { port: cli.port } });
    warm.close();
    expect(() => warm.query('Say hello')).toThrow(
      expect.objectContaining({ code: 'SpareUnavailable' }),
    );
    await warm[Symbol.asyncDispose]();
    expect(cli.processes[1]?.isGone).toBe(true);
  });

  it('rejects if the CLI does not answer in time, and ends it', async () => {
    const clock = simulatedClock();
    const cli = fakeCli({ faults: { initializeSilence: true } }, { clock });
    const options = { port: cli.port, clock };
    const warm = startup({ options });
    warm.catch(() => {});
    await settle();
    clock.increment(59_999);
    await settle();
    expect(cli.processes[0]?.isGone).toBe(false);
    clock.increment(1);
    await expect(warm).rejects.toMatchObject({ code: 'InitializeTimeout' });
    expect(cli.processes[0]?.isGone).toBe(true);
  });

  it('does not count the time of start-up hooks, unless there is a limit', async () => {
    for (const [initializeTimeoutMs, survives] of [
      [undefined, true],
      [60_000, false],
    ] as const) {
      const clock = simulatedClock();
      const cli = fakeCli({ faults: { initializeSilence: true } }, { clock });
      const warm = startup({ options: { port: cli.port, clock }, initializeTimeoutMs });
      let failed = false;
      warm.catch(() => {
        failed = true;
      });
      await settle();
      const hook = { type: 'system', hook_id: 'h', hook_event: 'SessionStart' };
      clock.increment(1_000);
      cli.push({ ...hook, subtype: 'hook_started' });
      await settle();
      clock.increment(599_000);
      await settle();
      expect(failed).toBe(!survives);
      if (!survives) continue;
      cli.push({ ...hook, subtype: 'hook_response' });
      await settle();
      clock.increment(58_999);
      await settle();
      expect(failed).toBe(false);
      clock.increment(1);
      await expect(warm).rejects.toMatchObject({ code: 'InitializeTimeout' });
    }
  });

  it('rejects with the reason if the CLI does not start', async () => {
    const port = fakeCli({ faults: { initializeError: 'no hooks today' } }).port;
    await expect(startup({ options: { port } })).rejects.toMatchObject({
      code: 'InitializeRejected',
    });
    const abortController = new AbortController();
    abortController.abort();
    const aborted = startup({ options: { port: fakeCli({}).port, abortController } });
    await expect(aborted).rejects.toMatchObject({ code: 'Aborted' });
    const oneShot = startup({ options: { mode: 'oneShot' } });
    await expect(oneShot).rejects.toMatchObject({ code: 'InvalidOption' });
  });
});

describe('prewarm', () => {
  it('waits in a folder of its own, and works in the folder that claims it', async () => {
    const { cli, spare, sent } = await spareOn();
    expect(cli.processes[0]?.args).toContain('--await-claim');
    expect(parked()).toHaveLength(1);
    const query = spare.claim({ prompt: 'Say hello', options: { cwd: '/srv/project' } });
    const messages = await all(query);
    expect(messages[0]).toMatchObject({ subtype: 'init', cwd: '/srv/project' });
    expect(sent()).toEqual(['initialize', 'claim_session', 'user']);
    await expect(spare.claimed).resolves.toMatchObject({ cwd: '/srv/project' });
    await spare.exited;
    expect(parked()).toEqual([]);
  });

  it('sends the settings first, and the prompt once they are accepted', async () => {
    const { spare, sent, written } = await spareOn();
    const settings = { effortLevel: 'high' as const, permissions: { deny: ['Bash'] } };
    const query = spare.claim({
      prompt: 'Say hello',
      options: { cwd: 'here', model: 'sonnet', maxThinkingTokens: 0, settings },
    });
    await all(query);
    expect(sent()).toEqual([
      'initialize',
      'apply_flag_settings',
      'claim_session',
      'set_model',
      'set_max_thinking_tokens',
      'apply_flag_settings',
      'user',
    ]);
    expect(written()[1].request.settings).toEqual({ effortLevel: 'high' });
    expect(written()[2].request.cwd).toBe(join(process.cwd(), 'here'));
    expect(written()[5].request.settings).toEqual({ permissions: { deny: ['Bash'] } });
    await spare.claimed;
  });

  it('rejects `claimed` with the reason of the CLI if it refuses', async () => {
    const { spare } = await spareOn();
    const query = spare.claim({
      prompt: 'Say hello',
      options: { cwd: '/x', permissionMode: 'bypassPermissions' },
    });
    await expect(spare.claimed).rejects.toMatchObject({
      code: 'ClaimRefused',
      message: expect.stringMatching(/^permission_mode_not_claimable: /),
    });
    await query.close();
  });

  it('can still be claimed after a claim with settings about hooks, or without a folder', async () => {
    const { spare, sent } = await spareOn();
    const prompt = 'Say hello';
    const hooks = { cwd: '/x', settings: { disableAllHooks: true } };
    for (const options of [hooks, {} as never, undefined as never]) {
      expect(() => spare.claim({ prompt, options })).toThrow(
        expect.objectContaining({ code: 'InvalidOption' }),
      );
    }
    expect(sent()).toEqual(['initialize']);
    await all(spare.claim({ prompt, options: { cwd: '/x' } }));
    expect(() => spare.claim({ prompt, options: { cwd: '/x' } })).toThrow(
      'SpareProcess.claim() can only be called once',
    );
  });

  it('is gone, and its folder with it, when it is closed or disposed of', async () => {
    const { spare } = await spareOn();
    spare.close();
    await expect(spare.claimed).rejects.toThrow(/^spare_closed: /);
    await spare.exited;
    expect(() => spare.claim({ prompt: 'x', options: { cwd: '/x' } })).toThrow('closed or has');
    await using another = (await spareOn()).spare;
    await another[Symbol.asyncDispose]();
    expect(parked()).toEqual([]);
  });

  it('takes no conversation, and leaves no folder if it cannot start', async () => {
    await expect(prewarm({ options: { env, resume: 'x' } })).rejects.toMatchObject({
      code: 'InvalidOption',
    });
    const { port } = fakeCli({ faults: { initializeError: 'no' } });
    await expect(prewarm({ options: { env, port } })).rejects.toMatchObject({
      code: 'InitializeRejected',
    });
    expect(parked()).toEqual([]);
  });
});
