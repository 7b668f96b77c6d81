import { byId } from './dom.js';

/** The names of the tabs, in their order. */
const names = ['sequence', 'frames', 'pending'] as const;

export type TabName = (typeof names)[number];

let current: TabName = 'sequence';

export function currentTab(): TabName {
  return current;
}

export function openTab(name: TabName, changed: () => void): void {
  current = name;
  for (const one of names) {
    const tab = byId(`tab-${one}`);
    tab.setAttribute('aria-selected', String(one === name));
    tab.tabIndex = one === name ? 0 : -1;
    byId(`panel-${one}`).hidden = one !== name;
  }
  changed();
}

/** Clicks, and the arrow keys between tabs. */
export function listenToTabs(changed: () => void): void {
  for (const [index, name] of names.entries()) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener('click', () => openTab(name, changed));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = names[(index + step + names.length) % names.length] as TabName;
      openTab(next, changed);
      byId(`tab-${next}`).focus();
    });
  }
}
