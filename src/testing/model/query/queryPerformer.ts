import type { EventPerformer, PerformContext } from '../run/eventPerformer.js';
import type { ScriptedProcess } from '../run/ScriptedProcess.js';
import { queryCliActs } from './queryCliActs.js';
import type { QueryDriver } from './queryDriver.js';
import type { QueryModelEvent } from './queryModelEvents.js';

async function perform<App>(
  modelEvent: QueryModelEvent,
  { process, driver, clock, callApp }: PerformContext<App, QueryDriver<App>>,
): Promise<void> {
  const cliActs = queryCliActs(modelEvent);
  for (const act of cliActs) process.perform(act);
  switch (modelEvent.type) {
    case 'time':
      return clock.increment(modelEvent.ms);
    case 'close':
      return callApp((app) => driver.stop?.(app));
    case 'interrupt':
      return callApp((app) => driver.interrupt?.(app));
    // The application reads on its own.
    case 'pull':
      return;
    default:
      if (cliActs.length === 0) {
        throw new Error(`No path can make "${modelEvent.type}" happen to an application.`);
      }
  }
}

function finishWork(process: ScriptedProcess): void {
  process.answerEverything();
}

/** Makes the model events of a query happen to a real application. */
export const queryPerformer: EventPerformer<QueryModelEvent, unknown, QueryDriver> = {
  mustSettle: (driver) => ({ outcome: (app) => driver.outcome(app) }),
  perform,
  finishWork,
};
