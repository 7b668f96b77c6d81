import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultLimits } from '../../src/defaults.js';
import type { SessionContext } from '../../src/machines/session/sessionTypes.js';
import type { QueryModelEvent } from '../../src/testing/model/query/queryModelEvents.js';
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
import { QueryWorld } from './QueryWorld.js';
import { SessionWorld } from './SessionWorld.js';
import { smallSettings } from './sessionModel.js';

const steps = 250;

/** A step that fits the current state, and now and then one that does not. */
type Choice = (context: SessionContext, pick: (below: number) => number) => SessionModelEvent[];

const some = <T>(list: readonly T[], pick: (below: number) => number): T[] =>
  list.length === 0 ? [] : [list[pick(list.length)] as T];

const choices: readonly [weight: number, choice: Choice][] = [
  [6, () => [{ type: 'send', uuid: 'u0' }]],
  [4, () => [{ type: 'send', uuid: 'u1' }]],
  [5, () => [{ type: 'request', label: 'r0' }]],
  [3, () => [{ type: 'request', label: 'r1', subtype: 'interrupt' }]],
  [2, () => [{ type: 'request', label: 'r2', timeoutMs: 1000 }]],
  [
    2,
    (_context, pick) => {
      const cancelsMessage = `u${pick(2)}`;
      return [{ type: 'request', label: 'r3', subtype: 'cancel_async_message', cancelsMessage }];
    },
  ],
  [2, () => [{ type: 'cancelRequest', label: 'r0' }]],
  [
    8,
    ({ requests }, pick) =>
      some(Object.keys(requests.pending), pick).map((id) => ({
        type: 'answer',
        id,
        ok: pick(4) > 0,
        response: { cancelled: pick(2) > 0 },
      })),
  ],
  [1, (_context, pick) => [{ type: 'answer', id: `req_${pick(30)}`, ok: pick(2) > 0 }]],
  [1, () => [{ type: 'answer', id: 'never_sent' }]],
  [5, (_context, pick) => [{ type: 'callback', id: `h${pick(4)}`, kind: 'hook' }]],
  [3, (_context, pick) => [{ type: 'callback', id: `p${pick(3)}`, kind: 'permission' }]],
  [3, (_context, pick) => [{ type: 'callback', id: `m${pick(3)}`, kind: 'mcp' }]],
  [1, () => [{ type: 'callback', id: 'x', kind: 'unknownHook' }]],
  [1, () => [{ type: 'callback', id: 'x', kind: 'malformedPermission' }]],
  [1, () => [{ type: 'callback', id: 'x', kind: 'dialog' }]],
  [
    12,
    (_context, pick) => {
      const [kind, value] = some(
        [
          ['h', { continue: true }],
          ['p', { behavior: 'deny', message: 'no' }],
          ['m', { jsonrpc: '2.0', id: 1, result: {} }],
        ] as const,
        pick,
      )[0] ?? ['h', {}];
      const id = `${kind}${pick(4)}`;
      return [pick(5) === 0 ? { type: 'userThrows', id } : { type: 'userAnswers', id, value }];
    },
  ],
  [4, (_context, pick) => [{ type: 'cliCancels', id: `${'hpm'[pick(3)]}${pick(4)}` }]],
  [6, () => [result()]],
  [2, () => [result({ is_error: true })]],
  [3, () => [result({ user_message_uuids: ['u0'] })]],
  [2, () => [result({ user_message_uuids: ['u0', 'u1'] })]],
  [2, () => [result({ origin: { kind: 'task-notification' } })]],
  [3, () => [state('running')]],
  [5, () => [state('idle')]],
  [1, () => [lifecycle('u0', 'started')]],
  [1, () => [lifecycle('u0', 'completed')]],
  [1, () => [lifecycle('u0', 'cancelled')]],
  [1, () => [lifecycle('u1', 'cancelled')]],
  [2, () => [taskStarted('t0')]],
  [3, () => [taskEnded('t0')]],
  [1, () => [taskProgress('t0')]],
  [1, () => [taskStarted('t1', 'local_bash')]],
  [4, () => [text]],
  [1, () => [{ type: 'garbage' }]],
  [4, (_context, pick) => [{ type: 'time', ms: [10, 100, 1000, 5000][pick(4)] ?? 10 }]],
  [1, () => [{ type: 'time', ms: 30_000 }]],
];

/** What a pipe does if it accepts lines, and if it does not. */
const pipe: Readonly<Record<'taking' | 'held', readonly SessionModelEvent[]>> = {
  taking: [
    { type: 'holdPipe' },
    { type: 'holdPipe' },
    { type: 'badPipe', mode: 'fail', doing: { type: 'send', uuid: 'u0' } },
    { type: 'badPipe', mode: 'fail', doing: { type: 'request', label: 'r0' } },
  ],
  held: [{ type: 'releasePipe' }, { type: 'releasePipe' }, { type: 'breakPipe' }],
};

const table = choices.flatMap(([weight, choice]) => Array<Choice>(weight).fill(choice));

/** A CLI answers what it has received. A pipe that stays full for long would end every walk early. */
function fits(
  stimulus: SessionModelEvent,
  world: SessionWorld,
  pick: (below: number) => number,
): boolean {
  if (stimulus.type === 'answer') {
    const isGiven = Number(stimulus.id.replace('req_', '')) < world.context.requests.sentCount;
    return !isGiven || world.hasGot(stimulus.id);
  }
  return stimulus.type !== 'time' || stimulus.ms <= 100 || !world.pipeIsHeld || pick(20) === 0;
}

/** About 250 random steps, then some kind of end. The rules hold after every step. */
async function walk(seeds: readonly number[], ending: number): Promise<void> {
  const world = new SessionWorld(smallSettings);
  const done: SessionModelEvent[] = [];
  let at = 0;
  const pick = (below: number) => {
    at += 1;
    return (seeds[at % seeds.length] ?? 0) % below;
  };
  const perform = async (stimulus: SessionModelEvent) => {
    done.push(stimulus);
    await world.perform(stimulus);
    world.check();
  };
  try {
    await perform({ type: 'version', verdict: 'accepted' });
    await perform({ type: 'spawn' });
    // A few operations are called before the handshake is done.
    for (let i = 0; i < ending % 5; i++) {
      const choice = table[pick(table.length)];
      for (const stimulus of choice?.(world.context, pick) ?? []) await perform(stimulus);
    }
    if (!world.isOver) await perform({ type: 'answer', id: 'req_0' });
    for (let step = 0; step < steps && !world.isOver; step++) {
      const choice = table[(seeds[step] ?? 0) % table.length];
      for (const stimulus of choice?.(world.context, pick) ?? []) {
        if (fits(stimulus, world, pick)) await perform(stimulus);
      }
      // Every third walk ends its input somewhere on the way.
      if (step === (seeds[0] ?? 0) % (steps * 3)) await perform({ type: 'end' });
      const turns = pipe[world.pipeIsHeld ? 'held' : 'taking'];
      if (pick(10) === 0) for (const stimulus of some(turns, pick)) await perform(stimulus);
    }
    const endings: SessionModelEvent[][] = [
      [{ type: 'end' }, result(), result(), state('idle'), { type: 'time', ms: 60_000 }],
      [{ type: 'stop' }, { type: 'time', ms: 1000 }, { type: 'time', ms: 4000 }],
      [{ type: 'exit', code: 1 }],
      [{ type: 'exit', code: 0, held: true }],
    ];
    for (const stimulus of endings[ending % endings.length] ?? []) await perform(stimulus);
    await world.finish();
  } catch (error) {
    const trail = done.map((stimulus) => JSON.stringify(stimulus)).join('\n  ');
    throw new Error(`${error instanceof Error ? error.message : error}\nafter:\n  ${trail}`);
  }
}

it(`a session keeps every rule on random walks of ${steps} steps`, async () => {
  const seeds = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: steps, maxLength: steps });
  let walks = 0;
  await fc.assert(
    fc.asyncProperty(seeds, fc.nat({ max: 1000 }), async (numbers, ending) => {
      walks += 1;
      await walk(numbers, ending);
    }),
    { numRuns: 40, endOnFailure: true },
  );
  expect(walks).toBeGreaterThanOrEqual(40);
}, 120_000);

const queryTable: readonly QueryModelEvent[] = [
  ...(['text', 'text', 'system', 'state', 'lifecycle', 'taskStarted', 'taskEnded'] as const).map(
    (kind): QueryModelEvent => ({ type: 'message', kind }),
  ),
  ...(['notJson', 'badUtf8', 'noType'] as const).map(
    (kind): QueryModelEvent => ({ type: 'line', kind }),
  ),
  { type: 'control', kind: 'response' },
  { type: 'control', kind: 'callback' },
  { type: 'pull' },
  { type: 'pull' },
  { type: 'interrupt' },
  { type: 'time', ms: 10 },
];

const queryEndings: readonly QueryModelEvent[][] = [
  [{ type: 'result' }, { type: 'time', ms: 100 }],
  [
    { type: 'result', isError: true },
    { type: 'exit', code: 1 },
  ],
  [{ type: 'exit', code: 0 }],
  [{ type: 'exit', code: 1 }],
  [
    { type: 'line', kind: 'cutOff' },
    { type: 'exit', code: 0 },
  ],
  [{ type: 'close', reason: 'abort' }],
];

it(`a query keeps its table on random walks of ${steps} steps`, async () => {
  const seeds = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: steps, maxLength: steps });
  await fc.assert(
    fc.asyncProperty(seeds, fc.nat({ max: 1000 }), async (numbers, ending) => {
      const limits = { ...defaultLimits, decodeErrors: 3 + (ending % 3) };
      const world = new QueryWorld({ limits });
      const done: QueryModelEvent[] = [];
      const steps: QueryModelEvent[] = [
        { type: 'version', verdict: 'accepted' },
        { type: 'spawn' },
        ...numbers.map((number) => queryTable[number % queryTable.length] as QueryModelEvent),
        ...(queryEndings[ending % queryEndings.length] ?? []),
      ];
      try {
        for (const stimulus of steps) {
          if (world.isOver) break;
          done.push(stimulus);
          await world.perform(stimulus);
          world.check();
        }
        await world.finish();
      } catch (error) {
        const trail = done.map((stimulus) => JSON.stringify(stimulus)).join('\n  ');
        throw new Error(`${error instanceof Error ? error.message : error}\nafter:\n  ${trail}`);
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 120_000);
