import type { Row } from '../model/rows.js';
import { type Arrow, arrowOf, type Lane, lanes } from '../model/sequenceArrow.js';
import { byId, html, svg } from './dom.js';
import type { Store } from './Store.js';
import { timeOfDay } from './format.js';
import { VirtualList } from './VirtualList.js';

const rowHeight = 34;
const timeWidth = 84;

/** Who says what to whom, from the top down. */
export class SequencePanel {
  readonly #store: Store;
  readonly #list: VirtualList<Arrow>;
  readonly #head = html('div', { class: 'lanes', 'aria-hidden': 'true' });
  #used: Lane[] = [];
  #arrows: Arrow[] = [];
  #source: readonly Row[] = [];
  #seenFrom = '';

  constructor(store: Store) {
    this.#store = store;
    this.#list = new VirtualList<Arrow>({
      rowHeight,
      label: 'Sequence of events',
      keyOf: ({ n }) => n,
      draw: (arrow) => this.#draw(arrow),
      choose: ({ n }) => store.set({ detail: n, cursor: n }),
    });
    byId('panel-sequence').append(this.#head, this.#list.element);
  }

  show(): void {
    const { log, session = '', key, detail, cursor } = this.#store;
    const from = `${key} ${session}`;
    const last = this.#arrows.at(-1)?.n ?? -1;
    if (from !== this.#seenFrom || log.rows !== this.#source) {
      this.#arrows = [];
      this.#seenFrom = from;
      this.#source = log.rows;
    }
    this.#collect(this.#arrows.length === 0 ? -1 : last, session);
    const arrows =
      cursor === undefined ? this.#arrows : this.#arrows.filter(({ n }) => n <= cursor);
    this.#lanes(arrows);
    this.#list.show(arrows, detail, this.#used.join());
  }

  #collected = -1;

  /** Lanes come from actors that may have been forgotten since: kept once they are known. */
  #collect(after: number, session: string): void {
    const { log } = this.#store;
    if (after === -1) this.#collected = -1;
    const first = log.rows[0]?.n ?? 0;
    for (const row of log.rows.slice(Math.max(0, this.#collected + 1 - first))) {
      const arrow = arrowOf(row, log.head, session);
      if (arrow) this.#arrows.push(arrow);
      this.#collected = row.n;
    }
  }

  #lanes(arrows: readonly Arrow[]): void {
    const used = new Set<Lane>(['app', 'session', 'CLI']);
    for (const { from, to } of arrows) used.add(from).add(to);
    const next = lanes.filter((lane) => used.has(lane));
    if (next.join() === this.#used.join()) return;
    this.#used = next;
    this.#head.replaceChildren(
      html('span', { class: 'lane-time', text: 'time' }),
      ...next.map((lane) => html('span', { class: 'lane', text: lane })),
    );
  }

  #x(lane: Lane, width: number): number {
    const step = (width - timeWidth) / this.#used.length;
    return timeWidth + (this.#used.indexOf(lane) + 0.5) * step;
  }

  #draw({ at, from, to, label, isFrame }: Arrow): Node {
    const width = this.#list.element.clientWidth;
    const [start, end] = [this.#x(from, width), this.#x(to, width)];
    const y = rowHeight - 9;
    const isSelf = from === to;
    const d = isSelf
      ? `M${start} ${y - 5}h14v7h-12`
      : `M${start} ${y}H${end + (end > start ? -2 : 2)}`;
    const left = Math.min(start, end);
    // A label that would leave the panel ends at its edge instead.
    const room = width - left - 8;
    const isTight = label.length * 6.3 > room;
    return svg(
      'svg',
      { class: 'arrow', width, height: rowHeight },
      ...this.#used.map((lane) => {
        const x = this.#x(lane, width);
        return svg('line', { x1: x, x2: x, y1: 0, y2: rowHeight, class: 'life' });
      }),
      svg('text', { x: 8, y: y - 2, class: 'time', text: timeOfDay(at) }),
      svg('path', { d, class: isFrame ? 'message frame' : 'message' }),
      svg('text', {
        x: isTight ? width - 8 : left + 5,
        y: y - 6,
        'text-anchor': isTight ? 'end' : 'start',
        class: 'label',
        text: label,
      }),
      svg('title', { text: `${from} → ${to}: ${label}` }),
    );
  }
}
