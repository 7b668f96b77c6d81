import { describe, expect, it } from '@jest/globals';
import { createActor } from 'xstate';
import { sessionInput, sessionMachine } from '../../src/index.js';
import { fakeCli } from '../../src/testing/index.js';

describe('a machine that cannot be compiled', () => {
  // A plain function is a custom action, which the compiler does not know.
  const custom = sessionMachine.provide({ actions: { announceRunning: () => {} } });

  it('runs on the interpreter, and its first session says so once', async () => {
    const codes = [await warningsOf(custom), await warningsOf(custom)];
    expect(codes).toEqual([['InterpretedChart'], []]);
  });

  it('is not any of ours', async () => {
    expect(await warningsOf(sessionMachine)).toEqual([]);
  });
});

async function warningsOf(machine: typeof sessionMachine): Promise<string[]> {
  const codes: string[] = [];
  const options = {
    port: fakeCli().port,
    onWarning: ({ code }: { code: string }) => codes.push(code),
  };
  const actor = createActor(machine, { input: sessionInput(options) }).start();
  await new Promise<void>((resolve) => {
    actor.subscribe({ complete: resolve });
    actor.on('stateChanged', ({ state }) => {
      if (state === 'initSent') actor.send({ type: 'op.stop', reason: 'stop' });
    });
  });
  return codes;
}
