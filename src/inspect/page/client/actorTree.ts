import type { ActorModel, SystemModel } from '../model/systemModel.js';
import { shortName } from '../model/displayNames.js';
import { stateLabel } from '../model/stateLabel.js';
import { byId, html } from './dom.js';
import type { Store } from './Store.js';
import { toneOf } from './sessionList.js';

const fadeMs = 4_000;
let drawn = '';

/** The actors of the system that live, and those that have just gone. */
export function showActors(store: Store, model: SystemModel): void {
  const target = byId('actors');
  const now = store.now();
  const shown = Object.values(model.actors).filter((actor) => {
    const isRoot = actor.parent === undefined;
    return isRoot || actor.status === 'active' || actor.wire || now - actor.since < fadeMs;
  });
  const chosen = store.actor ?? store.session;
  const text = JSON.stringify([
    chosen,
    model.forgotten,
    ...shown.map(({ id, active, status, name }) => [id, name, status, active.join()]),
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
    const isChosen = actor.id === chosen;
    const element = html(
      'div',
      {
        class: `actor ${actor.status === 'active' ? '' : 'ended'}`,
        role: 'treeitem',
        'aria-level': level,
        'aria-selected': isChosen,
        'data-actor': actor.id,
        'data-level': level,
        tabindex: isChosen ? 0 : -1,
        on: { click: () => store.set({ actor: actor.id }) },
      },
      html('span', {
        class: `dot ${toneOf({ state, status: actor.status })}`,
        'aria-hidden': 'true',
      }),
      html('span', { class: 'name', text: shortName(actor.name), title: actor.name }),
      html('span', { class: 'state', text: state || actor.status }),
    );
    return element;
  }
}

/** Up and down the tree, and Enter to look at an actor. */
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
