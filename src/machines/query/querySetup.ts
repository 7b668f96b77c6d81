import { setup } from 'xstate';
import { processChart } from '../processChart.js';
import { versionChart } from '../versionChart.js';
import type { QueryContext, QueryEmitted, QueryEvent, QueryInput } from './queryTypes.js';

/** The types and the actors of the query's chart; guards and actions are added beside it. */
export const querySetup = setup({
  types: {
    input: {} as QueryInput,
    context: {} as QueryContext,
    events: {} as QueryEvent,
    emitted: {} as QueryEmitted,
  },
  actors: { process: processChart, version: versionChart },
});
