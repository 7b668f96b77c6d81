import { expect, it } from '@jest/globals';
import { HookContext } from '../../../src/actors/callbacks/HookContext.js';

it('looks like an object with a signal, and creates the signal only if it is read', () => {
  const { signal } = new AbortController();
  let reads = 0;
  const context = new HookContext({
    get signal() {
      reads += 1;
      return signal;
    },
  });
  expect(Object.keys(context)).toEqual(['signal']);
  expect(reads).toBe(0);
  expect(context.signal).toBe(signal);
  expect({ ...context }).toEqual({ signal });
  expect(reads).toBe(2);
});

it('works for programs that wrap it', () => {
  const controller = new AbortController();
  const context = new HookContext(controller);
  const { signal } = controller;
  expect(new Proxy(context, {}).signal).toBe(signal);
  expect(Object.create(context).signal).toBe(signal);
  expect(Reflect.get(context, 'signal')).toBe(signal);
});

/** V8 keeps a hidden class per getter, with all that the getter refers to, until a full collection. */
it('shares its getter with all others, and nothing but its signal', () => {
  const getterOf = (context: HookContext) =>
    Object.getOwnPropertyDescriptor(context, 'signal')?.get;
  const [one, other] = [new AbortController(), new AbortController()].map(
    (controller) => new HookContext(controller),
  );
  expect(getterOf(one as HookContext)).toBe(getterOf(other as HookContext));
  expect(one?.signal).not.toBe(other?.signal);
});
