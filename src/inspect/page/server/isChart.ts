import { isObject } from '../../../codec/jsonObject.js';
import type { ChartState, ChartTransition } from '../../chart/readChart.js';
import type { Chart } from '../model/rows.js';
import { type Check, count, fits, optional, text, texts } from './checks.js';

/** More than any chart that can be read; a page has to lay all of it out. */
const mostDeep = 30;
const mostStates = 2_000;
const mostTransitions = 20_000;

const types: ReadonlySet<unknown> = new Set<ChartState['type']>([
  'atomic',
  'compound',
  'parallel',
  'final',
  'history',
]);
const yesOrNo: Check = (value) => typeof value === 'boolean';
const list: Check = Array.isArray;
const paths: Check = (value) => Array.isArray(value) && value.every(texts);

const stateFields: Record<keyof ChartState, Check> = {
  path: texts,
  type: (value) => types.has(value),
  initial: optional(texts),
  entry: texts,
  exit: texts,
  invokes: texts,
  states: list,
  transitions: list,
};

const transitionFields: Record<keyof ChartTransition, Check> = {
  trigger: text,
  guard: optional(text),
  candidates: count,
  targets: paths,
  actions: texts,
  reenter: yesOrNo,
};

/** Whether a page can draw it, whoever made it. */
export function isChart(value: unknown): value is Chart {
  if (!isObject(value) || !text(value.key) || !text(value.name)) return false;
  const seen = { states: 0, transitions: 0 };
  /** Its path is its parent's, and one name more. */
  const isState = (state: unknown, parent: readonly unknown[] | undefined): boolean => {
    if (!isObject(state) || !fits(state, stateFields)) return false;
    const { path, states, transitions } = state as unknown as ChartState;
    seen.states += 1;
    seen.transitions += transitions.length;
    if (path.length > mostDeep || seen.states > mostStates) return false;
    if (seen.transitions > mostTransitions) return false;
    const isPlaced = parent
      ? path.length === parent.length + 1 && parent.every((name, at) => name === path[at])
      : path.length === 0;
    return (
      isPlaced &&
      transitions.every((one) => isObject(one) && fits(one, transitionFields)) &&
      states.every((child) => isState(child, path))
    );
  };
  return isState(value.chart, undefined);
}
