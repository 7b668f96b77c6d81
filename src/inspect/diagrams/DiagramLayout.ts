import type { Arrow, Block, Direction, Frame } from './printDiagram.js';
import type { ChartState } from '../chart/readChart.js';
import { type Edge, edgesOf, pierces, scopeOf } from './diagramEdges.js';
import { insideOf, labelsOf, line } from './transitionLabels.js';
import { idGiver, wrap } from './mermaidText.js';
import { type Path, samePath, withDescendants } from './simplifyChart.js';

export interface LayoutOptions {
  /** Of the machine. */
  name: string;
  /** Actors that actions start. */
  spawned: readonly string[];
  actions?: 'everywhere' | 'inStates';
  directions: Readonly<Record<string, Direction>>;
}

const labelWidth = 26;
/** A longer label hides what is around it. */
const mostLabelLines = 4;

/** Where each part of a chart is drawn. */
export class Layout {
  private readonly chart: ChartState;
  private readonly options: LayoutOptions;
  private readonly giveId = idGiver();
  private readonly edges: readonly Edge[];
  /** Inward transitions with too long a label are told in their box instead. */
  private readonly told: readonly Edge[];
  private readonly boxes: readonly Path[];

  constructor(chart: ChartState, options: LayoutOptions) {
    this.chart = chart;
    this.options = options;
    const isTold = (edge: Edge) => edge.inward && this.label(edge).length > mostLabelLines;
    const edges = edgesOf(chart);
    this.edges = edges.filter((edge) => !isTold(edge));
    this.told = edges.filter(isTold);
    this.boxes = withDescendants(chart)
      .filter((state) => this.needsBox(state))
      .map(({ path }) => path);
  }

  whole(): Frame {
    const { chart } = this;
    const direction = this.direction(chart);
    if (chart.type === 'parallel') {
      return { direction, blocks: [this.block(chart)], arrows: [] };
    }
    const ends = chart.states.filter(isFinal);
    const leaving = this.edges.filter(({ from }) => from.length === 0);
    const leadsToEnd = ({ to }: Edge) => ends.some(({ path }) => samePath(path, to));
    const facts = this.facts(chart);
    if (leaving.length === 0 || !leaving.every(leadsToEnd) || facts.length > 1) {
      return this.frame(chart);
    }
    // Whatever holds in any state leads to an end: a frame around the others says it.
    const isInside = (edge: Edge) => !edge.inward && !leadsToEnd(edge);
    const frame: Frame = {
      direction,
      blocks: chart.states.filter((state) => !isFinal(state)).map((state) => this.block(state)),
      arrows: [...this.start(chart), ...this.arrows(chart, isInside)],
    };
    const title = titled('any state', facts);
    return {
      direction,
      blocks: [
        { id: this.boxId([]), title, lines: [], frame },
        ...ends.map((end) => this.block(end)),
      ],
      arrows: [...this.arrows(chart, (edge) => !isInside(edge)), ...this.ends(chart)],
    };
  }

  private frame(state: ChartState): Frame {
    return {
      direction: this.direction(state),
      blocks: [...this.box(state), ...state.states.map((child) => this.block(child))],
      arrows: [...this.start(state), ...this.arrows(state), ...this.ends(state)],
    };
  }

  private block(state: ChartState): Block {
    const id = this.id(state.path);
    const name = state.path.at(-1) ?? this.options.name;
    const facts = this.facts(state);
    if (state.states.length === 0) return { id, title: name, lines: facts };
    const title = state.type === 'parallel' ? `${name} (parallel)` : name;
    const frame = this.frame(state);
    return { id, title: titled(title, this.hasBox(state.path) ? [] : facts), lines: [], frame };
  }

  /** Stands, inside a state, for the whole of it: what holds wherever in it one is. */
  private box(state: ChartState): Block[] {
    const { path } = state;
    if (!this.hasBox(path)) return [];
    const title = path.length === 0 ? 'any state' : `any state in ${path.at(-1)}`;
    return [{ id: this.boxId(path), title, lines: this.facts(state), isDashed: true }];
  }

  private needsBox(state: ChartState): boolean {
    if (state.states.length === 0) return false;
    const isSource = this.edges.some(({ from, inward }) => inward && samePath(from, state.path));
    const facts = this.facts(state).length;
    const titleHasRoom = state.path.length > 0 && facts === state.invokes.length && facts <= 1;
    return isSource || (facts > 0 && !titleHasRoom);
  }

  private hasBox(path: Path): boolean {
    return this.boxes.some((box) => samePath(box, path));
  }

  private facts(state: ChartState): string[] {
    const { spawned, actions } = this.options;
    const isShown = actions !== undefined;
    return [
      ...line('invokes', state.invokes),
      ...(state.path.length === 0 ? line('spawns', spawned) : []),
      ...insideOf(state, isShown),
      ...this.told
        .filter(({ from }) => samePath(from, state.path))
        .flatMap(({ transitions, to }) =>
          labelsOf(transitions, isShown).map((label) => `${label} → ${to.at(-1)}`),
        ),
    ];
  }

  private start({ initial }: ChartState): Arrow[] {
    return initial ? [{ from: '[*]', to: this.id(initial) }] : [];
  }

  private ends({ states }: ChartState): Arrow[] {
    return states.filter(isFinal).map(({ path }) => ({ from: this.id(path), to: '[*]' }));
  }

  private arrows({ path }: ChartState, isHere: (edge: Edge) => boolean = () => true): Arrow[] {
    return this.edges
      .filter((edge) => samePath(scopeOf(edge), path) && isHere(edge))
      .map((edge) => ({
        from: this.startsInBox(edge) ? this.boxId(edge.from) : this.id(edge.from),
        to: this.id(edge.to),
        label: this.label(edge),
      }));
  }

  /** Mermaid lays the arrows of a frame across those that its inside has to the outside. */
  private startsInBox({ from, inward }: Edge): boolean {
    return inward || (this.hasBox(from) && this.edges.some((edge) => pierces(edge, from)));
  }

  private label({ transitions }: Edge): string[] {
    const labels = labelsOf(transitions, this.options.actions === 'everywhere');
    return labels.flatMap((label) => wrap(labels.length > 1 ? `• ${label}` : label, labelWidth));
  }

  private direction({ path }: ChartState): Direction {
    return this.options.directions[path.join('.')] ?? 'TB';
  }

  private id(path: Path): string {
    return this.giveId(JSON.stringify(path), path.join('_') || 'whole');
  }

  private boxId(path: Path): string {
    return this.giveId(`any ${JSON.stringify(path)}`, ['any', ...path].join('_'));
  }
}

function isFinal({ type }: ChartState): boolean {
  return type === 'final';
}

function titled(title: string, facts: readonly string[]): string {
  return [title, ...facts].join(' · ');
}
