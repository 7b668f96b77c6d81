// A session inside your own machine, which sends a message, reads the answer and ends the session.
import assert from 'node:assert/strict';
import { sessionInput, sessionMachine, sessionOrders } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';
import { assign, createActor, sendTo, setup, toPromise } from 'xstate';

const reviewMachine = setup({
  actors: { session: sessionMachine },
  actions: {
    ask: sendTo('claude', ({ context }) => sessionOrders.send(context.question)),
    keepAnswer: assign({ answer: ({ event }) => event.message.result }),
    hangUp: sendTo('claude', () => sessionOrders.end()),
    keepOutcome: assign({ outcome: ({ event }) => event.outcome }),
  },
  guards: {
    isRunning: ({ event }) => event.state === 'running',
    isResult: ({ event }) => event.message.type === 'result',
  },
}).createMachine({
  id: 'review',
  context: ({ input }) => ({ ...input, answer: undefined, outcome: undefined }),
  output: ({ context: { answer, outcome } }) => ({ answer, outcome }),
  // The process runs as long as the machine is in the state that invokes it.
  invoke: {
    src: 'session',
    id: 'claude',
    input: ({ context }) => sessionInput(context.options),
  },
  initial: 'starting',
  states: {
    starting: {
      on: { 'claude.stateChanged': { guard: 'isRunning', target: 'reviewing', actions: 'ask' } },
    },
    reviewing: {
      on: { 'claude.message': { guard: 'isResult', target: 'ending', actions: 'keepAnswer' } },
    },
    ending: { entry: 'hangUp' },
    over: { type: 'final' },
  },
  on: { 'claude.done': { target: '.over', actions: 'keepOutcome' } },
});

const states = [];
const actor = createActor(reviewMachine, {
  input: {
    question: 'Is this change safe?',
    options: { pathToClaudeCodeExecutable: simulatedCliPath },
  },
});
actor.subscribe(({ value }) => {
  if (states.at(-1) !== value) states.push(value);
});
const { answer, outcome } = await toPromise(actor.start());

assert.match(answer, /Is this change safe/);
assert.deepEqual(outcome, { kind: 'completed' });
assert.deepEqual(states, ['starting', 'reviewing', 'ending', 'over']);
console.log(`ok: ${states.join(' → ')}`);
