import { filterArrows, foldRuns, type SequenceItem } from '../model/foldRuns.js';
import type { Row } from '../model/rows.js';
import {
  type Participant,
  participants,
  type SequenceArrow,
  SequenceLog,
} from '../model/SequenceLog.js';
import { byId, html } from './dom.js';
import { SequenceFilterBar } from './SequenceFilterBar.js';
import type { Store } from './Store.js';
import { drawArrow, drawFold, rowHeight } from './sequenceRow.js';
import { VirtualList } from './VirtualList.js';

/** The sequence diagram: events between actors and frames to and from the CLI, newest last. */
export class SequencePanel {
  readonly #store: Store;
  readonly #list: VirtualList<SequenceItem>;
  readonly #bar: SequenceFilterBar;
  readonly #head = html('div', { class: 'participants', 'aria-hidden': 'true' });
  readonly #open = new Set<number>();
  #selectedFold: number | undefined;
  #used: Participant[] = [];
  #sequence = new SequenceLog('');
  #rows: readonly Row[] = [];
  /** The system and session that the arrows belong to. */
  #owner = '';
  #shown = '';
  #items: readonly SequenceItem[] = [];

  constructor(store: Store) {
    this.#store = store;
    this.#bar = new SequenceFilterBar(() => this.show());
    this.#list = new VirtualList<SequenceItem>({
      rowHeight,
      label: 'Sequence of events',
      keyOf: itemKey,
      draw: (item) => {
        const width = this.#list.element.clientWidth;
        if (item.fold) return drawFold(item.fold, this.#used, width);
        return drawArrow(item.arrow, this.#used, width);
      },
      select: (item) => this.#select(item),
      activate: (item) => this.#activate(item),
    });
    byId('panel-sequence').append(this.#bar.element, this.#head, this.#list.element);
  }

  show(): void {
    const { detail, cursor, range } = this.#store;
    this.#addNewArrows();
    const all = this.#sequence.arrows;
    const { filter, revision } = this.#bar;
    const shown = [this.#owner, all.length, all[0]?.n, range?.from, range?.to];
    const key = [...shown, revision, [...this.#open]].join();
    if (key !== this.#shown) {
      this.#shown = key;
      const arrows = filterArrows(all, { ...filter, range });
      this.#bar.show(all, arrows.length);
      this.#showParticipants(arrows);
      this.#items = foldRuns(arrows, this.#open);
    }
    const selected = this.#selectedFold === undefined ? detail : this.#selectedFold - 0.5;
    const lastFold = this.#items.at(-1)?.fold ?? this.#items.at(-2)?.fold;
    const look = [this.#used.join(), [...this.#open], lastFold?.label];
    this.#list.show(this.#items, { selected, cursor, revision: look.join(' ') });
  }

  #select({ fold, arrow }: SequenceItem): void {
    this.#selectedFold = fold?.n;
    const n = arrow?.n ?? fold?.n;
    this.#store.set({ detail: arrow?.n, ...(arrow && { cursor: n }) });
  }

  #activate(item: SequenceItem): void {
    if (!item.fold) {
      this.#select(item);
      return;
    }
    const { n, isOpen } = item.fold;
    if (isOpen) this.#open.delete(n);
    else this.#open.add(n);
    this.#select(item);
  }

  /** Arrows are made once, when their row arrives. */
  #addNewArrows(): void {
    const { log, session = '', key } = this.#store;
    const owner = `${key} ${session}`;
    if (owner !== this.#owner || log.rows !== this.#rows) {
      this.#owner = owner;
      this.#rows = log.rows;
      this.#sequence = new SequenceLog(session, Object.values(log.start().baseline.actors));
    }
    const first = log.rows[0]?.n ?? 0;
    const { next } = this.#sequence;
    for (let index = Math.max(0, next - first); index < log.rows.length; index += 1) {
      this.#sequence.add(log.rows[index] as Row);
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
}

/** A fold has the row of its first arrow, so it needs a key between two rows. */
function itemKey({ fold, arrow }: SequenceItem): number {
  return fold ? fold.n - 0.5 : arrow.n;
}
