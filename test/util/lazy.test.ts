import { describe, expect, it, jest } from '@jest/globals';
import { createActor, createMachine, StateMachine } from 'xstate';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import { lazy } from '../../src/util/lazy.js';

const lamp = () =>
  createMachine({
    id: 'lamp',
    initial: 'off',
    states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
  });

describe.each([
  ['by itself', (make: typeof lamp) => lazy(make)],
  ['with its effects', (make: typeof lamp) => compileMachine(lazy(make))],
])('a chart that is made lazy, %s', (_, defer) => {
  it('is not made before something is asked of it, and made once', () => {
    const make = jest.fn(lamp);
    const chart = defer(make);
    expect(make).not.toHaveBeenCalled();
    expect(chart.id).toBe('lamp');
    expect(Object.keys(chart.states)).toEqual(['off', 'on']);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('is a machine', () => {
    const chart = defer(lamp);
    expect(chart).toBeInstanceOf(StateMachine);
    expect('root' in chart).toBe(true);
    expect('nothing' in chart).toBe(false);
    expect(chart.provide({})).toBeInstanceOf(StateMachine);
    expect(JSON.stringify(chart.definition)).toBe(JSON.stringify(lamp().definition));
  });

  it('runs', () => {
    const actor = createActor(defer(lamp)).start();
    actor.send({ type: 'press' });
    expect(actor.getSnapshot().value).toBe('on');
    expect(actor.getSnapshot().can({ type: 'press' })).toBe(true);
  });
});

it('may be given other implementations', () => {
  const chart = compileMachine(lazy(lamp));
  const implementations = { ...chart.implementations, delays: { long: 7 } };
  Object.assign(chart, { implementations });
  expect(chart.implementations).toBe(implementations);
});

it('tells again what keeps a chart from being made', () => {
  const chart = lazy((): ReturnType<typeof lamp> => {
    throw new Error('No such state.');
  });
  for (let time = 0; time < 2; time++) expect(() => chart.id).toThrow('No such state.');
});

it('has the own properties of what is made', () => {
  const chart = lazy(lamp);
  expect(Object.keys(chart)).toEqual(Object.keys(lamp()));
  expect({ ...chart }.id).toBe('lamp');
});
