import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import { createActor, SimulatedClock, toPromise } from 'xstate';
import { requestMachine } from '../../src/actors/machines.js';
import { patientClock } from '../../src/actors/patientClock.js';

/** Nothing else runs meanwhile. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Calls `listen` when Node next looks for input. The input is there already, however busy the machine is. */
function onInput(listen: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port2.once('message', () => {
    port2.close();
    listen();
  });
  port1.postMessage('input');
}

describe('an alarm that is due while the program is busy', () => {
  // Even an alarm that is on time is due before Node reads.
  it.each([50, 100])(
    'comes after the input that came in time, %i ms after the start',
    async (ms) => {
      const clock = patientClock();
      const order: string[] = [];
      // From here on, Node looks for timers first and for input next.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise<void>((resolve) => {
        clock.setTimeout(() => {
          order.push('alarm');
          resolve();
        }, 50);
        onInput(() => order.push('input'));
        block(ms + 1);
      });
      expect(order).toEqual(['input', 'alarm']);
    },
  );

  it('is not given if the input cancels it', async () => {
    const clock = patientClock();
    let fired = false;
    const alarm = clock.setTimeout(() => {
      fired = true;
    }, 50);
    onInput(() => clock.clearTimeout(alarm));
    block(100);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(fired).toBe(false);
  });

  it('comes, even if the program is always busy', async () => {
    const clock = patientClock();
    let fired = false;
    clock.setTimeout(() => {
      fired = true;
    }, 10);
    let blocks = 0;
    for (; !fired && blocks < 100; blocks++) {
      block(60);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(blocks).toBeLessThan(20);
  });

  it('leaves a machine its event, on a clock that somebody else chose', async () => {
    const input = { id: 'req_0', subtype: 'interrupt', timeoutMs: 50 };
    const request = createActor(requestMachine, { input }).start();
    onInput(() => request.send({ type: 'request.succeeded', response: 'in time' }));
    block(100);
    expect(await toPromise(request)).toEqual({
      id: 'req_0',
      outcome: { kind: 'succeeded', response: 'in time' },
    });
  });
});

describe('a clock that is simulated', () => {
  it('stays as it is', () => {
    const clock = new SimulatedClock();
    expect(patientClock(clock)).toBe(clock);
  });

  it('fires on time without a `now`, too', () => {
    const { setTimeout, clearTimeout, increment } = (() => {
      const clock = new SimulatedClock();
      return {
        setTimeout: (fire: () => void, ms: number) => clock.setTimeout(fire, ms),
        clearTimeout: (id: number) => clock.clearTimeout(id),
        increment: (ms: number) => clock.increment(ms),
      };
    })();
    const fired: string[] = [];
    const clock = patientClock({ setTimeout, clearTimeout });
    clock.setTimeout(() => fired.push('kept'), 1000);
    clock.clearTimeout(clock.setTimeout(() => fired.push('cleared'), 1000));
    increment(1000);
    expect(fired).toEqual(['kept']);
  });
});
