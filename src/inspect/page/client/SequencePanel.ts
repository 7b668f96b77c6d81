import type { Row } from '../model/rows.js';
import {
  type Participant,
  participants,
  type SequenceArrow,
  sequenceArrow,
} from '../model/sequenceArrow.js';
import { byId, html, svg } from './dom.js';
import { formatTime } from './format.js';
import type { Store } from './Store.js';
import { VirtualList } from './VirtualList.js';

const rowHeight = 34;
const timeWidth = 84;

/** The sequence diagram: events between actors and frames to and from the CLI, newest last. */
export class SequencePanel {
  readonly #store: Store;
  readonly #list: VirtualList<SequenceArrow>;
  readonly #head = html('div', { class: 'participants', 'aria-hidden': 'true' });
  #used: Participant[] = [];
  #arrows: SequenceArrow[] = [];
  #rows: readonly Row[] = [];
  /** The system and session that the arrows belong to. */
  #owner = '';
  /** The number of the last row that was turned into an arrow. */
  #lastRow = -1;

  constructor(store: Store) {
    this.#store = store;
    this.#list = new VirtualList<SequenceArrow>({
      rowHeight,
      label: 'Sequence of events',
      keyOf: ({ n }) => n,
      draw: (arrow) => this.#draw(arrow),
      select: ({ n }) => store.set({ detail: n, cursor: n }),
    });
    byId('panel-sequence').append(this.#head, this.#list.element);
  }

  show(): void {
    const { log, session = '', key, detail, cursor } = this.#store;
    const owner = `${key} ${session}`;
    if (owner !== this.#owner || log.rows !== this.#rows) {
      this.#arrows = [];
      this.#lastRow = -1;
      this.#owner = owner;
      this.#rows = log.rows;
    }
    this.#addNewArrows(session);
    const arrows =
      cursor === undefined ? this.#arrows : this.#arrows.filter(({ n }) => n <= cursor);
    this.#showParticipants(arrows);
    this.#list.show(arrows, detail, this.#used.join());
  }

  /** Arrows are kept, because the actors that they need may be removed from the model later. */
  #addNewArrows(session: string): void {
    const { log } = this.#store;
    const first = log.rows[0]?.n ?? 0;
    for (const row of log.rows.slice(Math.max(0, this.#lastRow + 1 - first))) {
      const arrow = sequenceArrow(row, log.head, session);
      if (arrow) this.#arrows.push(arrow);
      this.#lastRow = row.n;
    }
  }

  #showParticipants(arrows: readonly SequenceArrow[]): void {
    const used = new Set<Participant>(['app', 'session', 'CLI']);
    for (const { from, to } of arrows) used.add(from).add(to);
    const next = participants.filter((one) => used.has(one));
    if (next.join() === this.#used.join()) return;
    this.#used = next;
    this.#head.replaceChildren(
      html('span', { class: 'time-column', text: 'time' }),
      ...next.map((one) => html('span', { class: 'participant', text: one })),
    );
  }

  #x(participant: Participant, width: number): number {
    const step = (width - timeWidth) / this.#used.length;
    return timeWidth + (this.#used.indexOf(participant) + 0.5) * step;
  }

  #draw({ at, from, to, label, isFrame }: SequenceArrow): Node {
    const width = this.#list.element.clientWidth;
    const [start, end] = [this.#x(from, width), this.#x(to, width)];
    const y = rowHeight - 9;
    const isSelf = from === to;
    const d = isSelf
      ? `M${start} ${y - 5}h14v7h-12`
      : `M${start} ${y}H${end + (end > start ? -2 : 2)}`;
    const left = Math.min(start, end);
    // A label that does not fit to the right of its start is aligned with the edge of the panel.
    const room = width - left - 8;
    const isTight = label.length * 6.3 > room;
    return svg(
      'svg',
      { class: 'arrow', width, height: rowHeight },
      ...this.#used.map((participant) => {
        const x = this.#x(participant, width);
        return svg('line', { x1: x, x2: x, y1: 0, y2: rowHeight, class: 'lifeline' });
      }),
      svg('text', { x: 8, y: y - 2, class: 'time', text: formatTime(at) }),
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
