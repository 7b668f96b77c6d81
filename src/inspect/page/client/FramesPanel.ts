import {
  type FrameFilter,
  type FrameRow,
  filterFrames,
  frameTypes,
} from '../model/filterFrames.js';
import { byId, html, setText } from './dom.js';
import { formatSize, formatTime } from './format.js';
import type { Store } from './Store.js';
import { VirtualList } from './VirtualList.js';

/** The list of all frames to and from the CLI, with a search. */
export class FramesPanel {
  readonly #store: Store;
  readonly #list: VirtualList<FrameRow>;
  readonly #search = html('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search frames  ( / )',
    'aria-label': 'Search frames',
    spellcheck: 'false',
  });
  readonly #dir = html(
    'select',
    { 'aria-label': 'Direction' },
    html('option', { value: '', text: 'both directions' }),
    html('option', { value: 'in', text: '→ to the CLI' }),
    html('option', { value: 'out', text: '← from the CLI' }),
  );
  readonly #type = html(
    'select',
    { 'aria-label': 'Type' },
    html('option', { value: '', text: 'all types' }),
  );
  readonly #count = html('span', { class: 'count', role: 'status' });
  #types = '';

  constructor(store: Store) {
    this.#store = store;
    this.#list = new VirtualList<FrameRow>({
      rowHeight: 26,
      label: 'Frames',
      keyOf: ({ n }) => n,
      draw: drawFrame,
      select: ({ n }) => store.set({ detail: n }),
    });
    const bar = html('div', { class: 'bar' }, this.#search, this.#dir, this.#type, this.#count);
    byId('panel-frames').append(bar, this.#list.element);
    for (const control of [this.#search, this.#dir, this.#type]) {
      control.addEventListener('input', () => this.show());
    }
  }

  focusSearch(): void {
    this.#search.focus();
  }

  /** Selects a frame and scrolls to it, even if the filter would hide it. */
  reveal(n: number): void {
    this.#search.value = '';
    this.#dir.value = '';
    this.#type.value = '';
    this.#store.set({ detail: n, range: undefined });
    this.show();
    this.#list.reveal(n);
  }

  show(): void {
    const { session = '', detail, cursor } = this.#store;
    const rows = this.#store.rows();
    this.#showTypes(frameTypes(this.#store.log.rows, session));
    const all = filterFrames(rows, session, { text: '', dir: '', type: '' });
    const found = filterFrames(rows, session, this.#filter());
    setText(
      this.#count,
      found.length === all.length ? `${all.length}` : `${found.length} of ${all.length}`,
    );
    this.#list.show(found, { selected: detail, cursor });
  }

  #filter(): FrameFilter {
    return {
      text: this.#search.value,
      dir: this.#dir.value as FrameFilter['dir'],
      type: this.#type.value,
    };
  }

  #showTypes(types: readonly string[]): void {
    if (types.join() === this.#types) return;
    this.#types = types.join();
    const selected = this.#type.value;
    const [first] = this.#type.options;
    this.#type.replaceChildren(
      first as Node,
      ...types.map((type) => html('option', { value: type, text: type })),
    );
    this.#type.value = types.includes(selected) ? selected : '';
  }
}

function drawFrame({ at, dir, type, subtype, about, bytes, cut }: FrameRow): Node {
  return html(
    'div',
    { class: `frame-row ${dir}` },
    html('span', { class: 'time', text: formatTime(at) }),
    html('span', {
      class: 'dir',
      text: dir === 'in' ? '→' : '←',
      title: dir === 'in' ? 'to the CLI' : 'from the CLI',
    }),
    html('span', { class: 'type', text: type }),
    html('span', { class: 'about', text: [subtype, about].filter(Boolean).join(' · ') }),
    html('span', {
      ...{ class: 'size', text: `${formatSize(bytes)}${cut ? ' ✂' : ''}` },
      title: cut && 'Too long to be kept whole',
    }),
  );
}
