import { defaultTimeouts } from '../../src/defaults.js';
import { sessionChart } from '../../src/machines/session/sessionChart.js';
import type { SessionContext } from '../../src/machines/session/sessionTypes.js';
import { openTurns } from '../../src/machines/session/turnLedger.js';
import { answerNeverReadMs } from '../../src/testing/model/session/sessionChartEvents.js';
import {
  lifecycle,
  result,
  type SessionModelEvent,
  state,
  taskEnded,
  taskProgress,
  taskStarted,
  text,
} from '../../src/testing/model/session/sessionModelEvents.js';
import { sessionModel, smallSettings } from './sessionModel.js';
import { walkAll } from './walkAll.js';

const running: readonly SessionModelEvent[] = [
  { type: 'version', verdict: 'accepted' },
  { type: 'spawn' },
  { type: 'answer', id: 'req_0' },
];
const stop: SessionModelEvent = { type: 'stop' };
const end: SessionModelEvent = { type: 'end' };
const exits: readonly SessionModelEvent[] = [
  { type: 'exit', code: 0 },
  { type: 'exit', code: 1 },
];
const verdicts = (['accepted', 'warning', 'rejected'] as const).map(
  (verdict): SessionModelEvent => ({ type: 'version', verdict }),
);

const isOpen = ({ turns, queue }: SessionContext, uuid: string) =>
  turns.open.has(uuid) || queue.some((one) => one.kind === 'send' && one.uuid === uuid);

const unused = (context: SessionContext) =>
  ['u0', 'u1', 'u2'].find((uuid) => !isOpen(context, uuid)) ?? 'u3';

/** At most two messages at once, the second only beside the first. */
function sends(context: SessionContext): SessionModelEvent[] {
  if (!isOpen(context, 'u0')) return [{ type: 'send', uuid: 'u0' }];
  return isOpen(context, 'u1') ? [] : [{ type: 'send', uuid: 'u1' }];
}

const holds = ({ callbacks }: SessionContext, id: string) =>
  callbacks.some((place) => place.id === id);

const answers: Readonly<Record<string, unknown>> = {
  hook: { continue: true },
  permission: { behavior: 'deny', message: 'no' },
  mcp: { jsonrpc: '2.0', id: 1, result: {} },
};

walkAll('session', sessionChart, {
  start: sessionModel({
    stimuli(context, snapshot) {
      if (snapshot.status !== 'active') return [];
      const { queue, requests, callbacks } = context;
      const initSent = snapshot.value === 'initSent';
      const checking = snapshot.matches({ starting: 'checking' });
      const spawning = snapshot.matches({ starting: 'spawning' });
      const early = checking || spawning || initSent;
      const queued = queue.flatMap((one) => (one.kind === 'request' ? [one.key] : []));
      return [
        stop,
        text,
        ...(checking ? verdicts : spawning ? [{ type: 'spawn' }, { type: 'spawnFail' }] : exits),
        ...(early && queue.length < 4 ? [{ type: 'request', label: `r${queue.length}` }, end] : []),
        ...(early && queue.length === 0 ? [{ type: 'request', label: 'r0', timeoutMs: 1000 }] : []),
        ...(early && queue.some((one) => 'timeoutMs' in one && one.timeoutMs === 1000)
          ? [{ type: 'time', ms: 1000 }]
          : []),
        ...(early && queue.length < 3 ? [{ type: 'send', uuid: unused(context) }] : []),
        ...(early ? queued.map((label) => ({ type: 'cancelRequest', label })) : []),
        ...(requests.pending.req_0
          ? [
              { type: 'answer', id: 'req_0' },
              { type: 'answer', id: 'req_0', ok: false },
              { type: 'time', ms: 30_000 },
            ]
          : []),
        ...(initSent && callbacks.length === 0
          ? [
              { type: 'callback', id: 'h0', kind: 'hook' },
              { type: 'callback', id: 'p0', kind: 'permission' },
              { type: 'callback', id: 'm0', kind: 'mcp' },
              { type: 'callback', id: 'x0', kind: 'unknownHook' },
            ]
          : []),
        ...callbacks.map(({ id, kind }) => ({ type: 'userAnswers', id, value: answers[kind] })),
      ] as SessionModelEvent[];
    },
  }),

  'silence while the version is checked': sessionModel({
    settings: { stall: { start: 1000, firstFrame: 10 ** 9, midTurn: 10 ** 9, action: 'stop' } },
    stimuli: (_context, snapshot) =>
      snapshot.status === 'active' ? [stop, { type: 'time', ms: 1000 }] : [],
  }),

  'control requests': sessionModel({
    prefix: running,
    stimuli({ requests, turns }, snapshot) {
      if (snapshot.status !== 'active') return [];
      const ids = Object.keys(requests.pending);
      const keys = Object.values(requests.pending).map(({ key }) => key);
      const more = requests.sentCount < 4;
      const label = `r${requests.sentCount}`;
      return [
        stop,
        ...exits,
        ...(more ? [{ type: 'request', label }] : []),
        ...(more ? [{ type: 'badPipe', mode: 'fail', doing: { type: 'request', label } }] : []),
        ...ids.flatMap((id) => [
          { type: 'answer', id },
          { type: 'answer', id, ok: false },
        ]),
        ...keys.map((one) => ({ type: 'cancelRequest', label: one })),
        ...(ids.length > 0 ? [{ type: 'time', ms: 30_000 }] : []),
        { type: 'answer', id: 'req_0' },
        { type: 'answer', id: 'never_sent' },
        ...(turns.sentCount > 0 ? [] : [end]),
      ] as SessionModelEvent[];
    },
  }),

  callbacks: sessionModel({
    prefix: running,
    stimuli(context, snapshot) {
      if (snapshot.status !== 'active') return [];
      const { callbacks } = context;
      const arrivals = [
        ...['h0', 'h1', 'h2'].map((id) => ({ id, kind: 'hook' })),
        { id: 'p0', kind: 'permission' },
        { id: 'm0', kind: 'mcp' },
      ].filter(({ id }) => !holds(context, id));
      return [
        stop,
        { type: 'exit', code: 0 },
        ...(callbacks.length < 3 ? arrivals.map((one) => ({ type: 'callback', ...one })) : []),
        { type: 'callback', id: 'x0', kind: 'unknownHook' },
        { type: 'callback', id: 'x1', kind: 'malformedPermission' },
        { type: 'callback', id: 'x2', kind: 'dialog' },
        ...callbacks.flatMap(({ id, kind }) => [
          { type: 'userAnswers', id, value: answers[kind] },
          { type: 'userThrows', id },
          { type: 'cliCancels', id },
          { type: 'callback', id, kind, again: true },
        ]),
        { type: 'cliCancels', id: 'unknown' },
        ...(callbacks.length > 0 ? [{ type: 'time', ms: defaultTimeouts.hook }] : []),
        ...(callbacks.some(({ kind }) => kind === 'permission')
          ? [{ type: 'time', ms: 120_000 }]
          : []),
      ] as SessionModelEvent[];
    },
  }),

  'turns and their results': sessionModel({
    prefix: running,
    stimuli(context, snapshot) {
      if (snapshot.status !== 'active') return [];
      const open = openTurns(context.turns).map(({ uuid }) => uuid);
      return [
        end,
        { type: 'exit', code: 1 },
        ...(snapshot.matches('running') ? sends(context) : []),
        result(),
        result({ origin: { kind: 'task-notification' } }),
        ...open.flatMap((uuid) => [
          result({ user_message_uuids: [uuid] }),
          lifecycle(uuid, 'started'),
          lifecycle(uuid, 'cancelled'),
        ]),
        ...(open.length === 2 ? [result({ user_message_uuids: open })] : []),
        state('idle'),
      ];
    },
  }),

  'messages that are cancelled': sessionModel({
    prefix: [...running, { type: 'send', uuid: 'u0' }, { type: 'send', uuid: 'u1' }],
    stimuli(context, snapshot) {
      if (snapshot.status !== 'active') return [];
      const { requests, turns } = context;
      const ids = Object.keys(requests.pending);
      const open = openTurns(turns).map(({ uuid }) => uuid);
      const subtype = 'cancel_async_message';
      return [
        end,
        ...(requests.sentCount < 2
          ? [{ type: 'request', label: 'r0', subtype, cancelsMessage: 'u1' }]
          : []),
        ...ids.flatMap((id) => [
          { type: 'answer', id, response: { cancelled: true } },
          { type: 'answer', id, response: { cancelled: false } },
          { type: 'answer', id, ok: false },
        ]),
        ...(ids.length > 0 ? [{ type: 'time', ms: 30_000 }] : []),
        ...(open.includes('u1') ? [lifecycle('u1', 'started'), lifecycle('u1', 'cancelled')] : []),
        result(),
        result({ user_message_uuids: open }),
        state('idle'),
      ] as SessionModelEvent[];
    },
  }),

  'messages without a result': sessionModel({
    prefix: [...running, { type: 'send', uuid: 'u0' }],
    stimuli(context, snapshot) {
      if (snapshot.status !== 'active') return [];
      const open = openTurns(context.turns).map(({ uuid }) => uuid);
      return [
        end,
        ...(snapshot.matches('running') && open.length < 2 ? sends(context) : []),
        ...open.map((uuid) => lifecycle(uuid, 'completed')),
        result(),
        state('running'),
        state('idle'),
        { type: 'time', ms: 5000 },
      ];
    },
  }),

  'interrupts and permissions': sessionModel({
    prefix: running,
    stimuli(context, snapshot) {
      if (snapshot.status !== 'active') return [];
      const { requests, callbacks, turns } = context;
      const ids = Object.keys(requests.pending);
      return [
        stop,
        ...(turns.open.size === 0 ? [{ type: 'send', uuid: 'u0' }] : []),
        ...(requests.sentCount < 3 && ids.length < 2
          ? [{ type: 'request', label: `r${requests.sentCount}`, subtype: 'interrupt' }]
          : []),
        ...ids.flatMap((id) => [
          { type: 'answer', id },
          { type: 'answer', id, ok: false },
        ]),
        ...(ids.length > 0 ? [{ type: 'time', ms: 5000 }] : []),
        ...(callbacks.length === 0 ? [{ type: 'callback', id: 'p0', kind: 'permission' }] : []),
        ...callbacks.flatMap(({ id }) => [
          { type: 'userAnswers', id, value: answers.permission },
          { type: 'cliCancels', id },
        ]),
        result({ is_error: true }),
        state('idle'),
      ] as SessionModelEvent[];
    },
  }),

  'background tasks and the end of the run': sessionModel({
    prefix: running,
    stimuli(context, snapshot) {
      if (snapshot.status !== 'active') return [];
      const open = context.tasks.open.map(({ id }) => id);
      return [
        end,
        { type: 'exit', code: 0 },
        ...(context.turns.sentCount > 0 ? [] : [{ type: 'send', uuid: 'u0' } as const]),
        result(),
        result({ origin: { kind: 'task-notification' } }),
        ...(open.includes('t0') ? [taskProgress('t0'), taskEnded('t0')] : [taskStarted('t0')]),
        ...(open.includes('t1') ? [] : [taskStarted('t1', 'local_bash')]),
        taskEnded('unknown'),
        state('running'),
        state('idle'),
        { type: 'time', ms: 5000 },
      ];
    },
  }),

  'input that is closed, and a CLI that will not go': sessionModel({
    prefix: [...running, { type: 'send', uuid: 'u0' }],
    stimuli(context, snapshot) {
      if (snapshot.status !== 'active') return [];
      return [
        end,
        stop,
        ...exits,
        { type: 'exit', code: 143 },
        text,
        result(),
        ...(context.requests.sentCount < 2 ? [{ type: 'request', label: 'r0' } as const] : []),
        ...(isOpen(context, 'u1') ? [] : [{ type: 'send', uuid: 'u1' } as const]),
        { type: 'callback', id: 'h0', kind: 'hook' },
      ];
    },
  }),

  'lines that cannot be read': sessionModel({
    prefix: running,
    stimuli: (_context, snapshot) =>
      snapshot.status === 'active'
        ? [{ type: 'garbage' }, { type: 'hugeLine', bytes: 2 ** 21 }, stop]
        : [],
  }),

  'a line over the limit': sessionModel({
    prefix: running,
    stimuli: (_context, snapshot) =>
      snapshot.status === 'active' ? [{ type: 'hugeLine', bytes: 5 * 2 ** 20 }, stop] : [],
  }),

  'a pipe that fails': sessionModel({
    prefix: running,
    stimuli: ({ turns }, snapshot) =>
      snapshot.status === 'active' && turns.open.size === 0
        ? [{ type: 'badPipe', mode: 'fail', doing: { type: 'send', uuid: 'u0' } }, stop]
        : [stop],
  }),

  'a pipe that fails at the start': sessionModel({
    prefix: [{ type: 'version', verdict: 'accepted' }],
    stimuli(_context, snapshot) {
      if (snapshot.status !== 'active') return [];
      return snapshot.matches({ starting: 'spawning' })
        ? [{ type: 'badPipe', mode: 'fail', doing: { type: 'spawn' } }]
        : [stop, ...exits];
    },
  }),

  'a pipe that takes nothing': sessionModel({
    prefix: running,
    stimuli: ({ turns }, snapshot) =>
      snapshot.status === 'active'
        ? [
            ...(turns.open.size === 0
              ? [
                  {
                    type: 'badPipe',
                    mode: 'hold',
                    doing: { type: 'send', uuid: 'held' },
                  } as const,
                ]
              : [{ type: 'time', ms: 5000 } as const]),
            { type: 'exit', code: 0 },
          ]
        : [],
  }),

  'lines that wait for the pipe': sessionModel({
    prefix: [
      ...running,
      { type: 'callback', id: 'h0', kind: 'hook' },
      { type: 'badPipe', mode: 'hold', doing: { type: 'request', label: 'first' } },
    ],
    stimuli: ({ callbacks, requests, turns }, snapshot) => {
      if (snapshot.status !== 'active' || !snapshot.matches('running')) return [];
      const keys = Object.values(requests.pending).map(({ key }) => key);
      return [
        stop,
        ...(requests.sentCount < 3 ? [{ type: 'request', label: 'second' }] : []),
        ...(turns.sentCount > 0 ? [] : [{ type: 'send', uuid: 'u0' }]),
        ...(holds({ callbacks } as SessionContext, 'h0')
          ? [{ type: 'userAnswers', id: 'h0', value: answers.hook }]
          : [{ type: 'cliCancels', id: 'h0' }]),
        ...keys.map((label) => ({ type: 'cancelRequest', label })),
        { type: 'releasePipe' },
      ] as SessionModelEvent[];
    },
  }),

  'an answer that is never taken': sessionModel({
    prefix: [...running, { type: 'callback', id: 'h0', kind: 'hook' }],
    stimuli: ({ callbacks }, snapshot) => {
      if (snapshot.status !== 'active') return [];
      const doing = { type: 'userAnswers', id: 'h0', value: { continue: true } } as const;
      if (callbacks.length > 0) return [{ type: 'badPipe', mode: 'hold', doing }];
      if (snapshot.matches('running')) return [end];
      return snapshot.matches({ stopping: 'ending' })
        ? [{ type: 'time', ms: answerNeverReadMs }]
        : [];
    },
  }),

  ...Object.fromEntries(
    (['warn', 'interrupt', 'stop'] as const).map((action) => [
      `silence, ${action}`,
      sessionModel({
        settings: {
          stall: { start: 120_000, firstFrame: 120_000, midTurn: 120_000, action },
          timeouts: { ...smallSettings.timeouts, initialize: 10 ** 9, interrupt: 10 ** 9 } as never,
        },
        stimuli: (context, snapshot) =>
          snapshot.status !== 'active'
            ? []
            : [
                ...(snapshot.matches({ starting: 'checking' })
                  ? [{ type: 'version', verdict: 'accepted' } as const]
                  : []),
                ...(snapshot.matches({ starting: 'spawning' }) ? [{ type: 'spawn' } as const] : []),
                ...(snapshot.value === 'initSent'
                  ? [{ type: 'answer', id: 'req_0' } as const]
                  : []),
                ...(snapshot.matches('running') && context.turns.sentCount === 0
                  ? [{ type: 'send', uuid: 'u0' } as const]
                  : []),
                ...(snapshot.matches('starting') ? [] : [text, result()]),
                ...(snapshot.matches('running') && !holds(context, 'm0')
                  ? [{ type: 'callback', id: 'm0', kind: 'mcp' } as const]
                  : []),
                ...(holds(context, 'm0')
                  ? [{ type: 'userAnswers', id: 'm0', value: answers.mcp } as const]
                  : []),
                ...(context.requests.sentCount < 3 && !snapshot.matches({ starting: 'checking' })
                  ? [{ type: 'time', ms: 120_000 } as const]
                  : []),
              ],
      }),
    ]),
  ),
});
