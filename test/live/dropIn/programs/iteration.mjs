import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, settled, tell } from './record.mjs';

const ask = () => query({ prompt: 'Say hello', options: { ...cli } });
const typeOf = ({ done, value }) => (done ? 'done' : value.type);

/** A tracer that hands the messages on. */
async function* traced(run) {
  yield* run;
}
const types = [];
for await (const { type } of traced(ask())) types.push(type);
tell('delegated', types);

// A loop reads the query, not what a wrapper put in its place.
const wrapped = Object.create(ask());
wrapped.next = () => tell('called', 'next of the wrapper');
for await (const { type } of wrapped) tell('wrapped', type);
tell('is its own iterator', wrapped[Symbol.asyncIterator]() === wrapped);

const eager = ask();
const pulls = await Promise.all(Array.from({ length: 12 }, () => eager.next()));
tell('pulled at once', pulls.map(typeOf));

/** Reads until the model has answered, whoever is slow. */
async function untilAnswered(run) {
  for (;;) {
    const { value } = await run.next();
    if (value.type === 'assistant') return;
  }
}

const left = ask();
await untilAnswered(left);
tell('returned', await left.return('a value'));
tell('after', await left.next());

const thrown = ask();
await untilAnswered(thrown);
tell('thrown', await settled(thrown.throw(new Error('mine'))));
tell('after', await thrown.next());

const closed = ask();
await untilAnswered(closed);
closed.close();
closed.close();
tell('after', await closed.next());
tell('returned', await closed.return());
