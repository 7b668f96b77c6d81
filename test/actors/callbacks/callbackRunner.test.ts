import { afterEach, describe, expect, it } from '@jest/globals';
import { createActor, SimulatedClock } from 'xstate';
import { type Abortable, CallbackJob } from '../../../src/actors/callbacks/CallbackJob.js';
import { callbackMachine } from '../../../src/actors/machines.js';
import type { CallbackAnswer } from '../../../src/machines/callbackChart.js';
import { settle } from '../../support/simulated.js';

type Run = (abortable: Abortable) => Promise<CallbackAnswer>;

/** A callback that may run at once, and its outcome. */
function running(run: Run, job: object = new CallbackJob(run)) {
  const clock = new SimulatedClock();
  const actor = createActor(callbackMachine, {
    clock,
    input: {
      requestId: 'r',
      kind: 'hook',
      label: 'hook_0',
      timeoutMs: 1000,
      reminderMs: 1000,
      failureBody: '{"continue":true}',
      admitted: true,
      job,
    },
  }).start();
  return { actor, clock, outcome: () => actor.getSnapshot().output?.outcome };
}

/** Runs user code that leaves its signal behind and does not answer by itself. */
function waiting() {
  let signal: AbortSignal | undefined;
  let resolve: (answer: CallbackAnswer) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const callback = running((abortable) => {
    signal = abortable.signal;
    return new Promise((resolves, rejects) => {
      resolve = resolves;
      reject = rejects;
    });
  });
  return {
    ...callback,
    answer: (body: string) => resolve({ body }),
    fail: (error: unknown) => reject(error),
    isAborted: () => signal?.aborted,
  };
}

/** Jest fails a test for a rejection that nobody handles, if the test is still there to be failed. */
afterEach(() => new Promise((resolve) => setImmediate(resolve)));

describe('user code', () => {
  it('answers with what it resolves to', async () => {
    const warning = { code: 'ModifyInputIgnored', message: 'no' };
    const { outcome } = running(async () => ({ body: '{}', warning }));
    await settle();
    expect(outcome()).toMatchObject({ kind: 'answered', body: '{}', warning });
  });

  it('does not run inside the chart', async () => {
    let ran = false;
    running(async () => {
      ran = true;
      return { body: '{}' };
    });
    expect(ran).toBe(false);
    await settle();
    expect(ran).toBe(true);
  });

  it('starts with the others of its turn, so that their answers can be one write', async () => {
    const seen: string[] = [];
    const start = (name: string) =>
      running(async () => {
        seen.push(name);
        process.nextTick(() => seen.push('next tick'));
        return { body: '{}' };
      });
    start('first');
    start('second');
    await settle();
    expect(seen.slice(0, 2)).toEqual(['first', 'second']);
    start('third');
    await settle();
    expect(seen).toContain('third');
  });

  it('may return any thenable', async () => {
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: that is what is tried here.
      then: (resolve: (answer: CallbackAnswer) => void) => resolve({ body: '[1]' }),
    };
    const { outcome } = running(() => thenable as unknown as Promise<CallbackAnswer>);
    await settle();
    expect(outcome()).toEqual({ kind: 'answered', body: '[1]' });
  });

  it('is not aborted when it has answered', async () => {
    const { answer, isAborted, outcome } = waiting();
    await settle();
    answer('{}');
    await settle();
    expect(outcome()).toMatchObject({ kind: 'answered' });
    expect(isAborted()).toBe(false);
  });
});

describe('user code that fails', () => {
  const bottomless = new Proxy(() => {}, {
    get() {
      throw new Error('not even this');
    },
    getPrototypeOf() {
      throw new Error('nor this');
    },
  });

  it.each<[string, unknown, string]>([
    ['an error', new Error('boom'), 'boom'],
    ['an error of a class of its own', new TypeError('wrong'), 'wrong'],
    ['a text', 'plain', 'plain'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an object', { a: 1 }, '[object Object]'],
    [
      'an object without a text',
      Object.create(null),
      'it threw a value that cannot be converted to a string',
    ],
    ['a proxy', bottomless, 'it threw a value that cannot be converted to a string'],
    ['an error with a symbol for a message', oddError(Symbol('m')), 'Symbol(m)'],
    ['an error with an object for a message', oddError({}), '[object Object]'],
    [
      'an error whose message cannot be read',
      unreadable(),
      'it threw a value that cannot be converted to a string',
    ],
  ])('by throwing or rejecting with %s has crashed, and says why', async (_, thrown, reason) => {
    const crashed = {
      kind: 'crashed',
      durationMs: expect.any(Number),
      body: '{"continue":true}',
      reason,
    };
    const thrower = running(() => {
      throw thrown;
    });
    const rejecter = running(() => Promise.reject(thrown));
    await settle();
    expect(thrower.outcome()).toEqual(crashed);
    expect(rejecter.outcome()).toEqual(crashed);
  });

  it('because it is no user code at all has crashed', async () => {
    const { outcome } = running(async () => ({ body: '{}' }), {});
    await settle();
    expect(outcome()).toMatchObject({ kind: 'crashed' });
  });

  function oddError(message: unknown): Error {
    return Object.assign(new Error(), { message });
  }

  function unreadable(): Error {
    return Object.defineProperty(new Error(), 'message', {
      get() {
        throw new Error('no');
      },
    });
  }
});

describe('user code that does not answer', () => {
  it('is aborted when the actor is stopped', async () => {
    const { actor, isAborted } = waiting();
    await settle();
    expect(isAborted()).toBe(false);
    actor.stop();
    expect(isAborted()).toBe(true);
  });

  it('is aborted when the CLI withdraws its request', async () => {
    const { actor, isAborted, outcome } = waiting();
    await settle();
    actor.send({ type: 'callback.cancelled' });
    expect(isAborted()).toBe(true);
    expect(outcome()).toEqual({ kind: 'cancelled' });
  });

  it('is aborted when its time is over', async () => {
    const { clock, isAborted, outcome } = waiting();
    await settle();
    clock.increment(1000);
    expect(isAborted()).toBe(true);
    expect(outcome()).toEqual({ kind: 'timedOut', body: '{"continue":true}', durationMs: 1000 });
  });

  it('is not called at all where its request was withdrawn before it began', async () => {
    let called = false;
    const { actor } = running(async () => {
      called = true;
      return { body: '{}' };
    });
    actor.send({ type: 'callback.cancelled' });
    await settle();
    expect(called).toBe(false);
  });

  it.each([
    ['answers', ({ answer }: ReturnType<typeof waiting>) => answer('{"late":true}')],
    ['fails', ({ fail }: ReturnType<typeof waiting>) => fail(new Error('late'))],
  ])('is not heard when it %s after its abort', async (_, act) => {
    const callback = waiting();
    await settle();
    callback.actor.send({ type: 'callback.cancelled' });
    act(callback);
    await settle();
    expect(callback.outcome()).toEqual({ kind: 'cancelled' });
  });
});
