import type { AnyMachineSnapshot } from 'xstate';
import { defaultLimits } from '../../../defaults.js';
import type { QueryContext } from '../../../machines/query/queryTypes.js';
import type { Vocabulary } from '../chart/Vocabulary.js';
import type { QueryStimulus } from './queryStimuli.js';

type When = (snapshot: AnyMachineSnapshot) => boolean;

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as QueryContext;
const active: When = ({ status }) => status === 'active';
/** The CLI can still be heard. */
const heard: When = (snapshot) =>
  (snapshot.matches({ streaming: 'reading' }) || snapshot.matches('resultReceived')) &&
  !contextOf(snapshot).gone;
const streaming: When = (snapshot) => snapshot.matches({ streaming: 'reading' });
const lives: When = (snapshot) => active(snapshot) && !contextOf(snapshot).gone;

/** These things, where the moment is right; then the application reads what there is. */
const word =
  (when: When, ...stimuli: readonly QueryStimulus[]) =>
  (snapshot: AnyMachineSnapshot): readonly QueryStimulus[] | undefined =>
    when(snapshot) ? [...stimuli, { type: 'pull' }] : undefined;

const says = (kind: Extract<QueryStimulus, { type: 'message' }>['kind']) =>
  word(heard, { type: 'message', kind });
const writes = (kind: Extract<QueryStimulus, { type: 'line' }>['kind'], when = heard) =>
  word(when, { type: 'line', kind });
const controls = (kind: Extract<QueryStimulus, { type: 'control' }>['kind']) =>
  word(heard, { type: 'control', kind });

/** Everything that the lives of a one-shot query are told with. */
export const querySteps = {
  'cli cannot be started': word(streaming, { type: 'spawnFail' }),
  'cli says something': says('text'),
  'cli tells about itself': says('system'),
  'cli is idle': says('state'),
  'cli takes the prompt up': says('lifecycle'),
  'cli begins a task': says('taskStarted'),
  'cli ends a task': says('taskEnded'),
  'cli says more than can be kept': word(heard, { type: 'flood' }),
  'cli answers': word(heard, { type: 'result' }),
  'cli goes on and on after its answer': word(
    (snapshot) => snapshot.matches('resultReceived') && heard(snapshot),
    ...Array<QueryStimulus>(defaultLimits.drainWarnings).fill({ type: 'message', kind: 'text' }),
  ),
  'cli answers with an error': word(heard, { type: 'result', isError: true }),
  'cli writes garbage': writes('notJson'),
  'cli writes nothing but garbage': word(
    heard,
    ...Array<QueryStimulus>(defaultLimits.decodeErrors).fill({ type: 'line', kind: 'notJson' }),
  ),
  'cli writes what is no UTF-8': writes('badUtf8'),
  'cli writes JSON that is no message': writes('noType'),
  'cli writes a long line': writes('large', lives),
  'cli writes a line over the limit': writes('oversize'),
  'cli breaks off in a line': writes('cutOff', streaming),
  'cli closes its output': word(streaming, { type: 'outputEnded' }),
  'cli calls a hook that nobody has': controls('badCallback'),
  'cli asks what nobody can answer': controls('unanswerable'),
  'cli takes a question back': controls('cancel'),
  'cli answers what was never asked': controls('response'),
  'cli exits': word(lives, { type: 'exit', code: 0 }),
  'cli exits with 1': word(lives, { type: 'exit', code: 1 }),
  'app interrupts': word(active, { type: 'interrupt' }),
  'app stops the query': (snapshot) =>
    active(snapshot) ? [{ type: 'close', reason: 'close' }] : undefined,
  'time passes, a moment': word(() => true, { type: 'time', ms: 100 }),
  'time passes, half a second': word(() => true, { type: 'time', ms: 500 }),
} satisfies Vocabulary<string, QueryStimulus>;

export type QueryStep = keyof typeof querySteps;
