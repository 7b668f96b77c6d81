import type { AnyStateMachine } from 'xstate';
import { type Direction, printDiagram } from './printDiagram.js';
import { type DelayTexts, readChart, spawnedActors } from '../chart/readChart.js';
import { Layout } from './DiagramLayout.js';
import { collapse, overviewOf } from './simplifyChart.js';

export interface MermaidOptions {
  /** The value of each named delay, as text; exactly those that the machine waits for. */
  delays?: DelayTexts;
  /** Where a state's inside flows to, by its dotted path; `''` is the whole. TB where not given. */
  directions?: Readonly<Record<string, Direction>>;
  /** Where the names of actions are shown; nowhere unless said. */
  actions?: 'everywhere' | 'inStates';
  /** Shows changes of state only: nothing that is handled in place, nothing invoked. */
  overview?: boolean;
  /** Dotted paths of states that are drawn without their inside. */
  collapse?: readonly string[];
}

/** A Mermaid `stateDiagram-v2` of a machine. */
export function toMermaid(machine: AnyStateMachine, options: MermaidOptions = {}): string {
  const { delays, directions = {}, actions, overview } = options;
  const chart = collapse(readChart(machine, delays), options.collapse ?? []);
  const spawned = overview ? [] : spawnedActors(machine);
  const layout = new Layout(overview ? overviewOf(chart) : chart, {
    name: machine.id,
    spawned,
    actions,
    directions,
  });
  return printDiagram(layout.whole());
}
