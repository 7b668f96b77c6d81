import { queryChart } from '../../../machines/query/queryChart.js';
import type { QueryContext } from '../../../machines/query/queryTypes.js';
import type { LifeModel } from '../chart/exploreChart.js';
import { queryActs } from './queryActs.js';
import { queryEvents } from './queryEvents.js';
import { type QueryStep, querySteps } from './querySteps.js';
import type { QueryStimulus } from './queryStimuli.js';

/** The query's own chart, and the words in which its lives are told. */
export const queryLife: LifeModel<QueryStep, QueryStimulus> = {
  chart: queryChart,
  vocabulary: querySteps,
  events: queryEvents,
  acts: queryActs,
  // Nothing is written to a one-shot CLI.
  placeholders: () => ({
    request: (id) => id,
    message: (uuid) => uuid,
    hook: () => ({ callbackId: '', event: '' }),
  }),
  input: ({ strictExitStatus }) => ({ launch: {}, settings: { strictExitStatus } }),
  // A port of the user's own has no version to be judged.
  before: [{ type: 'version', verdict: 'accepted' }],
  distinguish({ context }) {
    const { decodeErrors, drainWarnings, tasks, lastResult, incomplete, gone, full } =
      context as QueryContext;
    return [decodeErrors, drainWarnings, tasks, lastResult?.is_error, incomplete, gone, full];
  },
};
