import type { PlayedProcess } from '../play/PlayedProcess.js';
import type { Hands, Stage } from '../play/Stage.js';
import type { QueryDriver } from './QueryDriver.js';
import { queryActs } from './queryActs.js';
import type { QueryStimulus } from './queryStimuli.js';

async function act<App>(
  stimulus: QueryStimulus,
  { process, driver, clock, ask }: Stage<App, QueryDriver<App>>,
): Promise<void> {
  const does = queryActs(stimulus);
  for (const one of does) process.perform(one);
  switch (stimulus.type) {
    case 'time':
      return clock.increment(stimulus.ms);
    case 'close':
      return ask((app) => driver.stop?.(app));
    case 'interrupt':
      return ask((app) => driver.interrupt?.(app));
    // The application reads by itself.
    case 'pull':
      return;
    default:
      if (does.length === 0) {
        throw new Error(`A path cannot do "${stimulus.type}" to an application.`);
      }
  }
}

function oblige(process: PlayedProcess): void {
  process.serve();
}

/** How the steps of a query's life are done to a real application. */
export const queryHands: Hands<QueryStimulus, unknown, QueryDriver> = {
  awaits: (driver) => ({ outcome: (app) => driver.outcome(app) }),
  act,
  oblige,
};
