import { afterEach, describe, expect, it } from '@jest/globals';
import { type AnyActorRef, createActor, type EventObject, setup } from 'xstate';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import { sessionMachine } from '../../src/actors/machines.js';
import { Launch } from '../../src/actors/process/Launch.js';
import type { Port } from '../../src/ffi/process/port.js';
import { spawnPort } from '../../src/ffi/process/spawnPort.js';
import { endProcesses, isAlive } from '../support/processes.js';
import { type Puppet, puppet } from '../support/puppet.js';
import { cliCommand } from '../support/startCli.js';
import { until } from '../support/until.js';

const pids: number[] = [];
let strings: Puppet | undefined;

afterEach(() => {
  strings?.close();
  endProcesses(pids.splice(0));
});

/** Processes of the operating system, whose pids are noted. */
function notingPort(): Port {
  const port = spawnPort({ guard: false });
  return {
    start: (command, listener) =>
      port.start(command, {
        ...listener,
        spawned(pid) {
          if (pid !== undefined) pids.push(pid);
          listener.spawned(pid);
        },
      }),
  };
}

/** What a machine has to be given to run a session on a real process that the test plays. */
async function sessionInput() {
  strings = await puppet();
  const { port } = strings;
  const launch = new Launch({
    port: notingPort(),
    command: () => cliCommand('puppet.mjs', { args: [port] }),
    checkVersion: async () => ({ kind: 'accepted' }),
    callbacks: userCallbacks({}),
  });
  return { strings, input: { launch, initialize: '{"subtype":"initialize"}' } };
}

type Input = Awaited<ReturnType<typeof sessionInput>>['input'];

const parents = {
  'that invokes it': (told: EventObject[]) =>
    parentSetup(told).createMachine({
      context: ({ input }) => input,
      initial: 'talking',
      on: { '*': { actions: 'note' } },
      states: {
        talking: {
          invoke: { src: 'session', id: 'session', input: ({ context }) => context },
          on: { enough: 'silent' },
        },
        silent: {},
      },
    }),
  'that spawns it': (told: EventObject[]) => {
    const made = parentSetup(told);
    return made.createMachine({
      context: ({ input }) => input,
      entry: made.spawnChild('session', { id: 'session', input: ({ context }) => context }),
      on: { '*': { actions: 'note' }, enough: { actions: made.stopChild('session') } },
    });
  },
};

function parentSetup(told: EventObject[]) {
  return setup({
    types: { input: {} as Input, context: {} as Input },
    actors: { session: sessionMachine },
    actions: { note: ({ event }) => void told.push(event) },
  });
}

describe.each(Object.entries(parents))('a session inside a machine %s', (_, parentOf) => {
  /** A session whose process has answered the handshake. */
  async function talking() {
    const { strings: cli, input } = await sessionInput();
    const told: EventObject[] = [];
    const actor = createActor(parentOf(told), { input }).start();
    const states = () =>
      told.flatMap((event) =>
        event.type === 'claude.stateChanged' ? [(event as { state?: string }).state] : [],
      );
    await cli.tell('read');
    await until('the handshake', () => cli.input().includes('"initialize"'));
    const response = { subtype: 'success', request_id: 'req_0', response: {} };
    await cli.tell('stdout', `${JSON.stringify({ type: 'control_response', response })}\n`);
    await until('the session to run', () => states().includes('running'));
    const [pid = 0] = pids;
    expect(isAlive(pid)).toBe(true);
    const session = () => actor.getSnapshot().children.session as AnyActorRef | undefined;
    return { actor, cli, told, states, pid, session };
  }

  it('sends it its states, its messages and its end', async () => {
    const { actor, cli, told, states, pid, session } = await talking();
    await cli.tell('stdout', '{"type":"assistant","uuid":"a"}\n');
    const isMessage = ({ type }: EventObject) => type === 'claude.message';
    expect(await until('the message', () => told.find(isMessage))).toEqual({
      type: 'claude.message',
      message: { type: 'assistant', uuid: 'a' },
    });
    session()?.send({ type: 'op.end' });
    await until('the end of input', () => cli.inputEnded());
    await cli.tell('exit', 0);
    const isDone = ({ type }: EventObject) => type === 'claude.done';
    expect(await until('the end', () => told.find(isDone))).toEqual({
      type: 'claude.done',
      outcome: { kind: 'completed' },
    });
    expect(states()).toEqual(['starting', 'initSent', 'running', 'stopping', 'stopped']);
    await until('the process to be gone', () => !isAlive(pid));
    actor.stop();
  });

  it('is killed with its process when that machine is stopped', async () => {
    const { actor, pid } = await talking();
    actor.stop();
    await until('the process to be gone', () => !isAlive(pid));
  });

  it('is killed with its process when that machine ends it', async () => {
    const { actor, pid, session } = await talking();
    actor.send({ type: 'enough' });
    expect(session()).toBeUndefined();
    await until('the process to be gone', () => !isAlive(pid));
    actor.stop();
  });
});
