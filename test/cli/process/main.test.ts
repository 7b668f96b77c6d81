import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Scenario } from '../../../src/testing/scenario.js';
import { until } from '../../support/until.js';
import { MainProgram, type Running } from '../support/runMain.js';

jest.setTimeout(60_000);

let main: MainProgram;
beforeAll(() => {
  main = new MainProgram();
});
afterAll(() => main.remove());

const endless: Scenario = { tokens: { every: 5 }, turns: [[{ text: 'and so on '.repeat(5000) }]] };
const runOn = (scenario: Scenario) => ['run', `--simulate=${main.scenario(scenario)}`, 'Go'];

describe('claude-actors run, as a process', () => {
  it('streams the text of the simulated CLI and exits with 0', async () => {
    const { code, out, err } = await main.run('run', '--simulate', 'Hello');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('simulated answer to "Hello"');
  });

  it.each([{ operands: ['-'] }, { operands: [] }])(
    'reads a prompt from a pipe: %j',
    async (one) => {
      const args = ['run', '--simulate', ...one.operands];
      const { code, out } = await main.start(args, { stdin: 'from a pipe\n' }).ended;
      expect(code).toBe(0);
      expect(out).toContain('"from a pipe"');
    },
  );

  it('prints frames with --json', async () => {
    const { code, out } = await main.run('run', '--simulate=tools', '--json', 'Hello');
    const types = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(code).toBe(4);
    expect(new Set(types)).toEqual(
      new Set(['system', 'stream_event', 'assistant', 'user', 'result']),
    );
  });

  it('records what goes to and from the CLI, for replay', async () => {
    const file = join(dirname(main.scenario({})), 'run.ndjson');
    const { code, out } = await main.run('run', '--simulate', '--record', file, 'Hello');
    expect(code).toBe(0);
    const entries = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries[0].args[0]).toMatch(/^-/);
    expect(entries.at(-1)).toMatchObject({ dir: 'exit', code: 0 });
    const said = entries.filter(({ dir, message }) => dir === 'in' && message?.type === 'user');
    expect(JSON.stringify(said)).toContain('Hello');
    // The question for its version is no exchange.
    expect(existsSync(file.replace('.ndjson', '.2.ndjson'))).toBe(false);
    const played = await main.run('replay', file);
    expect(played.code).toBe(0);
    expect(played.out).toContain(out.trim());

    const nowhere = await main.run('run', '--simulate', '--record', '/not/there/x', 'Hello');
    expect(nowhere.code).toBe(2);
    expect(nowhere.err).toContain('could not write to /not/there/x (ENOENT)');
  });

  it('searches for the CLI with --record too, and says where', async () => {
    const file = join(dirname(main.scenario({})), 'none.ndjson');
    const args = ['run', '--record', file, '--cli', '/not/there/claude', 'Hello'];
    const { code, err } = await main.run(...args);
    expect(code).toBe(3);
    expect(err).toContain('CliNotFound');
  });

  it('passes its flags on to the CLI', async () => {
    const args = ['--json', '--model', 'opus', '--permission-mode', 'plan', '--cwd', '/'];
    const { out } = await main.run('run', '--simulate', ...args, 'Hello');
    const [init] = out
      .split('\n')
      .filter((line) => line.includes('"init"'))
      .map((line) => JSON.parse(line));
    expect(init).toMatchObject({ permissionMode: 'plan', cwd: '/' });
    expect(init.model).toContain('opus');
  });

  it('exits with 1 for a result that is an error, and for a CLI that dies', async () => {
    const failed = await main.run('run', '--simulate=errors', 'Hello');
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('claude-actors: The run failed (api_error)');
    const died = await main.run('run', '--simulate=crash', 'Hello');
    expect(died).toMatchObject({ code: 1, out: 'I begin.\n' });
    expect(died.err).toMatch(/^claude-actors: ProcessError: .*code 70/);
  });

  it('exits with 2 for bad usage and bad options', async () => {
    expect((await main.run('run', '--modle=x', 'Hello')).code).toBe(2);
    const directory = await main.run('run', '--simulate', '--cwd', '/not/there', 'Hello');
    expect(directory.err).toContain('InvalidWorkingDirectory');
    expect(directory.code).toBe(2);
  });

  it('exits with 3 if the CLI cannot be started', async () => {
    const missing = await main.run('run', '--cli', '/not/there/claude', 'Hello');
    expect(missing.code).toBe(3);
    expect(missing.err).toContain('CliNotFound');
    expect(missing.err).toContain('Run `claude-actors doctor` to find out why');
    const faults = { exitAtStart: { code: 1, stderr: 'no luck\n' } };
    const exited = await main.run(...runOn({ faults }));
    expect(exited.code).toBe(3);
    expect(exited.err).toContain('ExitedDuringStart');
  });

  it('ends quietly, and its CLI with it, when its reader goes away', async () => {
    const script = '"$@" 2>err | head -c 20; exit "$(wc -c <err)"';
    const args = ['-c', script, 'sh', process.execPath, main.path, ...runOn(endless)];
    const { code, out } = await main.spawn('/bin/sh', args).ended;
    expect([code, out]).toEqual([0, 'and so on and so on ']);
    await until('the CLI to be gone', () => main.livingClis().length === 0);
  });
});

describe('Ctrl-C, as a signal', () => {
  /** A run that has begun to answer. */
  async function answering(scenario: Scenario): Promise<Running> {
    const running = main.start(runOn(scenario));
    await until('some text', () => running.out().length > 5);
    return running;
  }

  it('interrupts: the CLI reports its result and exits by itself', async () => {
    const running = await answering(endless);
    running.child.kill('SIGINT');
    const { code, signal, err } = await running.ended;
    expect([code, signal]).toEqual([130, null]);
    expect(err).toBe('Interrupting. Press Ctrl-C again to stop the CLI.\n');
    expect(main.livingClis()).toEqual([]);
  });

  const deaf: Scenario = {
    turns: [[{ text: 'I begin.' }, { silence: true }]],
    faults: { ignoreSigterm: true, ignoreEndOfInput: true },
  };

  it('stops the second time', async () => {
    const running = await answering({ ...deaf, faults: {} });
    running.child.kill('SIGINT');
    await until('the notice', () => running.err().includes('again to stop'));
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, signal: null });
    expect(main.livingClis()).toEqual([]);
  });

  it('kills everything at once the third time, even a CLI that ignores signals', async () => {
    const running = await answering(deaf);
    running.child.kill('SIGINT');
    await until('the notice', () => running.err().includes('again to stop'));
    running.child.kill('SIGINT');
    await until('the state', () => running.err().includes('Stopping'));
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: null, signal: 'SIGINT' });
    await until('the CLI to be gone', () => main.livingClis().length === 0);
  });
});

describe('claude-actors doctor, as a process', () => {
  it('accepts the simulated CLI', async () => {
    const { code, out, err } = await main.run('doctor', '--simulate');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ok {4}CLI version: 2\.1\.325 /m);
    expect(out).toMatch(/^ok {4}Handshake: \d+ commands, \d+ models; started in /m);
    expect(out).toMatch(/All checks passed\.\n$/);
  });

  it('shows where it searched for a CLI that is not there', async () => {
    const { code, out } = await main.run('doctor', '--json', '--cli', '/not/there/claude');
    const report = JSON.parse(out);
    expect([code, report.ok]).toEqual([1, false]);
    expect(report.checks.find(({ name }: { name: string }) => name === 'CLI')).toMatchObject({
      status: 'fail',
      facts: {
        code: 'CliNotFound',
        trace: [expect.objectContaining({ path: '/not/there/claude', outcome: 'missing' })],
      },
    });
  });

  it.each<[string, Scenario, RegExp]>([
    [
      'too old',
      { faults: { versionText: '1.9.9 (Claude Code)' } },
      /^fail {2}CLI version: Version 1\.9\.9 .* A session needs version 2\.0\.0/m,
    ],
    [
      'of an unknown version',
      { faults: { versionText: 'none' } },
      /^warn {2}CLI version: Could not find a version/m,
    ],
    [
      'that refuses the handshake',
      { faults: { initializeError: 'not today' } },
      /^fail {2}Handshake: InitializeRejected: .*not today/m,
    ],
  ])('tells of a CLI %s', async (_, scenario, message) => {
    const { code, out } = await main.run('doctor', `--simulate=${main.scenario(scenario)}`);
    expect(out).toMatch(message);
    expect(code).toBe(message.source.startsWith('^fail') ? 1 : 0);
  });

  it('never shows a credential', async () => {
    const env = { ANTHROPIC_API_KEY: 'sk-ant-not-to-be-seen' };
    const { out, err } = await main.start(['doctor', '--json', '--simulate'], { env }).ended;
    expect(out + err).not.toContain('not-to-be-seen');
  });

  it('is ended by Ctrl-C, and its CLI with it', async () => {
    const faults = { initializeSilence: true };
    const running = main.start(['doctor', `--simulate=${main.scenario({ faults })}`]);
    await until('the version', () => running.out().includes('CLI version'));
    await until('the CLI', () => main.livingClis().length > 0);
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130 });
    expect(main.livingClis()).toEqual([]);
  });
});

describe('claude-actors demo, as a process', () => {
  it('shows a hook, a permission, a tool and the states of the session', async () => {
    const { code, out, err } = await main.run('demo');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('✗ blocked rm -rf build\n');
    expect(out).toContain('✓ allowed Write report.md\n');
    expect(out).toContain('calc.add(40, 2) = 42\n');
    expect(out).toMatch(/ state +running · requiresAction\n/);
    expect(out).toMatch(/\nok: one command blocked, one file allowed, one tool answered\.\n$/);
    expect(out).not.toContain('\u001b');
  });
});

describe('claude-actors replay and diagram, as processes', () => {
  it('play a recording, and draw', async () => {
    const path = fileURLToPath(
      new URL('../../fixtures/recordings/cli-2.1.325/session-two-turns.ndjson', import.meta.url),
    );
    const played = await main.run('replay', path);
    expect(played).toMatchObject({ code: 0, err: '' });
    expect(played.out).toMatch(/end {6}completed\n$/);
    const drawn = await main.run('diagram', 'turn');
    expect(drawn).toMatchObject({ code: 0, err: '' });
    expect(drawn.out).toMatch(/^stateDiagram-v2/);
  });
});
