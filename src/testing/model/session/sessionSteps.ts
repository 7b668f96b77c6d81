import type { AnyMachineSnapshot } from 'xstate';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import { openTurns } from '../../../machines/session/turnLedger.js';
import type { StepTable } from '../chart/pathModel.js';
import { answerNeverReadMs } from './sessionChartEvents.js';
import {
  lifecycle,
  result,
  type SessionModelEvent,
  state,
  taskEnded,
  taskProgress,
  taskStarted,
  text,
} from './sessionModelEvents.js';

type When = (context: SessionContext, snapshot: AnyMachineSnapshot) => boolean;
type StepEvents = (snapshot: AnyMachineSnapshot) => readonly SessionModelEvent[] | undefined;

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SessionContext;

/** A step that can happen in some states. */
const step =
  (modelEvents: SessionModelEvent | readonly SessionModelEvent[], when: When): StepEvents =>
  (snapshot) =>
    when(contextOf(snapshot), snapshot) ? [modelEvents].flat() : undefined;

/** A step that concerns something that is open, such as a turn or a request. */
const stepFor =
  <Open>(
    open: (context: SessionContext) => Open | undefined,
    means: (found: Open) => SessionModelEvent,
  ): StepEvents =>
  (snapshot) => {
    const found = open(contextOf(snapshot));
    return found === undefined ? undefined : [means(found)];
  };

const starting: When = (_, snapshot) => snapshot.matches('starting');
const alive: When = (_, snapshot) => !snapshot.matches('starting');
const running: When = (_, snapshot) => snapshot.matches('running');
const active: When = (_, { status }) => status === 'active';
const all =
  (...conditions: readonly When[]): When =>
  (context, snapshot) =>
    conditions.every((when) => when(context, snapshot));

const open = ({ turns, queue }: SessionContext): readonly string[] => [
  ...openTurns(turns).map(({ uuid }) => uuid),
  ...queue.flatMap((one) => (one.kind === 'send' ? [one.uuid] : [])),
];
const noneOpen: When = (context) => open(context).length === 0;
const unused = (context: SessionContext) => (open(context).includes('u0') ? 'u1' : 'u0');
const oneOpen = (context: SessionContext) =>
  open(context).length === 1 ? unused(context) : undefined;
const firstTurn = ({ turns }: SessionContext) => openTurns(turns).at(0);

const initializePending: When = ({ requests }) => requests.pending.req_0 !== undefined;
/** The first open request of a kind, other than the handshake. */
const openRequest = (interrupts: boolean) => (context: SessionContext) =>
  Object.entries(context.requests.pending).find(
    ([id, { subtype }]) => id !== 'req_0' && (subtype === 'interrupt') === interrupts,
  );
const nothingAsked: When = (context) =>
  openRequest(false)(context) === undefined && !context.queue.some((one) => one.kind === 'request');
const requestKey = (context: SessionContext) =>
  openRequest(false)(context)?.[1].key ??
  context.queue.flatMap((one) => (one.kind === 'request' ? [one.key] : []))[0];

const permission = ({ callbacks }: SessionContext) =>
  callbacks.find(({ kind }) => kind === 'permission');
const noPermission: When = (context) => permission(context) === undefined;
const canWrite: When = (context, snapshot) =>
  alive(context, snapshot) && snapshot.status === 'active';

const allow = { behavior: 'allow', updatedInput: {} };
const openTask = ({ tasks }: SessionContext) => tasks.open.at(0);
const wait = (ms: number): StepEvents => step({ type: 'time', ms }, () => true);

/** Every step that the paths of a session are made of. */
export const sessionSteps = {
  'cli starts': step({ type: 'spawn' }, starting),
  'cli cannot be started': step({ type: 'spawnFail' }, starting),
  'cli accepts the handshake': step({ type: 'answer', id: 'req_0' }, initializePending),
  'cli refuses the handshake': step({ type: 'answer', id: 'req_0', ok: false }, initializePending),
  'app sends a message': step({ type: 'send', uuid: 'u0' }, all(active, noneOpen)),
  'app sends another message': stepFor(oneOpen, (uuid) => ({ type: 'send', uuid })),
  'app sends a message, and the pipe breaks': step(
    { type: 'badPipe', mode: 'fail', doing: { type: 'send', uuid: 'u0' } },
    all(running, noneOpen),
  ),
  'app sends a message that the CLI never reads': step(
    { type: 'badPipe', mode: 'hold', doing: { type: 'send', uuid: 'held' } },
    all(running, noneOpen),
  ),
  'app interrupts': step(
    { type: 'request', label: 'i0', subtype: 'interrupt' },
    all(running, (context) => openRequest(true)(context) === undefined),
  ),
  'app asks the CLI for something': step(
    { type: 'request', label: 'r0' },
    all(active, nothingAsked),
  ),
  'app asks for something within a second': step(
    { type: 'request', label: 'r0', timeoutMs: 1000 },
    all(active, nothingAsked),
  ),
  'app cancels its request': stepFor(requestKey, (label) => ({ type: 'cancelRequest', label })),
  'app allows': stepFor(permission, ({ id }) => ({ type: 'userAnswers', id, value: allow })),
  'app denies': stepFor(permission, ({ id }) => ({
    type: 'userAnswers',
    id,
    value: { behavior: 'deny', message: 'no' },
  })),
  'app allows, but the CLI never reads it': stepFor(permission, ({ id }) => ({
    type: 'badPipe',
    mode: 'hold',
    doing: { type: 'userAnswers', id, value: allow },
  })),
  'app ends the session': step(
    { type: 'end' },
    (_, snapshot) => !snapshot.matches('stopping') && snapshot.status === 'active',
  ),
  'app stops the session': step({ type: 'stop' }, active),
  'cli says something': step(text, canWrite),
  'cli answers': step(result(), canWrite),
  'cli answers with an error': step(
    result({ subtype: 'error_during_execution', is_error: true }),
    canWrite,
  ),
  'cli answers for a background task': step(
    result({ origin: { kind: 'task-notification' } }),
    canWrite,
  ),
  'cli starts on the message': stepFor(firstTurn, ({ uuid }) => lifecycle(uuid, 'started')),
  'cli drops the message': stepFor(firstTurn, ({ uuid }) => lifecycle(uuid, 'cancelled')),
  'cli finishes the message': stepFor(firstTurn, ({ uuid }) => lifecycle(uuid, 'completed')),
  'cli works': step(state('running'), canWrite),
  'cli is idle': step(state('idle'), canWrite),
  'cli begins a task': step(
    taskStarted('t0'),
    all(canWrite, (context) => openTask(context) === undefined),
  ),
  'cli reports progress of a task': stepFor(openTask, ({ id }) => taskProgress(id)),
  'cli ends a task': stepFor(openTask, ({ id }) => taskEnded(id)),
  'cli grants the request': stepFor(openRequest(false), ([id]) => ({ type: 'answer', id })),
  'cli refuses the request': stepFor(openRequest(false), ([id]) => ({
    type: 'answer',
    id,
    ok: false,
  })),
  'cli confirms the interrupt': stepFor(openRequest(true), ([id]) => ({ type: 'answer', id })),
  'cli refuses the interrupt': stepFor(openRequest(true), ([id]) => ({
    type: 'answer',
    id,
    ok: false,
  })),
  'cli answers a request that was never sent': step({ type: 'answer', id: 'never_sent' }, canWrite),
  'cli calls a hook': step(
    [
      { type: 'callback', id: 'h0', kind: 'hook' },
      { type: 'userAnswers', id: 'h0', value: {} },
    ],
    canWrite,
  ),
  'cli calls an unknown hook': step({ type: 'callback', id: 'x0', kind: 'unknownHook' }, canWrite),
  'cli asks for permission': step(
    { type: 'callback', id: 'p0', kind: 'permission' },
    all(canWrite, noPermission),
  ),
  'cli cancels its question': stepFor(permission, ({ id }) => ({ type: 'cliCancels', id })),
  'cli sends an unknown request': step({ type: 'callback', id: 'x1', kind: 'dialog' }, canWrite),
  'cli writes garbage': step({ type: 'garbage' }, canWrite),
  'cli writes a long line': step(
    [{ type: 'hugeLine', bytes: 2 ** 21 }, { type: 'garbage' }],
    canWrite,
  ),
  'cli writes a line over the limit': step({ type: 'hugeLine', bytes: 5 * 2 ** 20 }, canWrite),
  'cli exits': step({ type: 'exit', code: 0 }, alive),
  'cli exits with 1': step({ type: 'exit', code: 1 }, alive),
  'cli is killed': step({ type: 'exit', code: 143 }, alive),
  'time passes, a second': wait(1000),
  'time passes, 5 seconds': wait(5000),
  'time passes, 30 seconds': wait(30_000),
  'time passes, 2 minutes': wait(120_000),
  'time passes, and the CLI still reads nothing': step(
    { type: 'time', ms: answerNeverReadMs },
    (_, snapshot) => snapshot.matches({ stopping: 'ending' }),
  ),
} satisfies StepTable<string, SessionModelEvent>;

/** A step of a session's path, such as `app sends a message`. */
export type SessionStep = keyof typeof sessionSteps;
