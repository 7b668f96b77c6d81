import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { actionName, eventName, formatDelay, guardName } from './partNames.js';

/** A state as plain data: what the diagrams and the page need to draw it. */
export interface ChartState {
  /** The keys from the root down; empty for the machine itself. */
  path: readonly string[];
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The path of the initial child state. */
  initial?: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  /** The actors that the state invokes. */
  invokes: readonly string[];
  states: readonly ChartState[];
  transitions: readonly ChartTransition[];
}

export interface ChartTransition {
  /** The event type, or `after` with its delay; empty for an eventless transition. */
  trigger: string;
  /** `else` if the transition has no guard of its own but earlier candidates do. */
  guard?: string;
  /** How many transitions of the same state have this trigger. */
  candidates: number;
  /** Empty if the transition stays in its state. */
  targets: readonly (readonly string[])[];
  actions: readonly string[];
  reenter: boolean;
}

/** The value of each named delay, as text. */
export type DelayTexts = Readonly<Record<string, string>>;

/**
 * Reads the chart of a machine, with the values of its named delays. Throws if a delay has no text
 * or a text has no delay, so that a drawing cannot go stale unnoticed.
 */
export function readChart(machine: AnyStateMachine, delays: DelayTexts = {}): ChartState {
  const used = new Set<string>();
  const chart = readState(machine.root, (name) => {
    const text = delays[name];
    if (text === undefined) throw delayError(machine, name, 'has no text. Add one');
    used.add(name);
    return text;
  });
  const unused = Object.keys(delays).find((name) => !used.has(name));
  if (unused !== undefined) throw delayError(machine, unused, 'is not used. Remove its text');
  return chart;
}

/** Reads the chart of any machine, such as a user's. Delays are shown by name, without a value. */
export function readAnyChart(machine: AnyStateMachine): ChartState {
  return readState(machine.root, () => undefined);
}

/** The actors that a machine knows but does not invoke: its actions spawn them. */
export function spawnedActors(machine: AnyStateMachine): string[] {
  const invoked = new Set<string>();
  const visit = (node: AnyStateNode): void => {
    for (const { src } of node.invoke) invoked.add(String(src));
    Object.values(node.states).forEach(visit);
  };
  visit(machine.root);
  return Object.keys(machine.implementations.actors ?? {}).filter((name) => !invoked.has(name));
}

type DelayText = (name: string) => string | undefined;

function delayError(machine: AnyStateMachine, delay: string, problem: string): TypeError {
  return new TypeError(`The delay ${delay} of the machine ${machine.id} ${problem}.`);
}

function readState(node: AnyStateNode, delayText: DelayText): ChartState {
  return {
    path: node.path,
    type: node.type,
    ...(node.type === 'compound' && { initial: node.initial.target[0]?.path }),
    // Not `node.entry`: XState adds its own timers to it.
    entry: toList(node.config.entry).map(actionName),
    exit: toList(node.config.exit).map(actionName),
    invokes: node.invoke.map(({ id, src }) => (typeof src === 'string' ? invokeName(id, src) : id)),
    states: Object.values(node.states).map((child) => readState(child, delayText)),
    transitions: readTransitions(node, delayText),
  };
}

function invokeName(id: string, src: string): string {
  return src.startsWith('xstate.invoke.') || src === id ? id : `${id} (${src})`;
}

function readTransitions(node: AnyStateNode, delayText: DelayText): ChartTransition[] {
  const delays = new Map(node.after.map(({ eventType, delay }) => [eventType, delay]));
  const trigger = (type: string): string => {
    const delay = delays.get(type);
    if (delay === undefined) return eventName(type);
    if (typeof delay === 'number') return `after ${formatDelay(delay)}`;
    const text = delayText(String(delay));
    return `after ${String(delay)}${text === undefined ? '' : ` (${text})`}`;
  };
  const withEvent = [...node.transitions].flatMap(([type, candidates]) =>
    readCandidates(candidates, trigger(type)),
  );
  const eventless = readCandidates(node.always ?? [], '');
  return [...eventless, ...withEvent];
}

function readCandidates(
  candidates: readonly AnyTransitionDefinition[],
  trigger: string,
): ChartTransition[] {
  return candidates.map(({ guard, target, actions, reenter }, index) => {
    const condition = guard === undefined ? index > 0 && 'else' : guardName(guard);
    return {
      trigger,
      ...(condition && { guard: condition }),
      candidates: candidates.length,
      targets: (target ?? []).map(({ path }) => path),
      actions: actions.map(actionName),
      reenter,
    };
  });
}

function toList(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
