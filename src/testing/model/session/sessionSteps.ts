import type { AnyMachineSnapshot } from 'xstate';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import type { Vocabulary } from '../chart/Vocabulary.js';
import { answerNeverTaken } from './sessionEvents.js';
import {
  lifecycle,
  result,
  type SessionStimulus,
  state,
  taskEnded,
  taskProgress,
  taskStarted,
  text,
} from './sessionStimuli.js';

type When = (context: SessionContext, snapshot: AnyMachineSnapshot) => boolean;
type Word = (snapshot: AnyMachineSnapshot) => readonly SessionStimulus[] | undefined;

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SessionContext;

/** These things, where the moment is right for them. */
const word =
  (stimuli: SessionStimulus | readonly SessionStimulus[], when: When): Word =>
  (snapshot) =>
    when(contextOf(snapshot), snapshot) ? [stimuli].flat() : undefined;

/** A thing that depends on what is open. */
const about =
  <Open>(
    open: (context: SessionContext) => Open | undefined,
    means: (found: Open) => SessionStimulus,
  ): Word =>
  (snapshot) => {
    const found = open(contextOf(snapshot));
    return found === undefined ? undefined : [means(found)];
  };

const starting: When = (_, { value }) => value === 'starting';
const alive: When = (_, { value }) => value !== 'starting';
const running: When = (_, snapshot) => snapshot.matches('running');
const active: When = (_, { status }) => status === 'active';
const both =
  (...all: readonly When[]): When =>
  (context, snapshot) =>
    all.every((when) => when(context, snapshot));

const open = ({ turns, queue }: SessionContext): readonly string[] => [
  ...turns.open.map(({ uuid }) => uuid),
  ...queue.flatMap((one) => (one.kind === 'send' ? [one.uuid] : [])),
];
const noneOpen: When = (context) => open(context).length === 0;
const unused = (context: SessionContext) => (open(context).includes('u0') ? 'u1' : 'u0');
const oneOpen = (context: SessionContext) =>
  open(context).length === 1 ? unused(context) : undefined;
const firstTurn = ({ turns }: SessionContext) => turns.open.at(0);

const asked: When = ({ requests }) => requests.pending.req_0 !== undefined;
/** The first open request of a kind, but for the handshake. */
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
const heard: When = (context, snapshot) => alive(context, snapshot) && snapshot.status === 'active';

const allow = { behavior: 'allow', updatedInput: {} };
const openTask = ({ tasks }: SessionContext) => tasks.open.at(0);
const passes = (ms: number): Word => word({ type: 'time', ms }, () => true);

/** Everything that the lives of a session are told with. */
export const sessionSteps = {
  'cli starts': word({ type: 'spawn' }, starting),
  'cli cannot be started': word({ type: 'spawnFail' }, starting),
  'cli accepts the handshake': word({ type: 'answer', id: 'req_0' }, asked),
  'cli refuses the handshake': word({ type: 'answer', id: 'req_0', ok: false }, asked),
  'app sends a message': word({ type: 'send', uuid: 'u0' }, both(active, noneOpen)),
  'app sends another message': about(oneOpen, (uuid) => ({ type: 'send', uuid })),
  'app sends a message, and the pipe breaks': word(
    { type: 'badPipe', mode: 'fail', doing: { type: 'send', uuid: 'u0' } },
    both(running, noneOpen),
  ),
  'app sends a message that the CLI never reads': word(
    { type: 'badPipe', mode: 'hold', doing: { type: 'send', uuid: 'held' } },
    both(running, noneOpen),
  ),
  'app interrupts': word(
    { type: 'request', label: 'i0', subtype: 'interrupt' },
    both(running, (context) => openRequest(true)(context) === undefined),
  ),
  'app asks the CLI for something': word(
    { type: 'request', label: 'r0' },
    both(active, nothingAsked),
  ),
  'app asks for something within a second': word(
    { type: 'request', label: 'r0', timeoutMs: 1000 },
    both(active, nothingAsked),
  ),
  'app takes its request back': about(requestKey, (label) => ({ type: 'cancelRequest', label })),
  'app allows': about(permission, ({ id }) => ({ type: 'userAnswers', id, value: allow })),
  'app denies': about(permission, ({ id }) => ({
    type: 'userAnswers',
    id,
    value: { behavior: 'deny', message: 'no' },
  })),
  'app allows, which the CLI never reads': about(permission, ({ id }) => ({
    type: 'badPipe',
    mode: 'hold',
    doing: { type: 'userAnswers', id, value: allow },
  })),
  'app ends the session': word(
    { type: 'end' },
    (_, snapshot) => !snapshot.matches('stopping') && snapshot.status === 'active',
  ),
  'app stops the session': word({ type: 'stop' }, active),
  'cli says something': word(text, heard),
  'cli answers': word(result(), heard),
  'cli answers with an error': word(
    result({ subtype: 'error_during_execution', is_error: true }),
    heard,
  ),
  'cli reports on a task of its own': word(
    result({ origin: { kind: 'task-notification' } }),
    heard,
  ),
  'cli takes the message up': about(firstTurn, ({ uuid }) => lifecycle(uuid, 'started')),
  'cli drops the message': about(firstTurn, ({ uuid }) => lifecycle(uuid, 'cancelled')),
  'cli is done with the message': about(firstTurn, ({ uuid }) => lifecycle(uuid, 'completed')),
  'cli works': word(state('running'), heard),
  'cli is idle': word(state('idle'), heard),
  'cli begins a task': word(
    taskStarted('t0'),
    both(heard, (context) => openTask(context) === undefined),
  ),
  'cli tells how a task goes': about(openTask, ({ id }) => taskProgress(id)),
  'cli ends a task': about(openTask, ({ id }) => taskEnded(id)),
  'cli grants the request': about(openRequest(false), ([id]) => ({ type: 'answer', id })),
  'cli refuses the request': about(openRequest(false), ([id]) => ({
    type: 'answer',
    id,
    ok: false,
  })),
  'cli confirms the interrupt': about(openRequest(true), ([id]) => ({ type: 'answer', id })),
  'cli refuses the interrupt': about(openRequest(true), ([id]) => ({
    type: 'answer',
    id,
    ok: false,
  })),
  'cli answers what was never asked': word({ type: 'answer', id: 'never_sent' }, heard),
  'cli calls a hook': word(
    [
      { type: 'callback', id: 'h0', kind: 'hook' },
      { type: 'userAnswers', id: 'h0', value: {} },
    ],
    heard,
  ),
  'cli calls a hook that nobody has': word(
    { type: 'callback', id: 'x0', kind: 'unknownHook' },
    heard,
  ),
  'cli asks for permission': word(
    { type: 'callback', id: 'p0', kind: 'permission' },
    both(heard, noPermission),
  ),
  'cli takes its question back': about(permission, ({ id }) => ({ type: 'cliCancels', id })),
  'cli asks what nobody can answer': word(
    { type: 'callback', id: 'x1', kind: 'elicitation' },
    heard,
  ),
  'cli writes garbage': word({ type: 'garbage' }, heard),
  'cli writes a long line': word(
    [{ type: 'hugeLine', bytes: 2 ** 21 }, { type: 'garbage' }],
    heard,
  ),
  'cli writes a line over the limit': word({ type: 'hugeLine', bytes: 5 * 2 ** 20 }, heard),
  'cli exits': word({ type: 'exit', code: 0 }, alive),
  'cli exits with 1': word({ type: 'exit', code: 1 }, alive),
  'time passes, a second': passes(1000),
  'time passes, 5 seconds': passes(5000),
  'time passes, 30 seconds': passes(30_000),
  'time passes, 2 minutes': passes(120_000),
  'time passes, and the CLI still reads nothing': word(
    { type: 'time', ms: answerNeverTaken },
    (_, snapshot) => snapshot.matches({ stopping: 'ending' }),
  ),
} satisfies Vocabulary<string, SessionStimulus>;

export type SessionStep = keyof typeof sessionSteps;
