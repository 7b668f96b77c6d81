import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { instruments } from '../../src/opentelemetry/instruments.js';
import { openTelemetry } from '../../src/opentelemetry/openTelemetry.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { hookRequest, observedRun } from '../actors/observing/observedRun.js';
import { settle } from '../support/simulated.js';
import { ask } from './runs.js';

function metered() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  return {
    telemetry: openTelemetry({ meter: provider.getMeter('test') }),
    /** All measurements, by name. */
    async collect() {
      await provider.forceFlush();
      const metrics = exporter.getMetrics().at(-1)?.scopeMetrics[0]?.metrics ?? [];
      return new Map(metrics.map((metric) => [metric.descriptor.name, metric]));
    },
    end: () => provider.shutdown(),
  };
}

describe('the instruments', () => {
  it('match the option metrics one to one', () => {
    const page = readFileSync(new URL('../../docs/observability.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(claude\.\S+)` \| (count|gauge|duration) \|/gm)];
    const kinds = { count: 'counter', gauge: 'gauge', duration: 'histogram' };
    const documented = rows.map(([, name, kind]) => [name, kinds[kind as keyof typeof kinds]]);
    expect(Object.entries(instruments).map(([name, { kind }]) => [name, kind])).toEqual(documented);
    expect(documented.length).toBeGreaterThan(20);
  });

  it('count, with their labels as attributes', async () => {
    const { telemetry, collect, end } = metered();
    for (let runs = 0; runs < 2; runs++) {
      await ask({ mode: 'oneShot', port: fakeCli().port, telemetry });
    }
    const metrics = await collect();
    expect(metrics.get('claude.process.exited')).toMatchObject({
      descriptor: { unit: '{process}', description: 'Processes exited' },
      dataPoints: [{ value: 2, attributes: { mode: 'oneShot', exit: '0' } }],
    });
    expect(metrics.get('claude.bytes.received')?.descriptor.unit).toBe('By');
    await end();
  });

  it('measure time in seconds', async () => {
    const { telemetry, collect, end } = metered();
    const session = await startSession({ options: { port: fakeCli().port, telemetry } });
    await session.setModel('opus');
    await session.end();
    const duration = (await collect()).get('claude.request.duration');
    expect(duration?.descriptor.unit).toBe('s');
    const point = duration?.dataPoints.find(
      ({ attributes }) => attributes.operation === 'set_model',
    );
    expect(point).toMatchObject({
      attributes: { operation: 'set_model', result: 'succeeded' },
      value: { count: 1 },
    });
    const { sum, buckets } = { ...(point?.value as Histogram) };
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(2);
    expect(buckets?.boundaries[0]).toBe(0.001);
    await end();
  });

  it('gauge what is running now, over all sessions', async () => {
    const { telemetry, collect, end } = metered();
    const answers: ((output: object) => void)[] = [];
    const hooks = {
      PreToolUse: [{ hooks: [() => new Promise<object>((resolve) => answers.push(resolve))] }],
    };
    const runs = [observedRun({ telemetry, hooks }), observedRun({ telemetry, hooks })];
    const sessions = [];
    for (const run of runs) {
      sessions.push(await startSession({ options: run.options }));
      run.say(hookRequest('h'));
    }
    await settle();
    const running = async () =>
      (await collect()).get('claude.callbacks.running')?.dataPoints.map(({ value }) => value);
    expect(await running()).toEqual([2]);
    answers[0]?.({});
    await settle();
    expect(await running()).toEqual([1]);
    for (const session of sessions) await session.stop();
    await settle();
    expect(await running()).toEqual([0]);
    await end();
  });
});
