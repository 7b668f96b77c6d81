import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fakeCli } from '../../src/testing/fakeCli.js';
import type { Scenario, Step } from '../../src/testing/scenario.js';
import { simulatedClock } from '../../src/testing/simulatedClock.js';
import { settle } from '../support/simulated.js';
import { startCli } from '../support/startCli.js';

const args = ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'];
const initialize = { type: 'control_request', request_id: 'r', request: { subtype: 'initialize' } };
const prompt = { type: 'user', message: { role: 'user', content: 'go' } };

function start(scenario: Scenario) {
  const clock = simulatedClock();
  const { port } = fakeCli(scenario, { clock });
  const command = { file: 'claude', args, env: {}, stdin: 'pipe' } as const;
  const { handle, seen } = startCli(port, command);
  const write = async (frame: object) => {
    handle.write(`${JSON.stringify(frame)}\n`, () => {});
    await settle();
  };
  return { clock, handle, seen, write };
}

const play = async (...steps: Step[]) => {
  const cli = start({ turns: [steps] });
  await cli.write(prompt);
  await settle();
  return cli;
};

describe('the faults of the simulated CLI', () => {
  it('exits before it does anything', async () => {
    const { seen } = start({ faults: { exitAtStart: { code: 9, stderr: 'no license\n' } } });
    await settle();
    expect(seen.exit).toMatchObject({ code: 9 });
    expect([seen.stdout(), seen.stderr()]).toEqual(['', 'no license\n']);
  });

  it('refuses initialize', async () => {
    const { write, seen } = start({ faults: { initializeError: 'bad hooks' } });
    await write(initialize);
    expect(JSON.parse(seen.stdout()).response).toMatchObject({ error: 'bad hooks' });
  });

  it('never answers initialize', async () => {
    const { write, seen } = start({ faults: { initializeSilence: true } });
    await write(initialize);
    expect(seen.stdout()).toBe('');
  });

  it('never reads what is written to it', async () => {
    const { handle, seen } = start({ faults: { neverReads: true } });
    await settle();
    let isTaken = false;
    handle.write('{}\n', () => {
      isTaken = true;
    });
    await settle();
    expect(isTaken).toBe(false);
    expect(seen.exit).toBeUndefined();
  });

  it('keeps running after its input has ended', async () => {
    const { handle, write, seen } = start({ faults: { ignoreEndOfInput: true } });
    await write(prompt);
    handle.end();
    await settle();
    expect(seen.exit).toBeUndefined();
    handle.kill('SIGTERM');
    await settle();
    expect(seen.exit).toMatchObject({ code: 143 });
  });

  it('ignores SIGTERM but not SIGKILL', async () => {
    const { handle, seen } = start({ faults: { ignoreSigterm: true } });
    await settle();
    handle.kill('SIGTERM');
    await settle();
    expect(seen.exit).toBeUndefined();
    handle.kill('SIGKILL');
    await settle();
    expect(seen.exit).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('writes a line that is not a frame', async () => {
    const { seen } = await play({ garbage: 'oops {' }, { text: 'Hi.' });
    expect(seen.stdout()).toContain('\noops {\n');
  });

  it('falls silent for good', async () => {
    const { seen, write, clock } = await play({ text: 'Hi.' }, { silence: true });
    const before = seen.stdout();
    clock.increment(1_000_000);
    await write(initialize);
    expect(seen.stdout()).toBe(before);
    expect(seen.exit).toBeUndefined();
  });

  it('is killed by a signal without another word', async () => {
    const { seen } = await play({ text: 'Hi.' }, { crash: 'SIGKILL' }, { text: 'Never.' });
    expect(seen.exit).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(seen.stdout()).not.toContain('Never.');
  });

  it('waits on the clock of the test', async () => {
    const { seen, clock } = await play({ wait: 500 }, { text: 'Hi.' });
    clock.increment(499);
    await settle();
    expect(seen.stdout()).not.toContain('Hi.');
    clock.increment(1);
    await settle();
    expect(seen.stdout()).toContain('Hi.');
  });

  it('writes slowly', async () => {
    const { seen, write, clock } = start({ faults: { slowOutput: 10, splitEvery: 100 } });
    await write(initialize);
    expect(seen.chunks).toHaveLength(0);
    for (const pieces of [1, 2, 3]) {
      clock.increment(10);
      await settle();
      expect(seen.chunks).toHaveLength(pieces);
    }
  });

  it('writes the same in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.string({ unit: 'grapheme' }),
        async (splitEvery, text) => {
          const cli = start({ turns: [[{ text: `${text}.` }]], faults: { splitEvery } });
          await cli.write(prompt);
          await settle();
          const last = JSON.parse(cli.seen.stdout().trimEnd().split('\n').at(-1) ?? '');
          expect(last.result).toBe(`${text}.`);
          expect(Math.max(...cli.seen.chunks.map(({ length }) => length))).toBeLessThanOrEqual(
            splitEvery,
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('plays nothing that is queued once it has exited', async () => {
    const bash: Step = { tool: 'Bash', input: { command: 'echo 1' } };
    const clock = simulatedClock();
    const cli = fakeCli({ turns: [[{ wait: 500 }], [bash]] }, { clock });
    const { handle } = startCli(cli.port, { file: 'claude', args, env: {}, stdin: 'pipe' });
    for (const _ of [1, 2]) handle.write(`${JSON.stringify(prompt)}\n`, () => {});
    await settle();
    handle.kill('SIGKILL');
    await settle();
    clock.increment(10_000);
    await settle();
    expect(cli.ran).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no timer behind after %s', async (signal) => {
    const { handle, clock, seen } = await play({ wait: 500 }, { text: 'Hi.' });
    handle.kill(signal);
    await settle();
    const before = seen.stdout();
    clock.increment(10_000);
    await settle();
    expect(seen.stdout()).toBe(before);
  });
});
