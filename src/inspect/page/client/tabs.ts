import { byId } from './dom.js';

/** The tabs, from left to right. */
export const tabNames = [
  'conversation',
  'sequence',
  'frames',
  'pending',
  'fleet',
  'chart',
] as const;

export type TabName = (typeof tabNames)[number];

let current: TabName = 'conversation';

export function currentTab(): TabName {
  return current;
}

/** On a narrow page the chart has no place of its own, but a tab. */
const narrow = matchMedia('(max-width: 1200px)');

/** Does nothing if the page has no such tab now. */
export function openTab(name: TabName, onChange: () => void): void {
  if (byId(`tab-${name}`).hidden) return;
  current = name;
  document.body.dataset.tab = name;
  for (const one of tabNames) {
    const tab = byId(`tab-${one}`);
    tab.setAttribute('aria-selected', String(one === name));
    tab.tabIndex = one === name ? 0 : -1;
    if (one !== 'chart') byId(`panel-${one}`).hidden = one !== name;
  }
  onChange();
}

/** Moves the focus to the chart, which has a tab on a narrow page. */
export function focusChart(onChange: () => void): void {
  if (narrow.matches) openTab('chart', onChange);
  byId('chart').querySelector('svg')?.focus();
}

/** A click opens a tab; the arrow keys move between them. */
export function listenToTabs(onChange: () => void): void {
  narrow.addEventListener('change', () => {
    if (!narrow.matches && current === 'chart') openTab(tabNames[0], onChange);
  });
  for (const name of tabNames) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener('click', () => openTab(name, onChange));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const shown = tabNames.filter((one) => {
        return !byId(`tab-${one}`).hidden && (one !== 'chart' || narrow.matches);
      });
      const at = shown.indexOf(name);
      const next = shown[(at + step + shown.length) % shown.length] as TabName;
      openTab(next, onChange);
      byId(`tab-${next}`).focus();
    });
  }
}
