import type { AnyMachineSnapshot } from 'xstate';
import { defaultLimits } from '../../src/defaults.js';
import { queryChart } from '../../src/machines/query/queryChart.js';
import type { QueryContext } from '../../src/machines/query/queryTypes.js';
import type { MachineSettings } from '../../src/machines/settings.js';
import { queryChartEvents } from '../../src/testing/model/query/queryChartEvents.js';
import type { QueryModelEvent } from '../../src/testing/model/query/queryModelEvents.js';
import { stillLaunch } from '../support/stillLaunch.js';
import type { Coverage } from './coverage.js';
import { QueryWorld } from './QueryWorld.js';
import type { Model } from './runModel.js';
import { walkAll } from './walkAll.js';

const accepted: QueryModelEvent = { type: 'version', verdict: 'accepted' };
const limits = { ...defaultLimits, decodeErrors: 2, drainWarnings: 2 };

function queryModel(
  stimuli: (snapshot: AnyMachineSnapshot, state: string) => QueryModelEvent[],
  extra: Partial<MachineSettings> = {},
  prefix: readonly QueryModelEvent[] = [accepted, { type: 'spawn' }],
) {
  const settings = { limits, ...extra };
  return (coverage: Coverage): Model<QueryModelEvent> => ({
    chart: queryChart,
    input: { launch: stillLaunch(), settings },
    prefix,
    stimuli: (snapshot) =>
      snapshot.status === 'active' ? stimuli(snapshot, JSON.stringify(snapshot.value)) : [],
    events: queryChartEvents,
    distinguish: ({ context }) => [
      context.decodeErrors,
      context.drainWarnings,
      context.tasks,
      context.lastResult?.is_error,
      context.incompleteLine,
      context.processExited,
      context.full,
      context.watch,
    ],
    world: () => new QueryWorld(settings, coverage.inspect),
  });
}

const messages = (['text', 'system', 'state', 'lifecycle'] as const).map(
  (kind): QueryModelEvent => ({ type: 'message', kind }),
);
const tasks = (['taskStarted', 'taskEnded'] as const).map(
  (kind): QueryModelEvent => ({ type: 'message', kind }),
);
const lines = (['notJson', 'badUtf8', 'noType'] as const).map(
  (kind): QueryModelEvent => ({ type: 'line', kind }),
);
const controls = (['callback', 'badCallback', 'unanswerable', 'cancel', 'response'] as const).map(
  (kind): QueryModelEvent => ({ type: 'control', kind }),
);
const exits: QueryModelEvent[] = [
  { type: 'exit', code: 0 },
  { type: 'exit', code: 1 },
];
const result: QueryModelEvent = { type: 'result' };
const pull: QueryModelEvent = { type: 'pull' };
const ends = (state: string): QueryModelEvent[] =>
  state.includes('awaitingExit') ? [{ type: 'time', ms: 500 }] : [];
const goes = ({ context }: AnyMachineSnapshot): QueryModelEvent[] =>
  context.processExited ? [] : exits;

walkAll('query', queryChart, {
  'messages and results': queryModel((snapshot, state) => [
    pull,
    ...(context(snapshot).processExited || state.includes('closed')
      ? []
      : [...messages, ...tasks, result, { type: 'result', isError: true } as const]),
    ...goes(snapshot),
    ...(state.includes('draining') ? [{ type: 'time', ms: 100 } as const] : []),
  ]),

  'lines that are not messages': queryModel((snapshot, state) => [
    pull,
    ...(context(snapshot).processExited || /closed|awaiting/.test(state)
      ? []
      : ([
          ...lines,
          ...controls,
          result,
          ...messages.slice(0, 1),
          { type: 'line', kind: 'oversize' },
          { type: 'line', kind: 'cutOff' },
        ] as QueryModelEvent[])),
    ...ends(state),
    ...goes(snapshot),
  ]),

  'a long line': queryModel((_snapshot, state) =>
    /streaming|draining/.test(state)
      ? [
          { type: 'line', kind: 'large' },
          { type: 'exit', code: 0 },
        ]
      : [pull],
  ),

  'a consumer that does not read': queryModel((snapshot, state) => [
    pull,
    // Nothing comes through a pipe that is held up.
    ...(context(snapshot).full || !/reading|draining/.test(state)
      ? []
      : [{ type: 'flood' } as const, result, ...exits]),
    ...(/draining|held/.test(state) ? [{ type: 'time', ms: 100 } as const] : []),
  ]),

  'the end of the output before the exit': queryModel((snapshot, state) => [
    pull,
    ...(state.includes('reading') ? [{ type: 'outputEnded' } as const] : []),
    ...ends(state),
    ...goes(snapshot),
  ]),

  'exit status that counts': queryModel(
    (snapshot, state) => [
      pull,
      ...(/streaming/.test(state) ? [result, { type: 'result', isError: true } as const] : []),
      ...(state.includes('draining') ? [{ type: 'time', ms: 100 } as const] : []),
      ...goes(snapshot),
    ],
    { strictExitStatus: true },
  ),

  'closing, aborting, interrupting and a version': queryModel(
    (snapshot, state) => [
      { type: 'close', reason: 'close' },
      { type: 'close', reason: 'abort' },
      { type: 'interrupt' },
      ...(state.includes('starting')
        ? (['accepted', 'warning', 'rejected'] as const).map(
            (verdict): QueryModelEvent => ({ type: 'version', verdict }),
          )
        : [{ type: 'spawn' } as const, ...goes(snapshot)]),
      ...(/streaming/.test(state) ? [result] : []),
      ...(state.includes('closed') ? [{ type: 'line', kind: 'large' } as const] : []),
    ],
    {},
    [],
  ),

  ...Object.fromEntries(
    (['warn', 'interrupt', 'stop'] as const).map((action) => [
      `silence, ${action}`,
      queryModel(
        (snapshot, state) => [
          pull,
          ...(state.includes('starting')
            ? [accepted, { type: 'time', ms: 1000 } as const]
            : [{ type: 'time', ms: 120_000 } as const]),
          ...(/reading|draining/.test(state)
            ? [...messages.slice(0, 1), ...tasks, result, ...goes(snapshot)]
            : []),
        ],
        { stall: { start: 1000, firstFrame: 120_000, midTurn: 120_000, action } },
        [],
      ),
    ]),
  ),
});

function context(snapshot: AnyMachineSnapshot): QueryContext {
  return snapshot.context as QueryContext;
}
