import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

/** Ways in which wrappers make an object of their own from a query. */
const wrappers = {
  derived: (run) => Object.create(run),
  proxied: (run) => new Proxy(run, {}),
  bound(run) {
    const wrapper = { [Symbol.asyncIterator]: () => run[Symbol.asyncIterator]() };
    const prototype = Object.getPrototypeOf(run);
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name !== 'constructor' && typeof prototype[name] === 'function') {
        wrapper[name] = run[name].bind(run);
      }
    }
    return wrapper;
  },
  overridden(run) {
    const { interrupt } = run;
    run.interrupt = () => interrupt.call(run);
    return run;
  },
};
const methods = [
  'next',
  'return',
  'interrupt',
  'setModel',
  'mcpServerStatus',
  'streamInput',
  'close',
];

for (const [name, wrap] of Object.entries(wrappers)) {
  const run = wrap(query({ prompt: 'One', options: { ...cli } }));
  tell(
    name,
    methods.filter((method) => typeof run[method] === 'function'),
  );
  tell(name, (await run.supportedModels()).length > 0);
  tell(name, await run.mcpServerStatus());
  for await (const message of run) tell('message', message);
  tell(name, await run.next());
}
