import { describe, expect, it, jest } from '@jest/globals';
import type { PlayedOptions } from '../../../src/testing/model/run/appDriver.js';
import type { SessionDriver } from '../../../src/testing/model/session/sessionDriver.js';
import { sessionModel } from '../../../src/testing/model/session/sessionModel.js';
import { type PlainSession, plainSession } from './plainSession.js';

// Exploring the charts for the first paths takes seconds on a busy machine.
jest.setTimeout(60_000);

interface LateApp {
  options: PlayedOptions;
  opened?: PlainSession;
}

const openedIn = ({ opened }: LateApp): PlainSession => {
  if (!opened) throw new Error('The session is not open yet.');
  return opened;
};

/** An application that opens its session for its first user, and not at its start. */
const late: SessionDriver<LateApp> = {
  start: (options) => ({ options }),
  open(app) {
    app.opened = plainSession.start(app.options);
  },
  close: async ({ opened }) => opened && plainSession.close(opened),
  send: (app, text) => plainSession.send(openedIn(app), text),
  interrupt: (app) => plainSession.interrupt(openedIn(app)),
  allow: (app) => plainSession.allow(openedIn(app)),
  deny: (app) => plainSession.deny(openedIn(app)),
  request: (app, bounds) => plainSession.request(openedIn(app), bounds),
  end: (app) => plainSession.end(openedIn(app)),
  stop: (app) => plainSession.stop(openedIn(app)),
};

describe('an application that opens its session late', () => {
  it('passes every path once its driver can open the session', async () => {
    const ignoring = (run: (app: LateApp) => unknown) => async (app: LateApp) => {
      await Promise.resolve(run(app)).catch(() => {});
    };
    const driver: SessionDriver<LateApp> = {
      ...late,
      send: (app, text) => ignoring((one) => late.send?.(one, text))(app),
      interrupt: ignoring((app) => late.interrupt?.(app)),
      request: (app, bounds) => ignoring((one) => late.request?.(one, bounds))(app),
      end: ignoring((app) => late.end?.(app)),
      stop: ignoring((app) => late.stop?.(app)),
      close: ignoring((app) => late.close(app)),
    };
    const paths = sessionModel.paths({ cover: 'states' });
    for (const path of paths) {
      const { skipped, departures } = await sessionModel.run(path, driver);
      expect({ name: path.name, skipped, departures }).toEqual({
        ...{ name: path.name, skipped: [], departures: [] },
      });
    }
  });

  it('is told what is missing if its driver cannot', async () => {
    const [path] = sessionModel.paths({ cover: 'states' });
    if (!path) throw new Error('There is no path.');
    const { open: _, ...driver } = late;
    const run = sessionModel.run(path, { ...driver, patienceMs: 200 });
    await expect(run).rejects.toThrow('give the driver a function `open`');
  });

  it('fails with the error of `open`', async () => {
    const [path] = sessionModel.paths({ cover: 'states' });
    if (!path) throw new Error('There is no path.');
    const open = () => {
      throw new Error('no login');
    };
    const run = sessionModel.run(path, { ...late, open });
    await expect(run).rejects.toThrow('"open" failed with an error of its own: Error: no login');
  });
});
