import { actorName, stateLabel } from '../model/displayNames.js';
import type { ActorModel, SystemModel } from '../model/systemModel.js';
import { byId, html } from './dom.js';
import type { Store } from './Store.js';
import { toneOf } from './sessionList.js';

/** How long an actor that has ended stays in the tree. */
const fadeMs = 4_000;
let drawn = '';

/** Shows the living actors of the system as a tree, and those that have just ended. */
export function showActors(store: Store, model: SystemModel): void {
  const target = byId('actors');
  const now = store.now();
  const shown = Object.values(model.actors).filter((actor) => {
    const isRoot = actor.parent === undefined;
    return isRoot || actor.status === 'active' || actor.cli || now - actor.since < fadeMs;
  });
  const selected = store.actor ?? store.session;
  const text = JSON.stringify([
    selected,
    model.forgotten,
    ...shown.map(({ id, active, status, about }) => [id, about, status, active.join()]),
  ]);
  if (text === drawn) return;
  drawn = text;
  const children = new Map<string | undefined, ActorModel[]>();
  const ids = new Set(shown.map(({ id }) => id));
  for (const actor of shown) {
    const parent = actor.parent !== undefined && ids.has(actor.parent) ? actor.parent : undefined;
    children.set(parent, [...(children.get(parent) ?? []), actor]);
  }
  const focused = document.activeElement?.getAttribute('data-actor');
  target.replaceChildren(...branch(undefined, 1));
  if (focused) target.querySelector<HTMLElement>(`[data-actor="${CSS.escape(focused)}"]`)?.focus();

  function branch(parent: string | undefined, level: number): HTMLElement[] {
    return (children.get(parent) ?? []).flatMap((actor) => {
      return [item(actor, level), ...branch(actor.id, level + 1)];
    });
  }

  function item(actor: ActorModel, level: number): HTMLElement {
    const state = stateLabel(actor.active);
    const isSelected = actor.id === selected;
    const name = actorName(actor, model.actors[actor.parent ?? '']?.role);
    const element = html(
      'div',
      {
        class: `actor ${actor.status === 'active' ? '' : 'ended'}`,
        role: 'treeitem',
        'aria-level': level,
        'aria-selected': isSelected,
        'data-actor': actor.id,
        'data-level': level,
        tabindex: isSelected ? 0 : -1,
        on: { click: () => store.set({ actor: actor.id }) },
      },
      html('span', {
        class: `dot ${toneOf({ state, status: actor.status })}`,
        'aria-hidden': 'true',
      }),
      html('span', { class: 'name', text: name, title: `${name} (${actor.name})` }),
      html('span', { class: 'state', text: state || actor.status }),
    );
    return element;
  }
}

/** The arrow keys move through the tree; Enter and Space select an actor. */
export function listenToTree(store: Store): void {
  const target = byId('actors');
  target.addEventListener('keydown', (event) => {
    const items = [...target.querySelectorAll<HTMLElement>('[role=treeitem]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      items[Math.min(items.length - 1, Math.max(0, at + step))]?.focus();
    } else if ((event.key === 'Enter' || event.key === ' ') && at >= 0) {
      event.preventDefault();
      store.set({ actor: items[at]?.dataset.actor });
    }
  });
}
