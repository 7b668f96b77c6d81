import { type PendingWork, pendingWork } from '../model/pendingWork.js';
import type { SystemModel } from '../model/systemModel.js';
import { byId, html, setText } from './dom.js';
import { formatDuration } from './format.js';
import type { Store } from './Store.js';

let drawn = '';
const ages = new Map<string, HTMLElement>();

/** Shows what the session waits for, and for how long. */
export function showPending(store: Store, model: SystemModel): void {
  const pending = pendingWork(model, store.session ?? '');
  setText(byId('pending-count'), pending.length > 0 ? String(pending.length) : '');
  const text = JSON.stringify(pending);
  if (text !== drawn) {
    drawn = text;
    ages.clear();
    byId('panel-pending').replaceChildren(
      pending.length === 0
        ? html('p', { class: 'empty', text: 'Nothing is pending.' })
        : table(pending),
    );
  }
  for (const { id, since } of pending) {
    const cell = ages.get(id);
    if (cell) setText(cell, formatDuration(store.now() - since));
  }
}

function table(pending: readonly PendingWork[]): HTMLElement {
  const head = ['kind', 'about', 'state', 'age', 'timeout'];
  const rows = pending.map(({ id, kind, subject, state, timeoutMs }) => {
    const cell = html('td', { class: 'age' });
    ages.set(id, cell);
    return html(
      'tr',
      { class: kind },
      html('td', {}, html('span', { class: `kind ${kind}`, text: kind })),
      html('td', { text: subject }),
      html('td', { text: state }),
      cell,
      html('td', { text: timeoutMs === undefined ? '–' : formatDuration(timeoutMs) }),
    );
  });
  return html(
    'table',
    {},
    html('thead', {}, html('tr', {}, ...head.map((text) => html('th', { scope: 'col', text })))),
    html('tbody', {}, ...rows),
  );
}
