import { setup } from 'xstate';
import { processMachine } from '../processMachine.js';
import { versionMachine } from '../versionMachine.js';
import type { QueryContext, QueryEmitted, QueryEvent, QueryInput } from './queryTypes.js';

/** The types and the actors of the query's chart; guards and actions are added beside it. */
export const querySetup = setup({
  types: {
    input: {} as QueryInput,
    context: {} as QueryContext,
    events: {} as QueryEvent,
    emitted: {} as QueryEmitted,
  },
  actors: { process: processMachine, version: versionMachine },
});
