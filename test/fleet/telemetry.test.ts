import { afterEach, describe, expect, it } from '@jest/globals';
import { isSpanContextValid, trace } from '@opentelemetry/api';
import { createFleet, embedded, type Fleet, memoryStore } from '../../src/fleet/index.js';
import { type FakeCli, fakeCli } from '../../src/testing/index.js';
import { traced, unsampled } from '../opentelemetry/traced.js';

const fleets: Fleet[] = [];
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.drain({ timeoutMs: 0 });
});

type Traced = ReturnType<typeof traced>;

/** A member that only sends, and one that works, each with a tracer of its own. */
function twoMachines(sender: Traced, worker: Traced, { port }: Pick<FakeCli, 'port'>) {
  const store = memoryStore();
  const join = ({ telemetry }: Traced) => {
    const engine = embedded({ leaseMs: 1000 });
    const fleet = createFleet({ engine, store, telemetry, options: { port } as never });
    fleets.push(fleet);
    return fleet;
  };
  return [join(sender), join(worker)] as const;
}

const bash = {
  turns: [[{ tool: 'Bash', input: { command: 'touch x' } }, { text: 'Ok' }], [{ text: 'Yes' }]],
};
const turnsOf = ({ spans }: Traced) =>
  spans().filter(({ name }) => name === 'invoke_agent claude-code');

describe('the trace of a message', () => {
  it('goes on from `send` on one machine to the turn on another', async () => {
    const sender = traced();
    const worker = traced();
    const [here, there] = twoMachines(sender, worker, fakeCli(bash));
    await there.work();
    const chat = await here.session('chat-1');
    for (const id of ['1', '2']) {
      await sender.tracer.startActiveSpan(`request ${id}`, async (span) => {
        await chat.send('Hi', { id });
        span.end();
      });
      await chat.settled(id);
    }
    await there.drain();
    const session = worker.span('claude.session');
    const turns = turnsOf(worker);
    for (const [index, turn] of turns.entries()) {
      const request = sender.span(`request ${index + 1}`).spanContext();
      expect(turn.parentSpanContext).toMatchObject({
        traceId: request.traceId,
        spanId: request.spanId,
        isRemote: true,
      });
      expect(turn.spanContext().traceId).toBe(request.traceId);
      expect(turn.links.map(({ context }) => context.spanId)).toEqual([
        session.spanContext().spanId,
      ]);
    }
    expect(turns).toHaveLength(2);
    const tool = worker.span('execute_tool Bash');
    expect(tool.spanContext().traceId).toBe(turns[0]?.spanContext().traceId);
  });

  it('is the one that the sender names', async () => {
    const worker = traced();
    const [here, there] = twoMachines(traced(), worker, fakeCli(bash));
    await there.work();
    const chat = await here.session('chat-1');
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await chat.send('Hi', { id: '1', traceparent: `00-${traceId}-b7ad6b7169203331-01` });
    await chat.settled('1');
    await there.drain();
    expect(turnsOf(worker)[0]?.spanContext().traceId).toBe(traceId);
  });

  it('is not recorded if the sender does not record it', async () => {
    const sender = traced({}, { sampler: unsampled });
    const { telemetry, tracer } = sender;
    const given = await tracer.startActiveSpan('request', async () => telemetry.traceparent());
    expect(given).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it.each([
    'nonsense',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331',
  ])('is a new one if the sender names %s', async (traceparent) => {
    const worker = traced();
    const [here, there] = twoMachines(traced(), worker, fakeCli(bash));
    await there.work();
    const chat = await here.session('chat-1');
    await chat.send('Hi', { id: '1', traceparent });
    expect(await chat.settled('1')).toMatchObject({ outcome: 'answered' });
    await there.drain();
    const [turn] = turnsOf(worker);
    expect(turn && isSpanContextValid(turn.spanContext())).toBe(true);
    expect(turn?.parentSpanContext).toMatchObject(worker.span('claude.session').spanContext());
    expect(turn?.links).toEqual([]);
  });

  it('needs an active span', () => {
    expect(trace.getActiveSpan()).toBeUndefined();
    expect(traced().telemetry.traceparent()).toBeUndefined();
  });
});
