import { edgeKey } from '../model/chartEdges.js';
import { type Box, layoutChart } from '../model/layoutChart.js';
import { edgePath } from '../model/edgePath.js';
import type { Chart } from '../model/rows.js';
import type { ActorModel } from '../model/systemModel.js';
import { eventLabel } from '../model/displayNames.js';
import { svg } from './dom.js';

const margin = 44;

interface DrawnEdge {
  path: SVGPathElement;
  label: SVGTextElement;
}

/** A chart that is drawn once and lit again and again. */
export class ChartView {
  readonly element: SVGSVGElement;
  readonly #boxes = new Map<string, SVGElement>();
  readonly #edges = new Map<string, DrawnEdge>();
  #lit = '';

  constructor({ chart, name }: Chart) {
    const { width, height, boxes, edges } = layoutChart(chart, name);
    const byPath = new Map(boxes.map((box) => [box.path, box]));
    const frames = svg('g');
    const lines = svg('g');
    const labels = svg('g');
    for (const box of boxes) frames.append(this.#box(box));
    for (const [lane, { from, to, triggers, isInward }] of edges.entries()) {
      const [start, end] = [byPath.get(from), byPath.get(to)];
      if (!start || !end) continue;
      const { d, x, y } = edgePath(start, end, lane, boxes);
      const path = svg('path', { d, class: isInward ? 'edge inward' : 'edge' });
      path.append(svg('title', { text: `${from || name} → ${to}: ${triggers.join(', ')}` }));
      const label = svg('text', { x, y, class: 'event' });
      this.#edges.set(edgeKey(from, to), { path, label });
      lines.append(path);
      labels.append(label);
    }
    const view = [-margin, -12, width + 2 * margin, height + 36].join(' ');
    this.element = svg(
      'svg',
      { class: 'chart', viewBox: view, role: 'img' },
      frames,
      lines,
      labels,
    );
    this.element.style.maxWidth = `${(width + 2 * margin) * 1.35}px`;
  }

  light(actor: ActorModel, label: string): void {
    const lit = `${actor.active.join()} ${actor.status} ${actor.stepped}`;
    if (lit === this.#lit) return;
    this.#lit = lit;
    this.element.setAttribute('aria-label', `Chart of ${actor.name}; its state is ${label}`);
    const active = new Set(actor.active);
    for (const [path, box] of this.#boxes) box.classList.toggle('lit', active.has(path));
    for (const { path, label: text } of this.#edges.values()) {
      path.classList.remove('last');
      text.textContent = '';
    }
    for (const { from, to, event } of actor.steps) {
      for (const target of to) {
        const edge = this.#edges.get(edgeKey(from, target));
        if (!edge) continue;
        edge.path.classList.add('last');
        edge.label.textContent = eventLabel(event);
      }
    }
  }

  #box(box: Box): SVGElement {
    const { path, title, type, isInitial, hasInside, x, y, width, height } = box;
    const kind = [type, hasInside ? 'outer' : 'inner', path === '' ? 'whole' : ''].join(' ');
    const group = svg(
      'g',
      { class: `box ${kind}`, 'data-path': path },
      svg('rect', { x, y, width, height, rx: hasInside ? 12 : 8 }),
      type === 'final' &&
        svg('rect', {
          x: x + 3,
          y: y + 3,
          width: width - 6,
          height: height - 6,
          rx: 6,
          class: 'ring',
        }),
      svg('text', {
        x: hasInside ? x + 14 : x + width / 2,
        y: hasInside ? y + 19 : y + height / 2 + 4.5,
        'text-anchor': hasInside ? 'start' : 'middle',
        text: title,
      }),
      isInitial && svg('circle', { cx: x - 1, cy: y - 1, r: 4, class: 'initial' }),
    );
    this.#boxes.set(path, group);
    return group;
  }
}
