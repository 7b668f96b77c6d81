import { queryChart } from '../../../machines/query/queryChart.js';
import type { QueryContext } from '../../../machines/query/queryTypes.js';
import type { PathModel } from '../chart/pathModel.js';
import { queryChartEvents } from './queryChartEvents.js';
import { queryCliActs } from './queryCliActs.js';
import type { QueryModelEvent } from './queryModelEvents.js';
import { type QueryStep, querySteps } from './querySteps.js';

/** The query chart, with the steps that its paths are made of. */
export const queryPathModel: PathModel<QueryStep, QueryModelEvent> = {
  chart: queryChart,
  steps: querySteps,
  events: queryChartEvents,
  cliActs: queryCliActs,
  // Nothing is written to a one-shot CLI, so there is nothing to name.
  placeholders: () => ({
    request: (id) => id,
    message: (uuid) => uuid,
    hook: () => ({ callbackId: '', event: '' }),
  }),
  input: ({ strictExitStatus, stall }) => ({
    launch: {},
    settings: { strictExitStatus, ...(stall && { stall }) },
  }),
  // A custom port has no version to check.
  beforeFirstStep: [{ type: 'version', verdict: 'accepted' }],
  distinguish({ context }) {
    const query = context as QueryContext;
    return [
      query.decodeErrors,
      query.drainWarnings,
      query.tasks,
      query.lastResult?.is_error,
      query.incompleteLine,
      query.processExited,
      query.full,
      query.watch,
    ];
  },
};
