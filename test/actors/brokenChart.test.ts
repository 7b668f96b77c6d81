import { afterEach, describe, expect, it } from '@jest/globals';
import { type AnyActorRef, createActor, type EventObject, setup } from 'xstate';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import { queryMachine, sessionMachine } from '../../src/actors/machines.js';
import { Launch } from '../../src/actors/process/Launch.js';
import { spawnPort } from '../../src/ffi/process/spawnPort.js';
import { timersLeft } from '../support/leftovers.js';
import { endProcesses, isAlive } from '../support/processes.js';
import { type Puppet, puppet } from '../support/puppet.js';
import { settle, simulatedLaunch } from '../support/simulated.js';
import { cliCommand } from '../support/startCli.js';
import { until } from '../support/until.js';

const pids: number[] = [];
let strings: Puppet | undefined;

afterEach(() => {
  strings?.close();
  endProcesses(pids.splice(0));
});

const fault = new Error('a fault of the chart');
const breaks = () => {
  throw fault;
};
const initialize = '{"subtype":"initialize"}';

/** Charts that throw at the first message. */
const charts = {
  session: sessionMachine.provide({ actions: { deliver: breaks } }),
  query: queryMachine.provide({ actions: { deliver: breaks } }),
};

function parentOf(chart: (typeof charts)['session'], told: EventObject[], input: object) {
  return setup({
    actors: { broken: chart },
    actions: { note: ({ event }) => void told.push(event) },
  }).createMachine({
    invoke: { src: 'broken', id: 'broken', input: input as never },
    on: { '*': { actions: 'note' } },
  });
}

describe.each(Object.entries(charts))(
  'the chart of a %s that throws inside a parent',
  (_, chart) => {
    it('leaves no OS process', async () => {
      strings = await puppet();
      const { port: number } = strings;
      const port = spawnPort({ guard: false });
      const launch = new Launch({
        port: {
          start: (command, listener) =>
            port.start(command, {
              ...listener,
              spawned(pid) {
                if (pid !== undefined) pids.push(pid);
                listener.spawned(pid);
              },
            }),
        },
        command: () => cliCommand('puppet.mjs', { args: [number] }),
        checkVersion: async () => ({ kind: 'accepted' }),
        callbacks: userCallbacks({}),
      });
      const told: EventObject[] = [];
      const parent = parentOf(chart as never, told, { launch, initialize });
      const actor = createActor(parent).start();
      await strings.tell('stdout', '{"type":"assistant","uuid":"a"}\n');
      const [pid = 0] = pids;
      const isError = ({ type }: EventObject) => type === 'xstate.error.actor.broken';
      expect(await until('the error', () => told.find(isError))).toMatchObject({ error: fault });
      await until('the process to be gone', () => !isAlive(pid));
      actor.stop();
    });

    it('leaves no timer and no listener', async () => {
      const { launch, clock, process } = simulatedLaunch();
      const parent = parentOf(chart as never, [], { launch, initialize });
      const actor = createActor(parent, { clock }).start();
      process().spawn(7);
      await settle();
      process().stdout('{"type":"assistant","uuid":"a"}\n');
      await settle();
      expect(process().signals).toEqual(['SIGKILL']);
      expect(process().released).toBe(true);
      expect(timersLeft(clock)).toBe(0);
      actor.stop();
    });
  },
);

describe('a machine that throws without a parent', () => {
  const broken = async (observe: (actor: AnyActorRef) => void) => {
    const { launch, clock, process } = simulatedLaunch();
    const actor = createActor(charts.session, { clock, input: { launch, initialize } });
    observe(actor);
    actor.start();
    process().spawn(7);
    await settle();
    process().stdout('{"type":"assistant","uuid":"a"}\n');
    await settle();
    expect(process().signals).toEqual(['SIGKILL']);
    return () => timersLeft(clock);
  };

  it('reports the error to its observers', async () => {
    const errors: unknown[] = [];
    const timers = await broken((actor) =>
      actor.subscribe({ error: (error) => errors.push(error) }),
    );
    expect(errors).toEqual([fault]);
    expect(timers()).toBe(0);
  });

  it('is reported as unhandled if nobody observes it', async () => {
    const reports: (() => void)[] = [];
    const real = globalThis.setTimeout;
    // XState reports an error that nobody observes by throwing it from a timer.
    globalThis.setTimeout = ((report: () => void) => reports.push(report)) as never;
    try {
      await broken(() => {});
    } finally {
      globalThis.setTimeout = real;
    }
    expect(reports).toHaveLength(1);
    expect(reports[0]).toThrow(fault as Error);
  });
});
