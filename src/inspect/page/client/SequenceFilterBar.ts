import type { SequenceFilter } from '../model/foldRuns.js';
import { participants, type SequenceArrow } from '../model/SequenceLog.js';
import { type SequenceKind, sequenceKinds } from '../model/sequenceKinds.js';
import { html, setText } from './dom.js';

/** What the checkboxes are called. */
const kindLabels: Readonly<Record<SequenceKind, string>> = {
  message: 'messages',
  token: 'tokens',
  hook: 'hooks',
  permission: 'permissions',
  mcp: 'MCP',
  request: 'control requests',
  turn: 'turns',
  task: 'background tasks',
  state: 'states of the CLI',
  process: 'process and pipes',
  watchdog: 'watchdog',
  other: 'other events',
};

/** A menu longer than this cannot be read. */
const maxNames = 60;

/** The controls above the sequence: which actor, and which kinds of events. */
export class SequenceFilterBar {
  readonly element: HTMLElement;
  readonly #actor = html(
    'select',
    { 'aria-label': 'Actor', title: 'Show only what this actor sends and receives' },
    html('option', { value: '', text: 'all actors' }),
  );
  readonly #summary = html('summary', { text: 'all kinds' });
  readonly #boxes: readonly HTMLInputElement[];
  readonly #count = html('span', { class: 'count', role: 'status' });
  #names = '';
  #arrows = -1;

  constructor(onChange: () => void) {
    this.#boxes = sequenceKinds.map((value) =>
      html('input', { type: 'checkbox', value, checked: '' }),
    );
    const labels = this.#boxes.map((box, index) =>
      html('label', {}, box, kindLabels[sequenceKinds[index] as SequenceKind]),
    );
    const menu = html(
      'details',
      { class: 'menu' },
      this.#summary,
      html('div', { class: 'choices', role: 'group', 'aria-label': 'Kinds' }, ...labels),
    );
    this.element = html('div', { class: 'bar' }, this.#actor, menu, this.#count);
    for (const control of [this.#actor, ...this.#boxes]) {
      control.addEventListener('input', onChange);
    }
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      this.#summary.focus();
    });
    document.addEventListener('click', ({ target }) => {
      if (!menu.contains(target as Node)) menu.open = false;
    });
  }

  get filter(): Pick<SequenceFilter, 'actor' | 'hiddenKinds'> {
    const hidden = this.#boxes.filter(({ checked }) => !checked);
    return {
      actor: this.#actor.value,
      hiddenKinds: new Set(hidden.map(({ value }) => value as SequenceKind)),
    };
  }

  /** Changes with the filter. */
  get revision(): string {
    return `${this.#actor.value} ${this.#boxes.map(({ checked }) => Number(checked)).join('')}`;
  }

  show(all: readonly SequenceArrow[], found: number): void {
    const { size } = this.filter.hiddenKinds;
    const shown = sequenceKinds.length - size;
    setText(this.#summary, size === 0 ? 'all kinds' : `${shown} of ${sequenceKinds.length} kinds`);
    setText(this.#count, found === all.length ? `${found}` : `${found} of ${all.length}`);
    if (all.length !== this.#arrows) this.#showNames(all);
    this.#arrows = all.length;
  }

  #showNames(arrows: readonly SequenceArrow[]): void {
    const columns = new Set<string>();
    const names = new Set<string>();
    for (const { from, to, fromName, toName } of arrows) {
      columns.add(from).add(to);
      names.add(fromName).add(toName);
    }
    for (const column of participants) names.delete(column);
    const newest = [...names].slice(-maxNames).sort();
    const key = [...columns, '', ...newest].join();
    if (key === this.#names) return;
    this.#names = key;
    const selected = this.#actor.value;
    const option = (text: string) => html('option', { value: text, text });
    this.#actor.replaceChildren(
      html('option', { value: '', text: 'all actors' }),
      html(
        'optgroup',
        { label: 'Columns' },
        ...participants.filter((one) => columns.has(one)).map(option),
      ),
      html('optgroup', { label: 'Actors' }, ...newest.map(option)),
    );
    this.#actor.value = columns.has(selected) || names.has(selected) ? selected : '';
  }
}
