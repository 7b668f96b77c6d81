import { pendingOf } from '../model/pendingWork.js';
import type { SystemModel } from '../model/systemModel.js';
import { byId, html, setText } from './dom.js';
import type { Store } from './Store.js';
import { age } from './format.js';

let drawn = '';
const ages = new Map<string, HTMLElement>();

/** What the session waits for, and for how long. */
export function showPending(store: Store, model: SystemModel): void {
  const pending = pendingOf(model, store.session ?? '');
  setText(byId('pending-count'), pending.length > 0 ? String(pending.length) : '');
  const text = JSON.stringify(pending);
  if (text !== drawn) {
    drawn = text;
    ages.clear();
    byId('panel-pending').replaceChildren(
      pending.length === 0
        ? html('p', { class: 'empty', text: 'Nothing is waited for.' })
        : table(pending),
    );
  }
  for (const { id, since } of pending) {
    const cell = ages.get(id);
    if (cell) setText(cell, age(store.now() - since));
  }
}

function table(pending: ReturnType<typeof pendingOf>): HTMLElement {
  const head = ['what', 'about', 'state', 'age', 'at most'];
  const rows = pending.map(({ id, kind, what, state, timeoutMs }) => {
    const cell = html('td', { class: 'age' });
    ages.set(id, cell);
    return html(
      'tr',
      { class: kind },
      html('td', {}, html('span', { class: `kind ${kind}`, text: kind })),
      html('td', { text: what }),
      html('td', { text: state }),
      cell,
      html('td', { text: timeoutMs === undefined ? '–' : age(timeoutMs) }),
    );
  });
  return html(
    'table',
    {},
    html('thead', {}, html('tr', {}, ...head.map((text) => html('th', { scope: 'col', text })))),
    html('tbody', {}, ...rows),
  );
}
