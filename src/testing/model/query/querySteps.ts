import type { AnyMachineSnapshot } from 'xstate';
import { defaultLimits } from '../../../defaults.js';
import type { QueryContext } from '../../../machines/query/queryTypes.js';
import type { StepTable } from '../chart/pathModel.js';
import type { QueryModelEvent } from './queryModelEvents.js';

type When = (snapshot: AnyMachineSnapshot) => boolean;

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as QueryContext;
const active: When = ({ status }) => status === 'active';
/** The CLI can still write messages. */
const canWrite: When = (snapshot) =>
  (snapshot.matches({ streaming: 'reading' }) || snapshot.matches('resultReceived')) &&
  !contextOf(snapshot).processExited;
const streaming: When = (snapshot) => snapshot.matches({ streaming: 'reading' });
const isAlive: When = (snapshot) => active(snapshot) && !contextOf(snapshot).processExited;

/** A step that can happen in some states. Afterwards the application reads what there is. */
const step =
  (when: When, ...modelEvents: readonly QueryModelEvent[]) =>
  (snapshot: AnyMachineSnapshot): readonly QueryModelEvent[] | undefined =>
    when(snapshot) ? [...modelEvents, { type: 'pull' }] : undefined;

const says = (kind: Extract<QueryModelEvent, { type: 'message' }>['kind']) =>
  step(canWrite, { type: 'message', kind });
const writes = (kind: Extract<QueryModelEvent, { type: 'line' }>['kind'], when = canWrite) =>
  step(when, { type: 'line', kind });
const controls = (kind: Extract<QueryModelEvent, { type: 'control' }>['kind']) =>
  step(canWrite, { type: 'control', kind });

/** Every step that the paths of a one-shot query are made of. */
export const querySteps = {
  'cli cannot be started': step(streaming, { type: 'spawnFail' }),
  'cli says something': says('text'),
  'cli describes itself': says('system'),
  'cli is idle': says('state'),
  'cli starts on the prompt': says('lifecycle'),
  'cli begins a task': says('taskStarted'),
  'cli ends a task': says('taskEnded'),
  'cli says more than can be kept': step(canWrite, { type: 'flood' }),
  'cli answers': step(canWrite, { type: 'result' }),
  'cli keeps talking after its answer': step(
    (snapshot) => snapshot.matches('resultReceived') && canWrite(snapshot),
    ...Array<QueryModelEvent>(defaultLimits.drainWarnings).fill({ type: 'message', kind: 'text' }),
  ),
  'cli answers with an error': step(canWrite, { type: 'result', isError: true }),
  'cli writes garbage': writes('notJson'),
  'cli writes only garbage': step(
    canWrite,
    ...Array<QueryModelEvent>(defaultLimits.decodeErrors).fill({ type: 'line', kind: 'notJson' }),
  ),
  'cli writes invalid UTF-8': writes('badUtf8'),
  'cli writes JSON that is not a message': writes('noType'),
  'cli writes a long line': writes('large', isAlive),
  'cli writes a line over the limit': writes('oversize'),
  'cli stops in the middle of a line': writes('cutOff', streaming),
  'cli closes its output': step(streaming, { type: 'outputEnded' }),
  'cli calls an unknown hook': controls('badCallback'),
  'cli sends an unknown request': controls('unanswerable'),
  'cli cancels an unknown question': controls('cancel'),
  'cli answers a request that was never sent': controls('response'),
  'cli exits': step(isAlive, { type: 'exit', code: 0 }),
  'cli exits with 1': step(isAlive, { type: 'exit', code: 1 }),
  'app interrupts': step(active, { type: 'interrupt' }),
  'app stops the query': (snapshot) =>
    active(snapshot) ? [{ type: 'close', reason: 'close' }] : undefined,
  'time passes, a moment': step(() => true, { type: 'time', ms: 100 }),
  'time passes, half a second': step(() => true, { type: 'time', ms: 500 }),
  'time passes, 2 minutes': step(() => true, { type: 'time', ms: 120_000 }),
} satisfies StepTable<string, QueryModelEvent>;

/** A step of a one-shot query's path, such as `cli answers`. */
export type QueryStep = keyof typeof querySteps;
