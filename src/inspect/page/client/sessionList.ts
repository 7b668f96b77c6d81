import type { OverviewActor, OverviewSystem } from '../model/overview.js';
import { byId, html } from './dom.js';
import type { Store } from './Store.js';

let drawn = '';

/** Lists the sessions of all programs: each system with its root and the sessions below it. */
export function showSessions(store: Store, select: (key: string, actor: string) => void): void {
  const { overview, key, session } = store;
  const text = JSON.stringify([overview, key, session]);
  if (text === drawn) return;
  drawn = text;
  const target = byId('sessions');
  const focused = document.activeElement?.getAttribute('data-id');
  if (overview.length === 0) {
    target.replaceChildren(html('p', { class: 'empty', text: 'No sessions yet.' }));
    return;
  }
  target.replaceChildren(
    ...[...overview].reverse().map((system) => systemGroup(system, store, select)),
  );
  if (focused) target.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

function systemGroup(
  system: OverviewSystem,
  store: Store,
  select: (key: string, actor: string) => void,
): HTMLElement {
  const { source, gone, actors } = system;
  const head = html(
    'div',
    { class: 'program' },
    html('span', { class: 'title', text: source.title }),
    html('span', { class: 'pid', text: `${source.pid}${gone ? ' · ended' : ''}` }),
  );
  const buttons = actors.map((actor, index) =>
    sessionButton(system, actor, index > 0, store, select),
  );
  return html('div', { class: gone ? 'system gone' : 'system' }, head, ...buttons);
}

function sessionButton(
  { key }: OverviewSystem,
  actor: OverviewActor,
  isEmbedded: boolean,
  store: Store,
  select: (key: string, actor: string) => void,
): HTMLElement {
  const isSelected = key === store.key && actor.id === store.session;
  return html(
    'button',
    {
      type: 'button',
      class: `session ${isEmbedded ? 'embedded' : ''}`,
      'data-id': `${key} ${actor.id}`,
      'aria-current': isSelected ? 'true' : undefined,
      on: { click: () => select(key, actor.id) },
    },
    html('span', { class: `dot ${toneOf(actor)}`, 'aria-hidden': 'true' }),
    html('span', { class: 'name', text: actor.name }),
    html('span', { class: 'state', text: actor.state || actor.status }),
  );
}

/** The CSS class that colours a state. */
export function toneOf({ state, status }: Pick<OverviewActor, 'state' | 'status'>): string {
  if (status === 'error' || /failed|crash/.test(state)) return 'failed';
  if (status !== 'active') return 'ended';
  if (/requiresAction/.test(state)) return 'waiting';
  if (/working|streaming|initSent|starting/.test(state)) return 'busy';
  return 'idle';
}
