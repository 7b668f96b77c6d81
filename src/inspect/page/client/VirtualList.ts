import { html } from './dom.js';

export interface ListPosition {
  selected: number | undefined;
  cursor: number | undefined;
  revision?: string;
}

export interface VirtualListOptions<Item> {
  rowHeight: number;
  label: string;
  keyOf(item: Item): number;
  draw(item: Item): Node;
  select(item: Item): void;
  /** A click on an item, or Enter while it is selected. Selects it if there is no other meaning. */
  activate?(item: Item): void;
}

let listCount = 0;

/**
 * A long list that draws only its visible rows. It stays scrolled to the end until the user scrolls
 * up.
 */
export class VirtualList<Item> {
  readonly element: HTMLDivElement;
  readonly #options: VirtualListOptions<Item>;
  readonly #spacer = html('div', { class: 'spacer', role: 'presentation' });
  readonly #window = html('div', { class: 'window', role: 'presentation' });
  readonly #id: string;
  #items: readonly Item[] = [];
  #selected: number | undefined;
  #cursor: number | undefined;
  #followsEnd = true;
  #drawn = '';
  #revision = '';
  /** The rows that are drawn, by key. They are kept while they stay in view. */
  #rows = new Map<number, HTMLElement>();
  #look = '';

  constructor(options: VirtualListOptions<Item>) {
    this.#options = options;
    listCount += 1;
    this.#id = `list-${listCount}`;
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

  /**
   * Items after `cursor` are faded; the list follows it. Pass a new `revision` to redraw items that
   * look different although their keys are the same.
   */
  show(items: readonly Item[], { selected, cursor, revision = '' }: ListPosition): void {
    this.#items = items;
    this.#selected = selected;
    this.#revision = revision;
    this.#spacer.style.height = `${items.length * this.#options.rowHeight}px`;
    if (cursor !== this.#cursor) this.#follow(cursor);
    else if (this.#followsEnd) this.element.scrollTop = this.element.scrollHeight;
    this.#draw();
  }

  /** Scrolls to the cursor, or to the end if the page is live again. */
  #follow(cursor: number | undefined): void {
    this.#cursor = cursor;
    this.#followsEnd = cursor === undefined;
    if (cursor === undefined) {
      this.element.scrollTop = this.element.scrollHeight;
      return;
    }
    const { keyOf } = this.#options;
    const next = this.#items.findIndex((item) => keyOf(item) > cursor);
    const index = Math.max(0, (next === -1 ? this.#items.length : next) - 1);
    const { scrollTop, clientHeight } = this.element;
    const top = index * this.#options.rowHeight;
    // What comes after the cursor is of interest too.
    const isInView = top >= scrollTop && top + this.#options.rowHeight <= scrollTop + clientHeight;
    if (!isInView) this.element.scrollTop = top - clientHeight / 2;
  }

  /** Scrolls to the item with this key, and stops following the end. */
  reveal(key: number): void {
    const index = this.#items.findIndex((item) => this.#options.keyOf(item) === key);
    if (index === -1) return;
    this.#followsEnd = false;
    this.#scrollTo(index);
  }

  #draw(): void {
    const { rowHeight, keyOf } = this.#options;
    const { scrollTop, clientHeight, clientWidth } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - 4);
    const last = Math.min(this.#items.length, first + Math.ceil(clientHeight / rowHeight) + 8);
    const visible = this.#items.slice(first, last);
    const look = `${this.#revision} ${clientWidth}`;
    const drawn = `${look} ${first} ${this.#items.length} ${this.#selected} ${this.#cursor} ${visible.map(keyOf).join()}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const kept = look === this.#look ? this.#rows : new Map<number, HTMLElement>();
    this.#look = look;
    this.#rows = new Map(
      visible.map((item, index) => {
        const key = keyOf(item);
        return [key, this.#row(item, kept.get(key), first + index)];
      }),
    );
    this.#window.style.transform = `translateY(${first * rowHeight}px)`;
    this.#window.replaceChildren(...this.#rows.values());
    const active = this.#rows.get(this.#selected ?? Number.NaN);
    if (active) this.element.setAttribute('aria-activedescendant', active.id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  #row(item: Item, kept: HTMLElement | undefined, index: number): HTMLElement {
    const { keyOf, draw, select, activate = select } = this.#options;
    const key = keyOf(item);
    const isSelected = key === this.#selected;
    const row =
      kept ??
      html(
        'div',
        {
          role: 'option',
          id: `${this.#id}-${String(key).replace('.', '-')}`,
          on: { click: () => activate(item) },
        },
        draw(item),
      );
    const isLater = this.#cursor !== undefined && key > this.#cursor;
    row.className = `row${isSelected ? ' selected' : ''}${isLater ? ' later' : ''}`;
    row.setAttribute('aria-selected', String(isSelected));
    row.setAttribute('aria-posinset', String(index + 1));
    row.setAttribute('aria-setsize', String(this.#items.length));
    return row;
  }

  #handleKey(event: KeyboardEvent): void {
    const { keyOf, select, activate } = this.#options;
    const count = this.#items.length;
    const at = this.#items.findIndex((item) => keyOf(item) === this.#selected);
    const selected = this.#items[at];
    if (event.key === 'Enter' && selected && activate) {
      event.preventDefault();
      activate(selected);
      return;
    }
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -count,
      End: count,
    };
    const step = steps[event.key as keyof typeof steps];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    const from = at === -1 ? (step > 0 ? -1 : count) : at;
    const next = Math.min(count - 1, Math.max(0, from + step));
    this.#followsEnd = false;
    this.#scrollTo(next);
    select(this.#items[next] as Item);
  }

  #scrollTo(index: number): void {
    const { rowHeight } = this.#options;
    const { element } = this;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    const low = top + rowHeight - element.clientHeight;
    if (low > element.scrollTop) element.scrollTop = low;
  }
}
