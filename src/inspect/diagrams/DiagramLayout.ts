import type { ChartState } from '../chart/readChart.js';
import { isSamePath, type StatePath, withDescendants } from '../chart/statePath.js';
import { crossesBorder, type DiagramEdge, diagramEdges, frameOf } from './diagramEdges.js';
import { createIds, wrapText } from './mermaidText.js';
import type { DiagramArrow, DiagramBox, DiagramFrame, Direction } from './printDiagram.js';
import { listLine, stateLines, transitionLabels } from './transitionLabels.js';

export interface DiagramLayoutOptions {
  /** The name of the machine. */
  name: string;
  /** The actors that the machine's actions spawn. */
  spawned: readonly string[];
  actions?: 'everywhere' | 'inStates';
  directions: Readonly<Record<string, Direction>>;
}

const maxLabelWidth = 26;
/** A longer label would cover what is around it. */
const maxLabelLines = 4;

/**
 * Decides what the diagram of a chart consists of: which states are boxes or frames, which
 * transitions are arrows, and what is written where.
 *
 * Transitions of a compound state apply to every state inside it, but Mermaid cannot draw an arrow
 * from a frame to its own inside. Such a state gets a dashed box, "any state", as a stand-in.
 */
export class DiagramLayout {
  readonly #chart: ChartState;
  readonly #options: DiagramLayoutOptions;
  readonly #createId = createIds();
  readonly #edges: readonly DiagramEdge[];
  /** Inward transitions whose label is too long for an arrow. Their box lists them instead. */
  readonly #listedEdges: readonly DiagramEdge[];
  readonly #statesWithStandIn: readonly StatePath[];

  constructor(chart: ChartState, options: DiagramLayoutOptions) {
    this.#chart = chart;
    this.#options = options;
    const isListed = (edge: DiagramEdge) =>
      edge.isInward && this.#label(edge).length > maxLabelLines;
    const edges = diagramEdges(chart);
    this.#edges = edges.filter((edge) => !isListed(edge));
    this.#listedEdges = edges.filter(isListed);
    this.#statesWithStandIn = withDescendants(chart)
      .filter((state) => this.#needsStandIn(state))
      .map(({ path }) => path);
  }

  diagram(): DiagramFrame {
    const chart = this.#chart;
    const direction = this.#direction(chart);
    if (chart.type === 'parallel') {
      return { direction, boxes: [this.#box(chart)], arrows: [] };
    }
    const finals = chart.states.filter(isFinal);
    const fromAnyState = this.#edges.filter(({ from }) => from.length === 0);
    const leadsToFinal = ({ to }: DiagramEdge) => finals.some(({ path }) => isSamePath(path, to));
    const lines = this.#lines(chart);
    if (fromAnyState.length === 0 || !fromAnyState.every(leadsToFinal) || lines.length > 1) {
      return this.#frame(chart);
    }
    // Everything that applies to any state ends the machine, so a frame around the other states
    // can show it.
    const isInside = (edge: DiagramEdge) => !edge.isInward && !leadsToFinal(edge);
    const frame: DiagramFrame = {
      direction,
      boxes: chart.states.filter((state) => !isFinal(state)).map((state) => this.#box(state)),
      arrows: [...this.#initialArrow(chart), ...this.#arrows(chart, isInside)],
    };
    const title = joinTitle('any state', lines);
    return {
      direction,
      boxes: [
        { id: this.#standInId([]), title, lines: [], frame },
        ...finals.map((state) => this.#box(state)),
      ],
      arrows: [...this.#arrows(chart, (edge) => !isInside(edge)), ...this.#finalArrows(chart)],
    };
  }

  #frame(state: ChartState): DiagramFrame {
    return {
      direction: this.#direction(state),
      boxes: [...this.#standIn(state), ...state.states.map((child) => this.#box(child))],
      arrows: [...this.#initialArrow(state), ...this.#arrows(state), ...this.#finalArrows(state)],
    };
  }

  #box(state: ChartState): DiagramBox {
    const id = this.#id(state.path);
    const name = state.path.at(-1) ?? this.#options.name;
    const lines = this.#lines(state);
    if (state.states.length === 0) return { id, title: name, lines };
    const title = state.type === 'parallel' ? `${name} (parallel)` : name;
    return {
      id,
      title: joinTitle(title, this.#hasStandIn(state.path) ? [] : lines),
      lines: [],
      frame: this.#frame(state),
    };
  }

  /** The dashed box inside a state that shows what applies to every state in it. */
  #standIn(state: ChartState): DiagramBox[] {
    const { path } = state;
    if (!this.#hasStandIn(path)) return [];
    const title = path.length === 0 ? 'any state' : `any state in ${path.at(-1)}`;
    return [{ id: this.#standInId(path), title, lines: this.#lines(state), isDashed: true }];
  }

  #needsStandIn(state: ChartState): boolean {
    if (state.states.length === 0) return false;
    const hasInwardEdge = this.#edges.some(
      ({ from, isInward }) => isInward && isSamePath(from, state.path),
    );
    const count = this.#lines(state).length;
    const fitsInTitle = state.path.length > 0 && count === state.invokes.length && count <= 1;
    return hasInwardEdge || (count > 0 && !fitsInTitle);
  }

  #hasStandIn(path: StatePath): boolean {
    return this.#statesWithStandIn.some((one) => isSamePath(one, path));
  }

  #lines(state: ChartState): string[] {
    const { spawned, actions } = this.#options;
    const showActions = actions !== undefined;
    return [
      ...listLine('invokes', state.invokes),
      ...(state.path.length === 0 ? listLine('spawns', spawned) : []),
      ...stateLines(state, showActions),
      ...this.#listedEdges
        .filter(({ from }) => isSamePath(from, state.path))
        .flatMap(({ transitions, to }) =>
          transitionLabels(transitions, showActions).map((label) => `${label} → ${to.at(-1)}`),
        ),
    ];
  }

  #initialArrow({ initial }: ChartState): DiagramArrow[] {
    return initial ? [{ from: '[*]', to: this.#id(initial) }] : [];
  }

  #finalArrows({ states }: ChartState): DiagramArrow[] {
    return states.filter(isFinal).map(({ path }) => ({ from: this.#id(path), to: '[*]' }));
  }

  #arrows(
    { path }: ChartState,
    include: (edge: DiagramEdge) => boolean = () => true,
  ): DiagramArrow[] {
    return this.#edges
      .filter((edge) => isSamePath(frameOf(edge), path) && include(edge))
      .map((edge) => ({
        from: this.#startsAtStandIn(edge) ? this.#standInId(edge.from) : this.#id(edge.from),
        to: this.#id(edge.to),
        label: this.#label(edge),
      }));
  }

  /** Mermaid draws the arrows of a frame across arrows that cross its border, so avoid those. */
  #startsAtStandIn({ from, isInward }: DiagramEdge): boolean {
    if (isInward) return true;
    return this.#hasStandIn(from) && this.#edges.some((edge) => crossesBorder(edge, from));
  }

  #label({ transitions }: DiagramEdge): string[] {
    const labels = transitionLabels(transitions, this.#options.actions === 'everywhere');
    return labels.flatMap((label) =>
      wrapText(labels.length > 1 ? `• ${label}` : label, maxLabelWidth),
    );
  }

  #direction({ path }: ChartState): Direction {
    return this.#options.directions[path.join('.')] ?? 'TB';
  }

  #id(path: StatePath): string {
    return this.#createId(JSON.stringify(path), path.join('_') || 'whole');
  }

  #standInId(path: StatePath): string {
    return this.#createId(`any ${JSON.stringify(path)}`, ['any', ...path].join('_'));
  }
}

function isFinal({ type }: ChartState): boolean {
  return type === 'final';
}

function joinTitle(title: string, lines: readonly string[]): string {
  return [title, ...lines].join(' · ');
}
