import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { actionName, duration, eventName, guardName } from './partNames.js';

/** What a diagram shows of a state. */
export interface ChartState {
  /** The keys from the top down; empty for the machine itself. */
  path: readonly string[];
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The child that is entered first. */
  initial?: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  /** Actors that live as long as the state. */
  invokes: readonly string[];
  states: readonly ChartState[];
  transitions: readonly ChartTransition[];
}

export interface ChartTransition {
  /** The event, or the delay with its value; empty where no event is waited for. */
  trigger: string;
  /** `else` where only the guards of earlier candidates decide. */
  guard?: string;
  /** How many transitions of its state have this trigger. */
  candidates: number;
  /** None where it stays in its state. */
  targets: readonly (readonly string[])[];
  actions: readonly string[];
  reenter: boolean;
}

/** The value of each delay, as text. */
export type DelayTexts = Readonly<Record<string, string>>;

/** Reads a machine's chart. A named delay without a text, or a text without a delay, is an error. */
export function readChart(machine: AnyStateMachine, delays: DelayTexts = {}): ChartState {
  const used = new Set<string>();
  const chart = readState(machine.root, (name) => {
    const text = delays[name];
    if (text === undefined) throw misfit(machine, name, 'has no text; add one');
    used.add(name);
    return text;
  });
  const idle = Object.keys(delays).find((name) => !used.has(name));
  if (idle !== undefined) throw misfit(machine, idle, 'is not waited for; remove its text');
  return chart;
}

/** Reads the chart of a machine whose delays nobody has put into words: they go by their names. */
export function readAnyChart(machine: AnyStateMachine): ChartState {
  return readState(machine.root, () => undefined);
}

type DelayText = (name: string) => string | undefined;

/** Actors that the machine knows and does not invoke: its actions start them as they are needed. */
export function spawnedActors(machine: AnyStateMachine): string[] {
  const invoked = new Set<string>();
  const visit = (node: AnyStateNode): void => {
    for (const { src } of node.invoke) invoked.add(String(src));
    Object.values(node.states).forEach(visit);
  };
  visit(machine.root);
  return Object.keys(machine.implementations.actors ?? {}).filter((name) => !invoked.has(name));
}

function misfit(machine: AnyStateMachine, delay: string, why: string): TypeError {
  return new TypeError(`The delay ${delay} of the machine ${machine.id} ${why}.`);
}

function readState(node: AnyStateNode, delayText: DelayText): ChartState {
  const isComposite = node.type === 'compound';
  return {
    path: node.path,
    type: node.type,
    ...(isComposite && { initial: node.initial.target[0]?.path }),
    // Not `node.entry`: XState adds its own timers to it.
    entry: list(node.config.entry).map(actionName),
    exit: list(node.config.exit).map(actionName),
    invokes: node.invoke.map(({ id, src }) => (typeof src === 'string' ? nameOf(id, src) : id)),
    states: Object.values(node.states).map((child) => readState(child, delayText)),
    transitions: readTransitions(node, delayText),
  };
}

function nameOf(id: string, src: string): string {
  return src.startsWith('xstate.invoke.') || src === id ? id : `${id} (${src})`;
}

function readTransitions(node: AnyStateNode, delayText: DelayText): ChartTransition[] {
  const delayed = new Map(node.after.map(({ eventType, delay }) => [eventType, delay]));
  const trigger = (type: string): string => {
    const delay = delayed.get(type);
    if (delay === undefined) return eventName(type);
    if (typeof delay === 'number') return `after ${duration(delay)}`;
    const text = delayText(String(delay));
    return `after ${String(delay)}${text === undefined ? '' : ` (${text})`}`;
  };
  const eventful = [...node.transitions].flatMap(([type, candidates]) =>
    readCandidates(candidates, trigger(type)),
  );
  const eventless = readCandidates(node.always ?? [], '');
  return [...eventless, ...eventful];
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

function list(part: unknown): readonly unknown[] {
  if (part === undefined) return [];
  return Array.isArray(part) ? part : [part];
}
