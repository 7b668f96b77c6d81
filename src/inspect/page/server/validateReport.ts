import { isObject, type JsonObject } from '../../../codec/jsonObject.js';
import { chartLimits } from '../../../defaults/inspectorDefaults.js';
import { pageLimits } from '../../../defaults.js';
import type { ChartState, ChartTransition } from '../../chart/readChart.js';
import { type Chart, type Report, type RowBody, rowSize } from '../model/rows.js';

// Reports come from other programs, perhaps with another version of this library. The page relies
// on their shape, so everything that it cannot understand is refused.

type Check = (value: unknown) => boolean;
type Checks<Name extends string = string> = Readonly<Record<Name, Check>>;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isList: Check = Array.isArray;
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isTexts = isListOf(isText);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const hasFields =
  (fields: Checks): Check =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check(value[name]));

const isMetadata: Check = (value) =>
  isObject(value) &&
  Object.values(value).every((one) => isText(one) || isNumber(one) || isBoolean(one));

const isContext: Check = (value) => isObject(value) && Object.values(value).every(nullable(isText));

const isStep = hasFields({ from: isText, to: isTexts, event: isText });

const rowChecks: Checks<RowBody['kind']> = {
  actor: hasFields({
    id: isText,
    parent: optional(isText),
    name: isText,
    role: optional(isText),
    chart: optional(isText),
    metadata: optional(isMetadata),
  }),
  state: hasFields({
    id: isText,
    active: isTexts,
    status: isText,
    steps: optional(isListOf(isStep)),
    actions: optional(isTexts),
    cause: optional(isNumber),
    context: optional(isContext),
  }),
  event: hasFields({
    eventId: optional(isNumber),
    from: optional(isText),
    to: isText,
    type: isText,
    metadata: optional(isMetadata),
    text: optional(isText),
  }),
  frame: hasFields({
    id: isText,
    dir: isText,
    type: isText,
    subtype: optional(isText),
    ref: optional(isText),
    about: optional(isText),
    bytes: isNumber,
    text: optional(isText),
  }),
  spawned: hasFields({ id: isText, pid: optional(isNumber), args: isTexts }),
  eof: hasFields({ id: isText }),
  stderr: hasFields({ id: isText, bytes: isNumber, text: optional(isText) }),
  exited: hasFields({ id: isText, code: nullable(isNumber), signal: nullable(isText) }),
  problem: hasFields({
    id: isText,
    level: isText,
    code: isText,
    message: optional(isText),
    remedy: optional(isText),
  }),
  dropped: hasFields({ count: isNumber }),
};

/** An actor's model is made from all fields of its row, so a row must not bring these along. */
const modelFields = [
  ...['active', 'changed', 'cli', 'context', 'status', 'steps', 'about', 'summary'],
  ...['ordinal', 'turnCount'],
];

function isRow(row: JsonObject): boolean {
  const { kind, at, system } = row;
  if (typeof kind !== 'string' || !isNumber(at) || !isName(system)) return false;
  if (!Object.hasOwn(rowChecks, kind)) return false;
  if (kind === 'actor' && modelFields.some((name) => name in row)) return false;
  const isValid = rowChecks[kind as RowBody['kind']](row);
  return isValid && rowSize(row as unknown as RowBody) <= pageLimits.rowBytes;
}

const isName: Check = (value) => typeof value === 'string' && value.length <= pageLimits.nameLength;
const isSource = hasFields({ id: isName, pid: isNumber, title: isName, content: isName });

/** Whether a value is a report. Checks everything but its charts: see `isChart`. */
export function isReport(value: unknown): value is Omit<Report, 'charts'> & { charts: unknown[] } {
  if (!isObject(value)) return false;
  const { source, charts, rows } = value;
  if (!isSource(source) || !Array.isArray(charts) || !Array.isArray(rows)) return false;
  return rows.every((row) => isObject(row) && isRow(row));
}

const { maxDepth, maxStates, maxTransitions } = chartLimits;

const stateTypes: ReadonlySet<unknown> = new Set<ChartState['type']>([
  'atomic',
  'compound',
  'parallel',
  'final',
  'history',
]);

const isStateShape = hasFields({
  path: isTexts,
  type: (value) => stateTypes.has(value),
  initial: optional(isTexts),
  entry: isTexts,
  exit: isTexts,
  invokes: isTexts,
  states: isList,
  transitions: isList,
} satisfies Record<keyof ChartState, Check>);

const isTransition = hasFields({
  trigger: isText,
  guard: optional(isText),
  candidates: isNumber,
  targets: isListOf(isTexts),
  actions: isTexts,
  reenter: isBoolean,
} satisfies Record<keyof ChartTransition, Check>);

/** Whether the page can draw a chart. */
export function isChart(value: unknown): value is Chart {
  if (!isObject(value) || !isText(value.key) || !isText(value.name)) return false;
  const seen = { states: 0, transitions: 0 };
  const isState = (state: unknown, parent: readonly string[] | undefined): boolean => {
    if (!isStateShape(state)) return false;
    const { path, states, transitions } = state as ChartState;
    seen.states += 1;
    seen.transitions += transitions.length;
    if (path.length > maxDepth || seen.states > maxStates) return false;
    if (seen.transitions > maxTransitions) return false;
    return (
      isChildPath(path, parent) &&
      transitions.every(isTransition) &&
      states.every((child) => isState(child, path))
    );
  };
  return isState(value.chart, undefined);
}

/** The path of a state is its parent's path and one key more; the root's is empty. */
function isChildPath(path: readonly string[], parent: readonly string[] | undefined): boolean {
  if (!parent) return path.length === 0;
  return path.length === parent.length + 1 && parent.every((key, index) => key === path[index]);
}
