import { afterEach, describe, expect, it } from '@jest/globals';
import { createActor, createMachine } from 'xstate';
import { versionMachine } from '../../../src/actors/machines.js';
import type { VersionVerdict } from '../../../src/actors/process/Launch.js';
import { ClaudeActorsError } from '../../../src/errors.js';
import { settle, simulatedLaunch } from '../../support/simulated.js';

type Check = (signal: AbortSignal) => VersionVerdict | Promise<VersionVerdict>;

function probing(checkVersion: Check) {
  const { launch, clock } = simulatedLaunch(undefined, { checkVersion });
  const actor = createActor(versionMachine, {
    clock,
    input: { launch, owner: createActor(createMachine({})), probeTimeoutMs: 5000 },
  }).start();
  return { actor, clock, output: () => actor.getSnapshot().output };
}

/** Jest fails a test for a rejection that nobody handles, if the test is still there to be failed. */
afterEach(() => new Promise((resolve) => setImmediate(resolve)));

describe('the version', () => {
  it('is accepted, with its warning', async () => {
    const warnings = [{ code: 'UnparseableCliVersion' as const, message: 'odd' }];
    const { output } = probing(async () => ({ kind: 'accepted', version: '2.1.0', warnings }));
    await settle();
    expect(output()).toEqual({ kind: 'accepted', version: '2.1.0', warnings });
  });

  it('is there at once if nothing has to be run for it', () => {
    const { output } = probing(() => ({ kind: 'accepted', version: '2.1.0' }));
    expect(output()).toEqual({ kind: 'accepted', version: '2.1.0' });
  });

  it('is not checked for a run that is aborted already', async () => {
    let checks = 0;
    const { launch } = simulatedLaunch(undefined, {
      isAborted: () => true,
      checkVersion() {
        checks += 1;
        return { kind: 'accepted' };
      },
    });
    const input = { launch, owner: createActor(createMachine({})), probeTimeoutMs: 5000 };
    const actor = createActor(versionMachine, { input }).start();
    await settle();
    expect([checks, actor.getSnapshot().status]).toEqual([0, 'active']);
    actor.stop();
  });

  it('is rejected with the error that kept the CLI from being found', () => {
    const error = new ClaudeActorsError('CliNotFound', 'not there');
    const { output } = probing(() => {
      throw error;
    });
    expect(output()).toEqual({ kind: 'rejected', error });
  });

  it('is rejected, with its error', async () => {
    const error = new ClaudeActorsError('UnsupportedCliVersion', 'too old');
    const { output } = probing(async () => ({ kind: 'rejected', error }));
    await settle();
    expect(output()).toEqual({ kind: 'rejected', error });
  });

  it.each<[string, Check]>([
    ['rejects', () => Promise.reject(new Error('odd'))],
    [
      'throws',
      () => {
        throw new Error('odd');
      },
    ],
  ])('could not be found out if the check %s', async (_, check) => {
    const { output } = probing(check);
    await settle();
    expect(output()).toMatchObject({
      kind: 'rejected',
      error: { code: 'VersionDetectionFailed', cause: { message: 'odd' } },
    });
  });

  it('is given up after too long, with the verdict that the check then gives', async () => {
    const { clock, output } = probing(
      (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ kind: 'accepted' }));
        }),
    );
    await settle();
    expect(output()).toBeUndefined();
    clock.increment(5000);
    await settle();
    expect(output()).toEqual({ kind: 'accepted' });
  });

  it('is no longer checked once the actor is stopped', async () => {
    let signal: AbortSignal | undefined;
    const { actor } = probing((given) => {
      signal = given;
      return new Promise((_, reject) => {
        given.addEventListener('abort', () => reject(new Error('given up')));
      });
    });
    await settle();
    actor.stop();
    expect(signal?.aborted).toBe(true);
  });
});
