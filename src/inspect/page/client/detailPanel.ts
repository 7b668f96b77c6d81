import { eventLabel } from '../model/displayNames.js';
import { actionsFor, type Row } from '../model/rows.js';
import { byId, html } from './dom.js';
import { formatSize, formatTime } from './format.js';
import type { Store } from './Store.js';

let drawn = '';

/** Shows everything that is known about one row. */
export function showDetail(store: Store): void {
  const target = byId('detail');
  const row = store.detail === undefined ? undefined : store.row(store.detail);
  const actions = row?.kind === 'event' ? actionsFor(row, store.log.rows) : [];
  const key = row ? `${store.key} ${row.n} ${actions.length}` : '';
  if (key === drawn) return;
  drawn = key;
  target.hidden = !row;
  if (!row) return;
  const isHidden = store.system()?.source.content === 'hidden';
  target.replaceChildren(
    html(
      'div',
      { class: 'detail-head' },
      html('strong', { text: titleOf(row) }),
      html('span', { class: 'time', text: `#${row.n} · ${formatTime(row.at)}` }),
      html('button', {
        type: 'button',
        'aria-label': 'Close details',
        text: '✕',
        on: { click: () => store.set({ detail: undefined }) },
      }),
    ),
    html('pre', { tabindex: 0, text: textOf(row) }),
    actions.length > 0 ? html('p', { class: 'note', text: `Actions: ${actions.join(', ')}` }) : '',
    (isHidden &&
      html('p', {
        class: 'note',
        text: "Content is hidden. Show it with --show-content, or with content: 'shown'.",
      })) ||
      '',
  );
}

function titleOf(row: Row): string {
  if (row.kind === 'frame') return `${row.type}${row.subtype ? `/${row.subtype}` : ''}`;
  return row.kind === 'event' ? eventLabel(row.type) : row.kind;
}

function textOf(row: Row): string {
  if (row.kind === 'frame' && row.text === undefined) {
    return `${formatSize(row.bytes)}: not kept, because it is too long or not JSON.`;
  }
  const text = 'text' in row ? row.text : undefined;
  if (text !== undefined) return pretty(text);
  const { n, at, ...rest } = row;
  return JSON.stringify(rest, undefined, 2);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
