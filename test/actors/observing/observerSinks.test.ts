import { describe, expect, it } from '@jest/globals';
import { CallbackJob } from '../../../src/actors/callbacks/CallbackJob.js';
import { planSession } from '../../../src/actors/cliPlan.js';
import { Observer } from '../../../src/actors/observing/Observer.js';
import type { Observation } from '../../../src/actors/observing/observation.js';
import { observedCallbacks } from '../../../src/actors/observing/observedCallbacks.js';
import { Traffic } from '../../../src/actors/process/Traffic.js';
import type { CliRequest } from '../../../src/codec/frames.js';
import { proceed } from '../../../src/codec/hooks.js';
import { startSession } from '../../../src/startSession.js';
import { deferred } from '../../../src/util/deferred.js';
import { settle } from '../../support/simulated.js';
import { hookRequest, observedRun, success } from './observedRun.js';

describe('how long things took', () => {
  it('is measured with the given clock', async () => {
    let time = 100;
    const told: Observation[] = [];
    const observer = new Observer({
      traffic: new Traffic(),
      now: () => time,
      sinks: [(one) => told.push(one)],
      wantsMessages: false,
    });
    const asked = deferred<void>();
    observer.operation('set_model', asked.promise);
    time = 150;
    asked.resolve();
    await settle();
    const answer = deferred<{ body: string }>();
    const request = { requestId: 'h', kind: 'hook' as const, label: 'hook_0', failureBody: '' };
    const job = new CallbackJob(() => answer.promise);
    const host = observedCallbacks(
      {
        prepare: () => ({ kind: 'callback', request, job }),
        prepareMalformed: (_id, subtype) => ({ kind: 'unanswerable', why: `${subtype}` }),
      },
      observer,
    );
    const fields = { callback_id: 'hook_0', input: { hook_event_name: 'Stop' } };
    const prepared = host.prepare('h', { subtype: 'hook_callback', ...fields } as CliRequest);
    if (prepared.kind !== 'callback') throw new Error('not a callback');
    const ran = CallbackJob.run(prepared.job, new AbortController());
    time = 157;
    answer.resolve({ body: '{}' });
    expect(await ran).toEqual({ body: '{}' });
    expect(told.flatMap((one) => ('ms' in one ? [[one.type, one.ms]] : []))).toEqual([
      ['requestSettled', 50],
      ['callbackEnded', 7],
    ]);
    expect(host.prepareMalformed('x', undefined, 'why')).toMatchObject({ why: 'undefined' });
    expect(told.at(-1)).toMatchObject({ type: 'unanswerable', subtype: 'unknown' });
  });
});

describe('who is notified', () => {
  const broken = {
    throws: () => {
      throw new Error('broken');
    },
    rejects: () => Promise.reject(new Error('broken')),
  };

  it.each(['throws', 'rejects'] as const)('goes on if one %s', async (how) => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', listen);
    const fail = broken[how] as () => never;
    const run = observedRun({
      logger: { debug: fail, info: fail, warn: fail, error: fail },
      metrics: { count: fail, gauge: fail, duration: fail },
      onWarning: fail,
      hooks: { PreToolUse: [{ hooks: [() => proceed()] }] },
    });
    const session = await startSession({ options: run.options });
    const turn = session.send('hello');
    await settle();
    run.process().stdout('garbage\n');
    run.say(hookRequest('h'));
    await settle();
    run.say(success);
    await turn.result;
    await session.end();
    await settle();
    await new Promise(setImmediate);
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
    const answers = run.process().written.filter((line) => line.includes('control_response'));
    expect(answers).toHaveLength(1);
  });

  it('calls the methods of a logger and of a sink as methods', async () => {
    class Keeper {
      kept = 0;
      #keep() {
        this.kept += 1;
      }
      debug() {
        this.#keep();
      }
      info() {
        this.#keep();
      }
      warn() {
        this.#keep();
      }
      error() {
        this.#keep();
      }
      count() {
        this.#keep();
      }
      gauge() {
        this.#keep();
      }
      duration() {
        this.#keep();
      }
    }
    const [logger, metrics] = [new Keeper(), new Keeper()];
    const run = observedRun({ logger, metrics });
    await (await startSession({ options: run.options })).stop();
    expect(logger.kept).toBeGreaterThan(5);
    expect(metrics.kept).toBeGreaterThan(5);
  });

  it('is nobody if nobody asked', () => {
    const { port } = observedRun().options;
    expect(planSession({ port }).observer).toBeUndefined();
    expect(planSession({ port, onWarning() {} }).observer).toBeDefined();
  });

  it('looks at no message unless metrics are wanted', () => {
    const frames = new Proxy([], {
      get() {
        throw new Error('A message was looked at.');
      },
    });
    const told: unknown[] = [];
    const parts = {
      traffic: new Traffic(),
      now: () => 0,
      sinks: [(one: unknown) => told.push(one)],
    };
    const quiet = new Observer({ ...parts, wantsMessages: false });
    quiet.session({ type: 'messages', frames });
    quiet.query({ type: 'items', items: [] });
    expect(told).toEqual([]);
    new Observer({ ...parts, wantsMessages: true }).session({ type: 'messages', frames });
    expect(told).toHaveLength(1);
  });
});
