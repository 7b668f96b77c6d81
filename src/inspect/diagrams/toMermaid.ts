import type { AnyStateMachine } from 'xstate';
import { type DelayTexts, readChart, spawnedActors } from '../chart/readChart.js';
import { DiagramLayout } from './DiagramLayout.js';
import { type Direction, printDiagram } from './printDiagram.js';
import { collapseStates, onlyStateChanges } from './simplifyChart.js';

export interface MermaidOptions {
  /** The value of each named delay, as text: exactly the delays that the machine uses. */
  delays?: DelayTexts;
  /** The direction inside a state, by dotted path; `''` is the machine. `TB` by default. */
  directions?: Readonly<Record<string, Direction>>;
  /** Where to show the names of actions. Not shown by default. */
  actions?: 'everywhere' | 'inStates';
  /** Shows state changes only: nothing that is handled in place, no actors. */
  overview?: boolean;
  /** Dotted paths of states to draw without their inside. */
  collapse?: readonly string[];
}

/** Draws a machine as a Mermaid `stateDiagram-v2`. */
export function toMermaid(machine: AnyStateMachine, options: MermaidOptions = {}): string {
  const { delays, directions = {}, actions, overview } = options;
  const chart = collapseStates(readChart(machine, delays), options.collapse ?? []);
  const layout = new DiagramLayout(overview ? onlyStateChanges(chart) : chart, {
    name: machine.id,
    spawned: overview ? [] : spawnedActors(machine),
    actions,
    directions,
  });
  return printDiagram(layout.diagram());
}
