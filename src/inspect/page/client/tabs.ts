import { byId } from './dom.js';

/** The tabs, from left to right. */
const names = ['conversation', 'sequence', 'frames', 'pending'] as const;

export type TabName = (typeof names)[number];

let current: TabName = 'conversation';

export function currentTab(): TabName {
  return current;
}

export function openTab(name: TabName, onChange: () => void): void {
  current = name;
  for (const one of names) {
    const tab = byId(`tab-${one}`);
    tab.setAttribute('aria-selected', String(one === name));
    tab.tabIndex = one === name ? 0 : -1;
    byId(`panel-${one}`).hidden = one !== name;
  }
  onChange();
}

/** A click opens a tab; the arrow keys move between them. */
export function listenToTabs(onChange: () => void): void {
  for (const [index, name] of names.entries()) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener('click', () => openTab(name, onChange));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = names[(index + step + names.length) % names.length] as TabName;
      openTab(next, onChange);
      byId(`tab-${next}`).focus();
    });
  }
}
