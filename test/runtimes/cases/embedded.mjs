// A session inside a machine of one's own.
import assert from 'node:assert/strict';
import { sessionInput, sessionMachine, sessionOrders } from 'claude-actors';
import { assign, createActor, sendTo, setup, toPromise } from 'xstate';
import { cli } from './setUp.mjs';

const machine = setup({ actors: { session: sessionMachine } }).createMachine({
  context: { answer: undefined, outcome: undefined },
  output: ({ context }) => context,
  invoke: { src: 'session', id: 'claude', input: () => sessionInput(cli('echo.mjs')) },
  initial: 'starting',
  states: {
    starting: {
      on: {
        'claude.stateChanged': {
          guard: ({ event }) => event.state === 'running',
          target: 'asking',
          actions: sendTo('claude', () => sessionOrders.send('Is it safe?')),
        },
      },
    },
    asking: {
      on: {
        'claude.message': {
          guard: ({ event }) => event.message.type === 'result',
          target: 'ending',
          actions: assign({ answer: ({ event }) => event.message.result }),
        },
      },
    },
    ending: { entry: sendTo('claude', () => sessionOrders.end()) },
    over: { type: 'final' },
  },
  on: {
    'claude.done': { target: '.over', actions: assign({ outcome: ({ event }) => event.outcome }) },
  },
});
const { answer, outcome } = await toPromise(createActor(machine).start());
assert.equal(answer, 'Is it safe?');
assert.deepEqual(outcome, { kind: 'completed' });
console.log('ok');
