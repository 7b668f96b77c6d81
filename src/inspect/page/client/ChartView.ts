import { edgeKey } from '../model/chartEdges.js';
import { focusOn, type Region } from '../model/chartFocus.js';
import { eventLabelIn } from '../model/displayNames.js';
import { edgePath } from '../model/edgePath.js';
import { type Box, layoutChart } from '../model/layoutChart.js';
import type { Chart } from '../model/rows.js';
import type { ActorModel, SystemModel } from '../model/systemModel.js';
import { svg } from './dom.js';
import { PanZoom } from './PanZoom.js';

const margin = 44;
/** A chart is not blown up beyond this, however large the pane is. */
const maxScale = 1.35;

interface DrawnEdge {
  path: SVGPathElement;
  label: SVGTextElement;
}

/** A transition that the user selects, as dotted paths. */
export interface ChosenTransition {
  from: string;
  to: string;
}

/** A chart as SVG. It is drawn once; `highlight` then marks the current states in it. */
export class ChartView {
  readonly element: SVGSVGElement;
  readonly panZoom: PanZoom;
  readonly #whole: Region;
  readonly #places: ReadonlyMap<string, Box>;
  readonly #boxes = new Map<string, SVGElement>();
  readonly #edges = new Map<string, DrawnEdge>();
  #highlighted = '';
  #active: readonly Box[] = [];
  #pane = { width: 0, height: 0 };

  constructor(
    { chart, name }: Chart,
    choose: (transition: ChosenTransition) => void,
    onZoom: (panZoom: PanZoom) => void,
  ) {
    const { width, height, boxes, edges } = layoutChart(chart, name);
    const byPath = new Map(boxes.map((box) => [box.path, box]));
    const frames = svg('g');
    const lines = svg('g');
    const labels = svg('g');
    for (const box of boxes) frames.append(this.#box(box));
    for (const [index, { from, to, triggers, isInward }] of edges.entries()) {
      const [start, end] = [byPath.get(from), byPath.get(to)];
      if (!start || !end) continue;
      const { d, x, y } = edgePath(start, end, index, boxes);
      const path = svg('path', { d, class: isInward ? 'edge inward' : 'edge' });
      const label = svg('text', { x, y, class: 'event' });
      this.#edges.set(edgeKey(from, to), { path, label });
      // A line is too thin to point at, so a wide invisible one lies over it.
      const target = svg(
        'path',
        { d, class: isInward ? 'hit inward' : 'hit', on: { click: () => choose({ from, to }) } },
        svg('title', { text: `${from || name} → ${to}: ${triggers.join(', ')}` }),
      );
      lines.append(path, target);
      labels.append(label);
    }
    this.element = svg('svg', { class: 'chart', role: 'img', tabindex: 0 }, frames, lines, labels);
    this.element.style.maxWidth = `${(width + 2 * margin) * maxScale}px`;
    this.#places = byPath;
    this.#whole = { x: -margin, y: -12, width: width + 2 * margin, height: height + 36 };
    this.panZoom = new PanZoom(this.element, this.#whole, onZoom);
    new ResizeObserver(([entry]) => {
      this.#pane = entry?.contentRect ?? this.#pane;
      this.focus();
    }).observe(this.element);
  }

  /** Marks the states that an actor is in, the transitions that it has just taken, and the chosen one. */
  highlight(
    model: SystemModel,
    actor: ActorModel,
    label: string,
    chosen: ChosenTransition | undefined,
  ): void {
    const chosenKey = chosen ? edgeKey(chosen.from, chosen.to) : '';
    const highlighted = [label, actor.active, actor.status, actor.stepsRow, chosenKey].join(' ');
    if (highlighted === this.#highlighted) return;
    this.#highlighted = highlighted;
    this.element.setAttribute('aria-label', label);
    const active = new Set(actor.active);
    for (const [path, box] of this.#boxes) box.classList.toggle('active', active.has(path));
    for (const [key, { path, label: text }] of this.#edges) {
      path.classList.remove('last');
      path.classList.toggle('chosen', key === chosenKey);
      text.textContent = '';
    }
    for (const { from, to, event } of actor.steps) {
      for (const target of to) {
        const edge = this.#edges.get(edgeKey(from, target));
        if (!edge) continue;
        edge.path.classList.add('last');
        edge.label.textContent = shorten(eventLabelIn(model, event, actor.id));
      }
    }
    this.#active = actor.active.flatMap((path) => this.#places.get(path) ?? []);
    this.focus();
  }

  /** Shows what is active, if the whole chart would be too small to read. */
  focus(): void {
    const { panZoom } = this;
    const leaves = this.#active.filter(({ hasChildren }) => !hasChildren);
    // With the states around them, if there is room.
    const parts = [this.#active.filter(({ path }) => path !== ''), leaves];
    panZoom.show(focusOn(this.#whole, parts, this.#pane, panZoom.view));
  }

  #box(box: Box): SVGElement {
    const { path, title, type, isInitial, hasChildren, x, y, width, height } = box;
    const kind = [type, hasChildren ? 'outer' : 'inner', path === '' ? 'root' : ''].join(' ');
    const ring = { x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 6 };
    const group = svg(
      'g',
      { class: `box ${kind}`, 'data-path': path },
      svg('rect', { x, y, width, height, rx: hasChildren ? 12 : 8 }),
      type === 'final' && svg('rect', { ...ring, class: 'ring' }),
      svg('text', {
        x: hasChildren ? x + 14 : x + width / 2,
        y: hasChildren ? y + 19 : y + height / 2 + 4.5,
        'text-anchor': hasChildren ? 'start' : 'middle',
        text: title,
      }),
      isInitial && svg('circle', { cx: x - 1, cy: y - 1, r: 4, class: 'initial' }),
    );
    this.#boxes.set(path, group);
    return group;
  }
}

const maxLabel = 48;

/** The name of a tool may be of any length, and stands in the middle of a drawing. */
function shorten(label: string): string {
  return label.length <= maxLabel ? label : `${label.slice(0, maxLabel - 1)}…`;
}
