import { eventLabelIn } from '../model/displayNames.js';
import { formatContext } from '../model/formatContext.js';
import type { Row } from '../model/rows.js';
import type { ActorModel, SystemModel } from '../model/systemModel.js';
import {
  type ContextChange,
  type ContextField,
  contextFields,
  stepCause,
} from '../model/transitions.js';
import type { ChosenTransition } from './ChartView.js';
import { byId, html, setText } from './dom.js';
import { formatTime } from './format.js';
import type { Store } from './Store.js';

/** The last step of the selected actor: its transition, its frames, and what it changed in the context. */
export class StepPanel {
  readonly #store: Store;
  readonly #showFrame: (n: number) => void;
  readonly #title = html('span', { class: 'step-title', role: 'status' });
  readonly #choice = html('select', { 'aria-label': 'Transition' });
  readonly #frames = html('span', { class: 'step-frames' });
  readonly #context = html('div', {
    ...{ class: 'context', tabindex: 0, role: 'region', 'aria-label': 'Context' },
  });
  #actor: string | undefined;
  #chosen: ChosenTransition | undefined;
  /** The rows in which the actor took a transition, by transition; all of them under `''`. */
  #taken = new Map<string, number[]>();
  #rows: readonly Row[] = [];
  #read = 0;
  #drawn = '';

  constructor(store: Store, showFrame: (n: number) => void) {
    this.#store = store;
    this.#showFrame = showFrame;
    this.#choice.addEventListener('input', () => {
      const [from, to] = this.#choice.value.split('>');
      this.choose(to === undefined ? undefined : { from: from ?? '', to });
    });
    const button = (text: string, label: string, direction: 1 | -1) =>
      html('button', {
        ...{ type: 'button', text, title: label, 'aria-label': label },
        on: { click: () => this.step(direction) },
      });
    byId('step').append(
      html(
        'div',
        { class: 'step-head' },
        button('‹', 'Previous transition of this actor ( , )', -1),
        button('›', 'Next transition of this actor ( . )', 1),
        this.#choice,
        this.#title,
        this.#frames,
      ),
      this.#context,
    );
  }

  get chosen(): ChosenTransition | undefined {
    return this.#chosen;
  }

  /** Selects a transition, and goes to the last time that it was taken. */
  choose(transition: ChosenTransition | undefined): void {
    this.#chosen = transition;
    const last = this.#stops().at(-1);
    this.#store.set(transition && last !== undefined ? { cursor: last } : {});
  }

  /** Goes to the next or the previous transition. */
  step(direction: 1 | -1): void {
    const { cursor, log } = this.#store;
    const at = cursor ?? log.next;
    const stops = this.#stops();
    const next =
      direction > 0 ? stops.find((n) => n > at) : stops.findLast((n) => n < (cursor ?? log.next));
    if (next !== undefined) this.#store.set({ cursor: next });
  }

  show(model: SystemModel, actor: ActorModel | undefined): void {
    this.#readTransitions(actor?.id);
    byId('step').hidden = !actor;
    if (!actor) return;
    const { stepsRow, changed, context } = actor;
    const isChangeNewer = changed !== undefined && changed.n > stepsRow;
    const n = isChangeNewer ? changed.n : stepsRow;
    const { key: system, range } = this.#store;
    const all = this.#taken.get('')?.length;
    const { from, to } = this.#chosen ?? {};
    const key = [system, actor.id, n, changed?.n, all, from, to, range?.from, range?.to].join(' ');
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#showChoice();
    this.#showStep(model, actor, n);
    this.#context.replaceChildren(contextTable(contextFields(context, changed, n)));
  }

  #showStep(model: SystemModel, actor: ActorModel, n: number): void {
    const { event, frames } = stepCause(this.#store.log.rows, n);
    const row = this.#store.row(n);
    const steps = n === actor.stepsRow ? actor.steps : [];
    const moves = steps.map(({ from, to }) => `${from || 'the machine'} → ${to.join(', ')}`);
    const cause = event?.type ?? steps[0]?.event;
    const parts = [
      moves.join('; '),
      cause && eventLabelIn(model, cause, actor.id),
      row && formatTime(row.at),
    ];
    setText(this.#title, parts.filter(Boolean).join(' · '));
    this.#frames.replaceChildren(
      ...frames.map(({ n: frame, dir, type, subtype }) =>
        html('button', {
          ...{ type: 'button', class: 'frame-link', title: 'Show this frame' },
          text: `${dir === 'in' ? '→' : '←'} ${[type, subtype].filter(Boolean).join('/')}`,
          on: { click: () => this.#showFrame(frame) },
        }),
      ),
    );
  }

  #showChoice(): void {
    const chosen = this.#chosen ? `${this.#chosen.from}>${this.#chosen.to}` : '';
    const keys = [...new Set([...this.#taken.keys(), chosen])].filter((key) => key !== '');
    const all = this.#within('').length;
    this.#choice.replaceChildren(
      html('option', { value: '', text: `all transitions (${all})` }),
      ...keys.map((key) => {
        const [from, to] = key.split('>');
        const times = this.#within(key).length;
        return html('option', { value: key, text: `${from || 'machine'} → ${to} (${times})` });
      }),
    );
    this.#choice.value = chosen;
  }

  #stops(): readonly number[] {
    return this.#within(this.#chosen ? `${this.#chosen.from}>${this.#chosen.to}` : '');
  }

  /** The rows in which a transition was taken, of those in the selected time. */
  #within(key: string): readonly number[] {
    const { range } = this.#store;
    const taken = this.#taken.get(key) ?? [];
    if (!range) return taken;
    return taken.filter((n) => {
      const { at = 0 } = this.#store.row(n) ?? {};
      return at >= range.from && at <= range.to;
    });
  }

  /** Reads the rows that have come since the last call. */
  #readTransitions(actor: string | undefined): void {
    const { rows } = this.#store.log;
    if (actor !== this.#actor || rows !== this.#rows) {
      if (actor !== this.#actor) this.#chosen = undefined;
      this.#actor = actor;
      this.#rows = rows;
      this.#taken = new Map();
      this.#read = 0;
    }
    for (; this.#read < rows.length; this.#read += 1) {
      const row = rows[this.#read];
      if (row?.kind !== 'state' || row.id !== actor || !row.steps) continue;
      const keys = row.steps.flatMap(({ from, to }) => to.map((one) => `${from}>${one}`));
      for (const key of new Set(['', ...keys])) {
        const taken = this.#taken.get(key);
        if (taken) taken.push(row.n);
        else this.#taken.set(key, [row.n]);
      }
    }
  }
}

function isWhole({ path }: ContextChange): boolean {
  return path === '';
}

function changeLine({ path, before, after }: ContextChange): HTMLElement {
  return html(
    'div',
    { class: 'change' },
    path !== '' && html('span', { class: 'path', text: `${path}: ` }),
    before !== undefined && html('del', { text: unquoted(before) }),
    before !== undefined && after !== undefined && ' → ',
    after !== undefined && html('ins', { text: unquoted(after) }),
  );
}

/** JSON on one line, but a text without quotes, as in the context below. */
function unquoted(json: string): string {
  return json.startsWith('"') && json !== '""' ? formatContext(json) : json;
}

function contextTable(fields: readonly ContextField[]): HTMLElement {
  if (fields.length === 0) {
    return html('p', { class: 'empty', text: 'The context of this actor is empty or hidden.' });
  }
  const rows = fields.map(({ name, value = '', changes = [] }) =>
    html(
      'tr',
      { class: changes.length > 0 ? 'changed' : '' },
      html('th', { scope: 'row', text: name }),
      html('td', {}, ...changes.map(changeLine), changes.some(isWhole) ? '' : formatContext(value)),
    ),
  );
  return html('table', {}, html('tbody', {}, ...rows));
}
