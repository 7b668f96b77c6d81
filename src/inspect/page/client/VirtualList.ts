import { html } from './dom.js';

export interface VirtualListOptions<Item> {
  rowHeight: number;
  label: string;
  keyOf(item: Item): number;
  draw(item: Item): Node;
  select(item: Item): void;
}

/**
 * A long list that draws only its visible rows. It stays scrolled to the end until the user scrolls
 * up.
 */
export class VirtualList<Item> {
  readonly element: HTMLDivElement;
  readonly #options: VirtualListOptions<Item>;
  readonly #spacer = html('div', { class: 'spacer' });
  readonly #window = html('div', { class: 'window' });
  #items: readonly Item[] = [];
  #selected: number | undefined;
  #followsEnd = true;
  #drawn = '';

  constructor(options: VirtualListOptions<Item>) {
    this.#options = options;
    this.#spacer.append(this.#window);
    const { label } = options;
    this.element = html(
      'div',
      { class: 'virtual', tabindex: 0, role: 'listbox', 'aria-label': label },
      this.#spacer,
    );
    this.element.addEventListener('scroll', () => {
      const { scrollTop, scrollHeight, clientHeight } = this.element;
      this.#followsEnd = scrollTop + clientHeight >= scrollHeight - options.rowHeight;
      this.#draw();
    });
    this.element.addEventListener('keydown', (event) => this.#handleKey(event));
  }

  /** Pass a new `revision` to redraw items that look different although their keys are the same. */
  show(items: readonly Item[], selected: number | undefined, revision = ''): void {
    this.#items = items;
    this.#selected = selected;
    this.#spacer.style.height = `${items.length * this.#options.rowHeight}px`;
    if (this.#followsEnd) this.element.scrollTop = this.element.scrollHeight;
    this.#draw(revision);
  }

  #draw(revision = ''): void {
    const { rowHeight, keyOf, draw, select } = this.#options;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - 4);
    const last = Math.min(this.#items.length, first + Math.ceil(clientHeight / rowHeight) + 8);
    const visible = this.#items.slice(first, last);
    const width = this.element.clientWidth;
    const drawn = `${revision} ${width} ${first} ${this.#selected} ${visible.map(keyOf).join()}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#window.style.transform = `translateY(${first * rowHeight}px)`;
    this.#window.replaceChildren(
      ...visible.map((item) => {
        const isSelected = keyOf(item) === this.#selected;
        return html(
          'div',
          {
            class: isSelected ? 'row selected' : 'row',
            role: 'option',
            'aria-selected': isSelected,
            on: { click: () => select(item) },
          },
          draw(item),
        );
      }),
    );
  }

  #handleKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step === undefined || this.#items.length === 0) return;
    event.preventDefault();
    const { keyOf, select, rowHeight } = this.#options;
    const at = this.#items.findIndex((item) => keyOf(item) === this.#selected);
    const from = at === -1 ? (step > 0 ? -1 : this.#items.length) : at;
    const next = Math.min(this.#items.length - 1, Math.max(0, from + step));
    this.#followsEnd = false;
    const { element } = this;
    const top = next * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    const low = top + rowHeight - element.clientHeight;
    if (low > element.scrollTop) element.scrollTop = low;
    select(this.#items[next] as Item);
  }
}
