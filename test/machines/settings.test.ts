import { describe, expect, it } from '@jest/globals';
import { defaultLimits, defaultTimeouts, shutdownTimings } from '../../src/defaults.js';
import { queryChart } from '../../src/machines/query/queryChart.js';
import { sessionChart } from '../../src/machines/session/sessionChart.js';
import { stillLaunch } from '../support/stillLaunch.js';
import { Walk } from './rows/Walk.js';

const { end: endLadder, stop: stopLadder } = shutdownTimings();

const charts = {
  session: (settings: object) =>
    new Walk(sessionChart, { launch: stillLaunch(), initialize: '{}', settings }).snapshot.context
      .settings,
  query: (settings: object) =>
    new Walk(queryChart, { launch: stillLaunch(), settings }).snapshot.context.settings,
};

const defaults = {
  timeouts: defaultTimeouts,
  limits: defaultLimits,
  shutdown: { end: endLadder, stop: stopLadder },
  waitFor: 'agents',
};

const nothing = (keys: object) =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, undefined]));

describe.each(Object.entries(charts))('the settings of a %s', (_, settingsOf) => {
  it('are the defaults if nothing is set', () => {
    expect(settingsOf({})).toMatchObject(defaults);
  });

  it('are the defaults for undefined', () => {
    expect(settingsOf(nothing(defaults))).toMatchObject(defaults);
    const { timeouts, limits, shutdown } = defaults;
    const settings = {
      timeouts: nothing(timeouts),
      limits: nothing(limits),
      shutdown: nothing(shutdown),
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
