import { describe, expect, it } from '@jest/globals';
import {
  defaultLimits,
  defaultTimeouts,
  endLadder,
  stopLadder,
} from '../../src/machines/limits.js';
import { queryMachine } from '../../src/machines/query/queryMachine.js';
import { sessionMachine } from '../../src/machines/session/sessionMachine.js';
import { Walk } from './rows/Walk.js';

const charts = {
  session: (settings: object) =>
    new Walk(sessionMachine, { launch: {}, initialize: '{}', settings }).snapshot.context.settings,
  query: (settings: object) =>
    new Walk(queryMachine, { launch: {}, settings }).snapshot.context.settings,
};

const defaults = {
  timeouts: defaultTimeouts,
  limits: defaultLimits,
  ladders: { end: endLadder, stop: stopLadder },
  waitFor: 'agents',
};

const nothing = (keys: object) =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, undefined]));

describe.each(Object.entries(charts))('the settings of a %s', (_, settingsOf) => {
  it('are the defaults where nothing is said', () => {
    expect(settingsOf({})).toMatchObject(defaults);
  });

  it('are the defaults where undefined is said', () => {
    expect(settingsOf(nothing(defaults))).toMatchObject(defaults);
    const { timeouts, limits, ladders } = defaults;
    const settings = {
      timeouts: nothing(timeouts),
      limits: nothing(limits),
      ladders: nothing(ladders),
      stall: { start: undefined, firstFrame: undefined, midTurn: undefined, action: undefined },
      strictExitStatus: undefined,
    };
    expect(settingsOf(settings)).toEqual(settingsOf({}));
  });

  it('are those that are said, each by itself', () => {
    const hook = { running: 1, waiting: 2 };
    const settings = { timeouts: { write: 7, set_model: 8 }, limits: { hook } };
    expect(settingsOf(settings)).toMatchObject({
      timeouts: { ...defaultTimeouts, write: 7, set_model: 8 },
      limits: { ...defaultLimits, hook },
    });
  });
});
