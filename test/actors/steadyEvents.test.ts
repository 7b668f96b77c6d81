import { expect, it } from '@jest/globals';
import { createActor, fromCallback, setup } from 'xstate';
import { steadyEvents } from '../../src/actors/steadyEvents.js';

it('gives the ends of all children of a kind one type, and leaves other events alone', () => {
  const seen: unknown[] = [];
  const machine = steadyEvents(
    setup({
      actors: { child: fromCallback(() => {}) },
      actions: { note: ({ event }) => void seen.push(event) },
    }).createMachine({ on: { '*': { actions: 'note' } } }),
  );
  const actor = createActor(machine).start();
  actor.send({ type: 'xstate.done.actor.callback#7', actorId: 'callback#7' });
  actor.send({ type: 'xstate.done.actor.process', actorId: 'process' });
  actor.send({ type: 'app#own' });
  expect(seen).toEqual([
    { type: 'xstate.done.actor.callback#', actorId: 'callback#7' },
    { type: 'xstate.done.actor.process', actorId: 'process' },
    { type: 'app#own' },
  ]);
});
