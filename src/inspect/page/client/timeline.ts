import { actorNameIn, eventLabelIn, stateLabel } from '../model/displayNames.js';
import type { Row } from '../model/rows.js';
import { byId, setText } from './dom.js';
import { formatTime } from './format.js';
import type { Store } from './Store.js';

/** Handles the slider through all rows, its buttons and keys. At its right end it follows live. */
export function listenToTimeline(store: Store): void {
  const slider = byId<HTMLInputElement>('scrub');
  const first = () => store.log.rows[0]?.n ?? 0;
  const last = () => store.log.next - 1;
  const go = (n: number) => {
    const at = Math.max(first(), n);
    store.set({ cursor: at >= last() ? undefined : at });
  };
  slider.addEventListener('input', () => go(Number(slider.value)));
  byId('step-back').addEventListener('click', () => go((store.cursor ?? last()) - 1));
  byId('step-forward').addEventListener('click', () => go((store.cursor ?? last()) + 1));
  byId('live').addEventListener('click', () => store.set({ cursor: undefined }));
  document.addEventListener('keydown', (event) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '[') go((store.cursor ?? last()) - 1);
    else if (event.key === ']') go((store.cursor ?? last()) + 1);
    else if (event.key === 'l') store.set({ cursor: undefined });
    else return;
    event.preventDefault();
  });
}

export function showTimeline(store: Store): void {
  const { log, cursor } = store;
  const slider = byId<HTMLInputElement>('scrub');
  const first = log.rows[0]?.n ?? 0;
  const last = Math.max(first, log.next - 1);
  slider.min = String(first);
  slider.max = String(last);
  slider.value = String(cursor ?? last);
  const row = log.rows[(cursor ?? last) - first];
  const text = row ? describe(row, store) : '';
  slider.setAttribute('aria-valuetext', text);
  setText(
    byId('position'),
    row ? `${(row.n + 1).toLocaleString('en')} / ${log.next.toLocaleString('en')}` : '',
  );
  setText(byId('moment'), text);
  const live = byId('live');
  live.setAttribute('aria-pressed', String(cursor === undefined));
  document.body.classList.toggle('past', cursor !== undefined);
}

function describe(row: Row, store: Store): string {
  const { head } = store.log;
  const name = (id: string) => actorNameIn(head, id);
  const at = formatTime(row.at);
  switch (row.kind) {
    case 'event':
      return `${at}  ${eventLabelIn(head, row.type, row.to)} → ${name(row.to)}`;
    case 'frame':
      return `${at}  ${row.type} ${row.dir === 'in' ? 'to' : 'from'} the CLI`;
    case 'state':
      return `${at}  ${name(row.id)}: ${stateLabel(row.active) || row.status}`;
    case 'actor':
      return `${at}  ${name(row.id)} created`;
    case 'dropped':
      return `${at}  ${row.count} events dropped`;
    default:
      return `${at}  ${row.kind}`;
  }
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input[type=search], select, textarea');
}
