import type { OverviewActor, OverviewSystem } from '../model/overview.js';
import { byId, html } from './dom.js';
import type { Store } from './Store.js';

let drawn = '';

/** The sessions of all programs; each system with its root and what is in it. */
export function showSessions(store: Store, choose: (key: string, actor: string) => void): void {
  const { overview, key, session } = store;
  const text = JSON.stringify([overview, key, session]);
  if (text === drawn) return;
  drawn = text;
  const target = byId('sessions');
  const focused = document.activeElement?.getAttribute('data-id');
  if (overview.length === 0) {
    target.replaceChildren(html('p', { class: 'empty', text: 'No session yet.' }));
    return;
  }
  target.replaceChildren(...[...overview].reverse().map((system) => group(system, store, choose)));
  if (focused) target.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

function group(
  system: OverviewSystem,
  store: Store,
  choose: (key: string, actor: string) => void,
): HTMLElement {
  const { source, gone, actors } = system;
  const head = html(
    'div',
    { class: 'program' },
    html('span', { class: 'title', text: source.title }),
    html('span', { class: 'pid', text: `${source.pid}${gone ? ' · ended' : ''}` }),
  );
  const lines = actors.map((actor, index) => line(system, actor, index > 0, store, choose));
  return html('div', { class: gone ? 'system gone' : 'system' }, head, ...lines);
}

function line(
  { key }: OverviewSystem,
  actor: OverviewActor,
  isInside: boolean,
  store: Store,
  choose: (key: string, actor: string) => void,
): HTMLElement {
  const isChosen = key === store.key && actor.id === store.session;
  return html(
    'button',
    {
      type: 'button',
      class: `session ${isInside ? 'inside' : ''}`,
      'data-id': `${key} ${actor.id}`,
      'aria-current': isChosen ? 'true' : undefined,
      on: { click: () => choose(key, actor.id) },
    },
    html('span', { class: `dot ${toneOf(actor)}`, 'aria-hidden': 'true' }),
    html('span', { class: 'name', text: actor.name }),
    html('span', { class: 'state', text: actor.state || actor.status }),
  );
}

/** The colour of a state: what it is doing, at a glance. */
export function toneOf({ state, status }: Pick<OverviewActor, 'state' | 'status'>): string {
  if (status === 'error' || /failed|crash/.test(state)) return 'bad';
  if (status !== 'active') return 'over';
  if (/requiresAction/.test(state)) return 'ask';
  if (/working|streaming|initSent|starting/.test(state)) return 'busy';
  return 'calm';
}
